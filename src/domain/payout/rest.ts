import {
  addAmounts,
  compareAmounts,
  isPositive,
  isPowerOfTenApart,
  proportionOf,
  subtractAmounts,
  ZERO,
  type MajorAmount,
} from "../money/amount"
import { isBlocked, type PayoutReason } from "./reason"
import type { PayoutStatus } from "./state"

/** A payout, as far as its rest is decided by it. Amounts in major units. */
export interface Short {
  status: PayoutStatus
  reason: PayoutReason | null
  amount: MajorAmount
  /** What the service says that it paid of it; null: nothing so far. */
  paid_amount: MajorAmount | null
}

export type Rest =
  | { outcome: "due"; amount: MajorAmount }
  /**
   * - `not_paid`: it does not count as paid, so it is paid by itself or not at all
   * - `doubted`: it is not certain what was paid
   * - `unit_suspected`: the paid amount is the ordered one in another unit
   * - `whole`: nothing is short
   */
  | { outcome: "none"; why: "not_paid" | "doubted" | "unit_suspected" | "whole" }

/** Rest: what the service left unpaid of a payout that it calls paid. */
export function restOf({ status, reason, amount, paid_amount }: Short): Rest {
  if (status !== "approved" || paid_amount === null || !isPositive(paid_amount)) {
    return none("not_paid")
  }
  if (isBlocked(reason)) {
    return none("doubted")
  }
  if (compareAmounts(paid_amount, amount) >= 0) {
    return none("whole")
  }
  return isPowerOfTenApart(amount, paid_amount)
    ? none("unit_suspected")
    : { outcome: "due", amount: subtractAmounts(amount, paid_amount) }
}

function none(why: Extract<Rest, { outcome: "none" }>["why"]): Rest {
  return { outcome: "none", why }
}

/** The amounts of a payout that a rest is taken from, in major units. */
export interface Whole {
  amount: MajorAmount
  order_amount: MajorAmount
  covered_amount: MajorAmount | null
  refund_id: string | null
}

/** The amounts of one of two payouts that together pay what one was to pay. */
export interface Part {
  amount: MajorAmount
  order_amount: MajorAmount
}

/**
 * Rest: divides a payout in what was paid, which stays, and the rest, which becomes a payout of its
 * own. Both together count as much as the whole did: for the refund limit, for a seller's share and
 * in every sum. Of a refund both keep the amount of Medusa's Refund.
 *
 * @param decimals of the wire
 */
export function splitOf(
  { amount, order_amount, covered_amount, refund_id }: Whole,
  rest: MajorAmount,
  decimals: number
): { paid: Part; rest: Part } {
  const due = addAmounts(amount, covered_amount ?? ZERO)
  // A share that was lowered before it was sent falls and rises with what it was computed from.
  const ofRest =
    refund_id === null
      ? proportionOf(order_amount, { part: rest, whole: due }, decimals)
      : order_amount
  const ofPaid = refund_id === null ? subtractAmounts(order_amount, ofRest) : order_amount
  return {
    paid: { amount: subtractAmounts(amount, rest), order_amount: ofPaid },
    rest: { amount: rest, order_amount: ofRest },
  }
}

/** Rest: the amounts of the payout that a canceled rest was taken from. */
export function joinOf(paid: Omit<Whole, "covered_amount">, rest: Part): Part {
  return {
    amount: addAmounts(paid.amount, rest.amount),
    order_amount:
      paid.refund_id === null
        ? addAmounts(paid.order_amount, rest.order_amount)
        : paid.order_amount,
  }
}

/**
 * Rest: whether it is not owed as it stands, because the service says by now that it paid more of
 * another payout that pays the same money: more than is left of it, or one that was canceled.
 *
 * @param others the payout that the rest was taken from, what that one is a rest of, and all their other rests
 */
export function isRestPaid(
  others: readonly Pick<Short, "status" | "reason" | "amount" | "paid_amount">[]
): boolean {
  return others.some(
    ({ status, reason, amount, paid_amount }) =>
      (paid_amount !== null && compareAmounts(paid_amount, amount) > 0) ||
      (status === "canceled" && isBlocked(reason))
  )
}
