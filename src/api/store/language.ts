import type { MedusaRequest } from "@medusajs/framework/http"
import { LANGUAGES, type Language } from "../../domain/text/language"

/** What the shopper's browser likes best of what there is; the store's language when it says nothing. */
export function languageOf(req: MedusaRequest, preferred: Language): Language {
  // The first one offered is the answer to "anything".
  const offered = [preferred, ...LANGUAGES.filter((language) => language !== preferred)]
  const accepted = req.acceptsLanguages(offered)
  return offered.find((language) => language === accepted) ?? preferred
}
