import { payableOf } from "./capturable-amount"
import { isPositive, type MajorAmount } from "../money/amount"

/** Unpaid order: what is known of an order whose hold failed or is being voided. */
export interface UnpaidOrder {
  /** Medusa's order status. */
  status: string
  /** What its payments captured and did not refund. */
  paid: MajorAmount
  /** Below a cent the order owes nothing. */
  outstanding: MajorAmount
  /** Fulfillments that were not canceled. */
  fulfillments: number
  /**
   * A link, another card or another provider's session may still bring money, or money is not
   * booked yet.
   */
  is_being_collected: boolean
}

/**
 * Unpaid order: what to do with it.
 * - `gone`: it is canceled
 * - `free`: nobody needs it, so it may be canceled, which frees its stock
 * - `paid`: it owes nothing, for example because a person collected the money
 * - `collecting`: it is to be paid by other means, so no card is charged meanwhile
 * - `kept`: goods left or a part was paid. Medusa cancels no order with fulfillments, and a cancel
 *   would refund the paid part.
 */
export type OrderDecision = "gone" | "free" | "paid" | "collecting" | "kept"

const PENDING = "pending"

export function decisionAfterFailedHold(order: UnpaidOrder): OrderDecision {
  const { status, paid, outstanding, fulfillments } = order
  if (status === "canceled") {
    return "gone"
  }
  if (!isPositive(payableOf(outstanding))) {
    return "paid"
  }
  if (order.is_being_collected) {
    return "collecting"
  }
  return status === PENDING && fulfillments === 0 && !isPositive(paid) ? "free" : "kept"
}
