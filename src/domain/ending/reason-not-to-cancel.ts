import type { PayInStatus } from "../payin/state"
import { reasonNotToCancel, type ReasonNotToCancel, type WaitingOrder } from "../order/waiting"

/** The link, or the card's money in the ledger, whose payment failed. */
export interface FailedPayment {
  id: string
  status: PayInStatus
  by_card: boolean
}

/** Reason not to cancel an order with the end of a payment; null: it waited for that alone. */
export function reasonNotToCancelAtEnd(
  order: WaitingOrder,
  { id, status, by_card }: FailedPayment,
  { onPaymentFailed }: { onPaymentFailed: "cancel_order" | "keep_order" }
): ReasonNotToCancel | null {
  if (onPaymentFailed === "keep_order") {
    return "by_option"
  }
  const reason = reasonNotToCancel(order, id)
  // A person excluded this card payment from settlement: it went back, or is that person's
  // business. Its period is not charged afterwards (renewDue).
  if (reason === "renewal" && status === "approved" && by_card) {
    return null
  }
  return reason === null && !by_card && order.had_other_payment ? "other_payment" : reason
}
