import type { Reference } from "../../domain/reference"
import type { Language } from "../../domain/text"

const DESCRIPTION: Record<Language, string> = { es: "Compra", en: "Purchase" }

/** What a shopper reads on the hosted page when the storefront said nothing better. */
export function defaultDescription(reference: Reference, language: Language): string {
  return `${DESCRIPTION[language]} ${reference}`
}

/** The shopper comes back with the ids of session and cart, wherever the store wants them. */
export function redirectUrl(
  returnUrl: string,
  ids: { session_id: string; cart_id: string | null }
): string {
  const values = Object.entries(ids).map(([name, id]) => ({ name, id: id ?? "" }))
  const filled = values.reduce(
    (url, { name, id }) => url.replaceAll(`{${name}}`, encodeURIComponent(id)),
    returnUrl
  )
  const url = new URL(filled)
  values
    .filter(({ name, id }) => id !== "" && !returnUrl.includes(`{${name}}`))
    .forEach(({ name, id }) => url.searchParams.set(name, id))
  return url.toString()
}
