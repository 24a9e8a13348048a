import { en } from "./en/texts"
import { es } from "./es/texts"

// The admin takes every index file below this folder for a file of texts: name the others differently.
export default { en: { payin: en }, es: { payin: es } }
