import type { PayInClient } from "../client.ts"
import { isPaid } from "../payment-state.ts"
import type { PayInCardInput, PayInCart, PayInField } from "../wire.ts"

export type CardPayment =
  /** `isPaid`: the card holds the money. Else the bank has not said so yet. */
  | { kind: "order"; orderId: string; sessionId: string; isPaid: boolean }
  | { kind: "fields"; fields: PayInField[] }
  /** Nothing comes of this card: its token is spent. */
  | { kind: "failed"; status: string; message: string | null }
  /** The outcome is not known yet. The shopper may try the same card again. */
  | { kind: "unclear" }

/** Hands a card to a session and completes the cart, which holds the money on the card. */
export async function payByCard(
  client: PayInClient,
  cart: PayInCart,
  data: PayInCardInput
): Promise<CardPayment> {
  const { session_id: sessionId, fields } = await client.startCardSession(cart, data)
  if (fields !== null) return { kind: "fields", fields }
  const orderId = await client.placeOrder(cart.id)
  if (orderId !== null) {
    // The order stands, whether or not this look succeeds.
    const now = await client.session(sessionId).catch(() => null)
    return { kind: "order", orderId, sessionId, isPaid: now !== null && isPaid(now) }
  }
  // Medusa only says that the session "was not authorized": the plugin knows why.
  const now = await client.session(sessionId)
  if (now.order_id !== null) {
    return { kind: "order", orderId: now.order_id, sessionId, isPaid: isPaid(now) }
  }
  return now.status === "rejected" || now.status === "failed"
    ? { kind: "failed", status: now.status, message: now.message }
    : { kind: "unclear" }
}
