import { isPositive, type MajorAmount } from "../money/amount"

/** Why an order accepts no payment; also the codes of refusals. */
export type NothingOwed = "order_canceled" | "nothing_owed"

/** An order's money as Medusa counts it when it is asked with `total`, in major units. */
export interface OrderMoney {
  status: string
  /** `summary.pending_difference`. */
  pending_difference: MajorAmount
  /** `summary.paid_total`: the sum of all payments. */
  paid_total: MajorAmount
  /** `summary.transaction_total`: paid amount minus refunded amount. */
  transaction_total: MajorAmount
}

/** What an order owes now. Amounts in major units. */
export interface Owed {
  /** The amount to ask for; zero or less when nothing is left to pay, below zero when too much was paid. */
  outstanding: MajorAmount
  paid: MajorAmount
  /** Paid amount minus refunded amount. */
  counted: MajorAmount
  /** Why no payment is accepted; null while the order owes something. */
  nothing: NothingOwed | null
}

/**
 * What an order owes, by Medusa 2.21.2: `total - requested returns - transactions`, and zero when
 * that is at most one of the currency's smallest unit (utils/totals/cart `decorateCartTotals`). A
 * requested return counts before the goods are back, and so does the inbound side of an exchange or
 * a claim. A change that nobody confirmed counts nothing. The stored sums know no requested return
 * (docs/medusa.md#stored-sums).
 */
export function owedBy({
  status,
  pending_difference,
  paid_total,
  transaction_total,
}: OrderMoney): Owed {
  return {
    outstanding: pending_difference,
    paid: paid_total,
    counted: transaction_total,
    nothing: nothingOwed(status, pending_difference),
  }
}

function nothingOwed(status: string, outstanding: MajorAmount): NothingOwed | null {
  // Medusa leaves the outstanding amount of a canceled order as it was.
  if (status === "canceled") {
    return "order_canceled"
  }
  return isPositive(outstanding) ? null : "nothing_owed"
}
