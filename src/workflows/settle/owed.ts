import type { AnomalyKind } from "../../domain/anomaly/kinds"
import { isPositive, type MajorAmount } from "../../domain/money/amount"
import type { Transaction } from "../../modules/ledger/rows"
import { differs } from "./booked"
import type { Order, PaymentSnapshot } from "../../medusa/payment-snapshot"

/**
 * Why this order must not get the money (an anomaly kind). Null: it still owes it. Another of its
 * collections may have paid it meanwhile (marked as paid, another link), an edit may leave nothing
 * to pay, or the cart may have moved to a region of another currency. Medusa would book the money
 * all the same, and add it up as if it were of the order's currency.
 */
export function notOwed(
  { collection }: PaymentSnapshot,
  order: Order,
  money: { currency: string }
): AnomalyKind | null {
  if (order.owed.nothing === "order_canceled") {
    return "paid_after_canceled"
  }
  if (isOfOtherCurrency(order, money)) {
    return "currency_mismatch"
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

/** Whether an order counts in another currency than this money. */
export function isOfOtherCurrency(
  { currency_code }: Pick<Order, "currency_code">,
  { currency }: { currency: string }
): boolean {
  return currency_code !== currency
}

/**
 * What the order cost when it was placed, if this money was asked for another total of its cart.
 * Null: it asked for it itself, it cost that, or a person accepted the money for it. What edits made
 * of the order since does not matter: its links were made for it.
 */
export function otherTotalThan(
  { order_amount, for_order_id }: Pick<Transaction, "order_amount" | "for_order_id">,
  { id, placed_total }: Pick<Order, "id" | "placed_total">
): MajorAmount | null {
  return for_order_id === id || !differs(order_amount, placed_total) ? null : placed_total
}
