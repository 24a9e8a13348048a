import type { AnomalyKind } from "../../domain/anomaly"
import { isPositive } from "../../domain/money"
import type { Order, Place } from "./place"

/**
 * What money would be on an order that does not take it; null when it is owed. An order may have
 * been paid meanwhile by another collection of its own (marked as paid, another link), and an edit
 * may leave nothing to pay: Medusa would book the money all the same.
 */
export function notOwed({ collection }: Place, order: Order): AnomalyKind | null {
  if (order.status === "canceled") {
    return "paid_after_canceled"
  }
  // Another payment of this order, captured or held, must not be touched to make room for this one.
  if (collection.payments.some((other) => other.canceled_at == null)) {
    return "duplicate_payment"
  }
  if (isPositive(order.summary.outstanding)) {
    return null
  }
  return isPositive(order.summary.paid) ? "duplicate_payment" : "paid_after_replaced"
}
