import { payableOf } from "./hold-take"
import { isPositive, type MajorAmount } from "./money"

/** An order whose hold came to nothing, or is being let go. */
export interface UnpaidOrder {
  /** Of Medusa. */
  status: string
  /** What its payments took and did not give back. */
  paid: MajorAmount
  /** Less than a cent: nothing is to be paid any more. */
  outstanding: MajorAmount
  /** Parcels that were packed and not canceled. */
  fulfillments: number
  /** A link, another card or another provider's session may bring money yet, or money waits to be booked. */
  is_being_collected: boolean
}

/**
 * What becomes of it.
 * - `gone`: it is canceled
 * - `free`: nobody needs it: it may be canceled, which frees its stock
 * - `paid`: it owes nothing, be it that a person collected
 * - `collecting`: somebody is to pay it by other means: no card is asked meanwhile
 * - `kept`: its goods left, or a part was paid: Medusa does not cancel the one and gives back the
 *   other
 */
export type OrderDecision = "gone" | "free" | "paid" | "collecting" | "kept"

const PENDING = "pending"

export function orderDecision(order: UnpaidOrder): OrderDecision {
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
