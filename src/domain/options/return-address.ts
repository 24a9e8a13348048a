/** What option `returnUrl` may name between braces. */
export const RETURN_PLACEHOLDERS = ["country", "session_id", "cart_id"] as const

type Placeholder = (typeof RETURN_PLACEHOLDERS)[number]

/** The first part between braces that is no placeholder; null: there is none. */
export function unknownPlaceholder(returnUrl: string): string | null {
  const known: readonly string[] = RETURN_PLACEHOLDERS.map((name) => `{${name}}`)
  return returnUrl.match(/\{[^{}]*\}/g)?.find((part) => !known.includes(part)) ?? null
}

/**
 * Where a shopper comes back to. The id of the session is appended where no placeholder names it, because the page asks
 * by it. The cart's is not: who has it can read the cart, and a page needs it only if the store says so.
 *
 * @param values `country` in any case; a cart that is not there is empty
 */
export function returnAddress(
  returnUrl: string,
  values: { country: string; session_id: string; cart_id: string | null }
): string {
  const filled: Record<Placeholder, string> = {
    country: values.country.toLowerCase(),
    session_id: values.session_id,
    cart_id: values.cart_id ?? "",
  }
  const url = new URL(
    RETURN_PLACEHOLDERS.reduce(
      (text, name) => text.replaceAll(`{${name}}`, encodeURIComponent(filled[name])),
      returnUrl
    )
  )
  if (!returnUrl.includes("{session_id}")) {
    url.searchParams.set("session_id", values.session_id)
  }
  return url.toString()
}
