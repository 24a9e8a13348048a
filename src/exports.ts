import type { MedusaContainer } from "@medusajs/framework/types"
import { SYSTEM } from "./domain/payout-actor"
import { openPaymentLink, type PaymentLink } from "./workflows/payment-link/current"
import { makeDestinationLink, type RefundLink } from "./workflows/refund/link"

export { signTestWebhook } from "./domain/test-webhook"
export type { SignedTestWebhook, TestWebhook, TestWebhookOptions } from "./domain/test-webhook"
export type { RefundLink, PaymentLink }

/**
 * The address of the page where a shopper says where a refund goes to: for a store's own subscriber of
 * `payin.refund_destination_needed`, whose event has the payout's `id` and no secrets.
 *
 * ```ts
 * const link = await getRefundLink(container, event.data.id)
 * ```
 *
 * Send it to that shopper and to nobody else: whoever has it can say once, within seven days, where the
 * money goes. Each call makes a new address; all of a payout are void once its destination is known.
 *
 * @param payoutId of the payout, `payout_...`
 * @returns null when there is no such payout, or it needs no destination (any more): then nothing is to be sent
 */
export async function getRefundLink(
  container: MedusaContainer,
  payoutId: string
): Promise<RefundLink | null> {
  const made = await makeDestinationLink(container, payoutId, SYSTEM)
  return made.outcome === "made" ? made.link : null
}

/**
 * Where an order, or the payment of a session, can be paid now: for a store's own subscriber of
 * `payin.payment_pending`, whose event has a `session_id` and, once there is one, an `order_id`. Makes no
 * link and does not ask the payment service.
 *
 * ```ts
 * const link = await getPaymentLink(container, { session_id: event.data.session_id })
 * ```
 *
 * @returns null when there is nothing to pay, money arrived already, or no link is open
 */
export async function getPaymentLink(
  container: MedusaContainer,
  of: { order_id: string } | { session_id: string }
): Promise<PaymentLink | null> {
  return openPaymentLink(container, of)
}
