import type { Reference } from "../../domain/row/reference"
import type { Language } from "../../domain/text/language"

const PURCHASE: Record<Language, string> = { es: "Compra", en: "Purchase" }
const PURCHASE_AT: Record<Language, string> = { es: "Compra en", en: "Purchase at" }

/**
 * What a shopper reads on the hosted page when the storefront said nothing better: where they buy, or where nobody
 * named the store, our reference.
 */
export function defaultDescription(
  store: string | null,
  reference: Reference,
  language: Language
): string {
  const line = (store ?? "").replace(/[\p{Cc}\p{Cs}\s]+/gu, " ").trim()
  // By code points, so that none is cut in two.
  const [name = ""] = /^.{0,100}/u.exec(line) ?? []
  return name === "" ? `${PURCHASE[language]} ${reference}` : `${PURCHASE_AT[language]} ${name}`
}
