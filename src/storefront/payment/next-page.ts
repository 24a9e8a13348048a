import type { PayInClient } from "../client.ts"
import { returnAddress } from "../return-address.ts"
import type { PayInSession } from "../wire.ts"

/**
 * Where to go with a session. What is paid later, in cash, becomes an order at once: it waits for its money, and the
 * return page shows it with its voucher. What was paid already, or got no page, has only the return page.
 */
export async function nextPage(
  client: PayInClient,
  session: PayInSession,
  place: { cartId: string; paidLater: boolean; returnUrl: string; page: string }
): Promise<string> {
  const waits = place.paidLater && (await client.placeOrder(place.cartId)) !== null
  if (!waits && session.payment_url) return session.payment_url
  const ids = { sessionId: session.session_id, cartId: place.cartId }
  return returnAddress(place.returnUrl, ids, place.page)
}
