import type { AnomalyKind } from "../../domain/anomaly/kinds"
import { isPositive } from "../../domain/money/amount"
import type { Order, PaymentSnapshot } from "../../medusa/payment-snapshot"

/**
 * Why this order must not get the money (an anomaly kind). Null: it still owes it. Another of its
 * collections may have paid it meanwhile (marked as paid, another link), or an edit may leave
 * nothing to pay. Medusa would book the money all the same.
 */
export function notOwed({ collection }: PaymentSnapshot, order: Order): AnomalyKind | null {
  if (order.owed.nothing === "order_canceled") {
    return "paid_after_canceled"
  }
  // Another captured or held payment of this order must not be canceled to make room for this one.
  if (collection.payments.some((other) => other.canceled_at == null)) {
    return "duplicate_payment"
  }
  if (order.owed.nothing === null) {
    return null
  }
  return isPositive(order.owed.paid) ? "duplicate_payment" : "paid_after_replaced"
}
