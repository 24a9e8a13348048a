import {
  addAmounts,
  compareAmounts,
  isPositive,
  leastAmount,
  type MajorAmount,
  roundDown,
  subtractAmounts,
  sumAmounts,
  ZERO,
} from "./money"
import { isStopped, type PayoutReason } from "./payout-reason"
import type { PayoutStatus } from "./payout-state"

/** A payout for a pay-in, whatever its source: refund, anomaly or an operator's. Amounts in major units. */
export interface Returning {
  amount: MajorAmount
  status: PayoutStatus
  reason: PayoutReason | null
}

/**
 * Whether nothing of a payout counts any more. One that was rejected, retried and canceled may be paid after
 * all: once the service says so it counts, until the service takes that back (`isStopped`).
 */
export function isGivenUp({ status, reason }: Pick<Returning, "status" | "reason">): boolean {
  return status === "canceled" && !isStopped(reason)
}

/**
 * What of a pay-in was given back or is promised: every payout but one that was given up. A rejected one is
 * still owed, and what was paid elsewhere is gone too.
 */
export function returnedOf(payouts: readonly Returning[]): MajorAmount {
  return sumAmounts(payouts.filter((payout) => !isGivenUp(payout)))
}

/** What may still be given back: never more than was approved, over all sources. */
export function leftToReturn(
  approved: MajorAmount | null,
  payouts: readonly Returning[]
): MajorAmount {
  return approved === null ? ZERO : atLeastZero(subtractAmounts(approved, returnedOf(payouts)))
}

/**
 * Whether a payout may leave: all that was returned, itself included, stays within what was approved.
 *
 * @param payouts every payout of the pay-in, this one too
 */
export function staysWithin(approved: MajorAmount | null, payouts: readonly Returning[]): boolean {
  return approved !== null && compareAmounts(returnedOf(payouts), approved) <= 0
}

/** A payout of a pay-in, and the decision that it carries out. */
export interface Deciding extends Returning {
  id: string
  anomaly_id: string | null
}

/**
 * Whether a payout may leave: see {@link staysWithin}, and what a person decided once is paid once. An earlier payout of
 * the same decision was given up for this one; paid after all, it carried the decision out.
 *
 * @param payouts every payout of the pay-in, this one too
 */
export function mayLeave(
  approved: MajorAmount | null,
  { id, anomaly_id }: Deciding,
  payouts: readonly Deciding[]
): boolean {
  const another = payouts.find(
    (one) => one.id !== id && one.anomaly_id === anomaly_id && !isGivenUp(one)
  )
  return (anomaly_id === null || another === undefined) && staysWithin(approved, payouts)
}

/**
 * Whether what is left of a pay-in still is what Medusa books of it: all that was asked for, or the smaller
 * amount that arrived and was accepted.
 */
export function stillPays(
  { approved, asked }: { approved: MajorAmount | null; asked: MajorAmount },
  payouts: readonly Returning[]
): boolean {
  return (
    approved !== null &&
    compareAmounts(leftToReturn(approved, payouts), leastAmount(approved, asked)) >= 0
  )
}

/** One refund that Medusa booked, and what stands around it. */
export interface RefundToPay {
  /** What the service says arrived; null: nothing. */
  approved: MajorAmount | null
  /** What Medusa booked of it, unrounded (`bookableAmount`). */
  booked: MajorAmount
  /** The same as it was paid: what all refunds together give back at most. A card pays cents that no payout carries. */
  paid: MajorAmount
  /** Unrounded: of the refunds that Medusa booked before this one, and of this one. */
  refunded_before: MajorAmount
  refund: MajorAmount
  /** Payouts for those earlier refunds. */
  refund_payouts: readonly Returning[]
  /** Every payout of the pay-in, those included. */
  payouts: readonly Returning[]
  /** Of the wire. */
  decimals: number
}

/**
 * What to pay out for a refund, and what of it cannot be paid because it is not there (anomaly
 * `refund_without_payout`). Medusa's amounts carry fractions that the wire does not. So each payout
 * is rounded down, and the one that completes the refund pays the rest.
 */
export function payoutForRefund(refund: RefundToPay): {
  amount: MajorAmount
  missing: MajorAmount
} {
  const { booked, paid, decimals } = refund
  const refunded = addAmounts(refund.refunded_before, refund.refund)
  const whole = compareAmounts(refunded, booked) >= 0
  const due = roundDown(whole ? paid : leastAmount(refunded, paid), decimals)
  const beyond = whole ? roundDown(subtractAmounts(refunded, booked), decimals) : ZERO
  const wanted = atLeastZero(subtractAmounts(due, returnedOf(refund.refund_payouts)))
  const left = roundDown(leftToReturn(refund.approved, refund.payouts), decimals)
  const amount = leastAmount(wanted, left)
  return { amount, missing: addAmounts(subtractAmounts(wanted, amount), beyond) }
}

function atLeastZero(amount: MajorAmount): MajorAmount {
  return isPositive(amount) ? amount : ZERO
}
