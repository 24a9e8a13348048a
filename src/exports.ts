import type { MedusaContainer } from "@medusajs/framework/types"
import { SYSTEM } from "./domain/payout/actor"
import { openPaymentLink, type PaymentLink } from "./workflows/payment-link/current"
import { makePayAgainLink, type PayAgainLink } from "./workflows/pay-again/link"
import { makeDestinationLink, type RefundLink } from "./workflows/refund/link"

export { signTestWebhook } from "./domain/notification/test-webhook"
export type {
  SignedTestWebhook,
  TestWebhook,
  TestWebhookOptions,
} from "./domain/notification/test-webhook"
export type { PayAgainLink, PaymentLink, RefundLink }

/**
 * The address of the page where a shopper says where a refund goes to: for a store's own subscriber of
 * `payin.refund_destination_needed`, whose event has the payout's `id` and no secrets.
 *
 * ```ts
 * const link = await getRefundLink(container, event.data.id)
 * ```
 *
 * Send it to that shopper and to nobody else: whoever has it can say once, within seven days, where the
 * money goes. Each call makes a new address; all of a payout are void once its destination is known. Of a
 * payout by form, whose event is `payin.payout_form_ready`, it is the service's form, for the person at `email`.
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

/**
 * The address of the page where a shopper pays what an order owes now, with any method: for a store's own mail
 * about an order that was not paid. It is the same one for 30 days, however many links of the payment service
 * expire meanwhile.
 *
 * ```ts
 * const link = await getPayAgainLink(container, event.data.order_id)
 * ```
 *
 * Send it to that shopper: whoever has it sees the store, the number of the order and the amount, and can pay.
 *
 * @param orderId of the order, `order_...`
 * @returns null when there is no such order, it owes nothing or is canceled, no account takes its currency, or
 * this installation is held: then nothing is to be sent
 */
export async function getPayAgainLink(
  container: MedusaContainer,
  orderId: string
): Promise<PayAgainLink | null> {
  const made = await makePayAgainLink(container, orderId, SYSTEM)
  return made.outcome === "made" ? made.link : null
}
