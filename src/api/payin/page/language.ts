import type { MedusaRequest } from "@medusajs/framework/http"
import type { Language } from "../../../domain/text/language"
import { servicesOf } from "../../../workflows/settle"
import { languageOf as acceptedBy } from "../../store/language"

/** The language that the browser asks for, else the store's. */
export function languageOf(req: MedusaRequest): Language {
  return acceptedBy(req, servicesOf(req.scope).gateway.options.language)
}
