/** The address of the return page for a payment, from one that may be relative to the page. */
export function returnAddress(
  returnUrl: string,
  { sessionId, cartId }: { sessionId: string; cartId: string },
  page: string
): string {
  const address = new URL(returnUrl, page)
  address.searchParams.set("session_id", sessionId)
  address.searchParams.set("cart_id", cartId)
  return address.href
}
