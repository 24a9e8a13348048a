import {
  isPositive,
  sameAmount,
  subtractAmounts,
  sumAmounts,
  type MajorAmount,
} from "../money/amount"

/** The sums about payments that Medusa keeps with each version of an order, in major units. */
export interface SummarySums {
  transaction_total: MajorAmount
  paid_total: MajorAmount
  refunded_total: MajorAmount
  /** What is still to be paid; below zero when too much was paid. */
  pending_difference: MajorAmount
}

/**
 * Recounts the sums from the order's transactions with Medusa's own arithmetic
 * (order-module-service `updateOrderPaidRefundableAmount_`). The cost of the order stays as Medusa
 * counted it. Null when the sums are already right.
 */
export function countedAnew(
  kept: SummarySums,
  transactions: readonly { amount: MajorAmount }[]
): SummarySums | null {
  const total = sumAmounts(transactions)
  if (sameAmount(total, kept.transaction_total)) {
    return null
  }
  const paid = sumAmounts(transactions.filter(({ amount }) => isPositive(amount)))
  const missing = subtractAmounts(total, kept.transaction_total)
  return {
    transaction_total: total,
    paid_total: paid,
    refunded_total: subtractAmounts(paid, total),
    pending_difference: subtractAmounts(kept.pending_difference, missing),
  }
}
