import type { PayInClient } from "../client.ts"
import { returnAddress } from "../return-address.ts"
import type { PayInSession } from "../wire.ts"
import { isInstructed, type Instructed } from "./instructed.ts"

/** Where a session is paid: by what it says on this very page, or at an address. */
export type Next = { here: Instructed } | { address: string }

/**
 * Where to go with a session. What is paid later, in cash, becomes an order at once: it waits for its money, and the
 * return page shows how to pay it. What was paid already, or got no page, has only the return page.
 */
export async function nextOf(
  client: Pick<PayInClient, "placeOrder">,
  session: PayInSession,
  place: { cartId: string; paidLater: boolean; returnUrl: string; page: string }
): Promise<Next> {
  const waits = place.paidLater && (await client.placeOrder(place.cartId)) !== null
  if (!waits && isInstructed(session)) return { here: session }
  if (!waits && session.payment_url) return { address: session.payment_url }
  const ids = { sessionId: session.session_id, cartId: place.cartId }
  return { address: returnAddress(place.returnUrl, ids, place.page) }
}
