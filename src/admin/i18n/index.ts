import { en } from "./en"
import { es } from "./es"

export default { en: { payin: en }, es: { payin: es } }
