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
} from "../money/amount"
import { isBlocked, type PayoutReason } from "./reason"
import { mayBeChanged, type PayoutStatus } from "./state"

/**
 * A payout for a pay-in, whatever its source: refund, anomaly or operator. Amounts in major units.
 */
export interface PayoutOfPayIn {
  amount: MajorAmount
  /** What the service says that it paid of it; null: nothing so far. */
  paid_amount: MajorAmount | null
  status: PayoutStatus
  reason: PayoutReason | null
}

/**
 * Refund limit: whether a payout no longer counts. A canceled payout does not count, unless the
 * service reports that it was paid after all. That can happen to a payout that was rejected,
 * retried and canceled. It counts until the service takes that report back (`isBlocked`).
 */
export function noLongerCounts({
  status,
  reason,
}: Pick<PayoutOfPayIn, "status" | "reason">): boolean {
  return status === "canceled" && !isBlocked(reason)
}

/**
 * Refund limit: what was refunded of a pay-in or is promised. Every payout counts except a canceled
 * one. A rejected payout is still owed, and money that was paid elsewhere is gone too. Each counts
 * with the larger of what was ordered and what the service paid.
 */
export function refundedOf(payouts: readonly PayoutOfPayIn[]): MajorAmount {
  return sumAmounts(payouts.filter((payout) => !noLongerCounts(payout)).map(counted))
}

function counted({ amount, paid_amount }: PayoutOfPayIn): { amount: MajorAmount } {
  const paidMore = paid_amount !== null && compareAmounts(paid_amount, amount) > 0
  return { amount: paidMore ? paid_amount : amount }
}

/**
 * Refund limit: what may still be refunded. All sources together never exceed what was approved.
 */
export function leftToRefund(
  approved: MajorAmount | null,
  payouts: readonly PayoutOfPayIn[]
): MajorAmount {
  return approved === null ? ZERO : atLeastZero(subtractAmounts(approved, refundedOf(payouts)))
}

/**
 * Refund limit: whether a payout may leave. All payouts, this one included, must stay within what
 * was approved.
 *
 * @param payouts every payout of the pay-in, this one too
 */
export function staysWithin(
  approved: MajorAmount | null,
  payouts: readonly PayoutOfPayIn[]
): boolean {
  return approved !== null && compareAmounts(refundedOf(payouts), approved) <= 0
}

/** One of several payouts of the same Refund. */
export interface PayoutOfRefund extends PayoutOfPayIn {
  id: string
  created_at: Date
}

/**
 * Refund limit: what the other payouts of a Refund leave of it for this one; less than nothing where
 * they pay more. What left or may be paid comes first, then the oldest. So what is tried again, in
 * whatever order, pays the Refund together, and never more.
 *
 * @param refund the Refund's amount, in major units
 * @param payouts every payout of the Refund; this one may be among them
 */
export function leftOfRefund(
  refund: MajorAmount,
  { id, created_at }: Pick<PayoutOfRefund, "id" | "created_at">,
  payouts: readonly PayoutOfRefund[]
): MajorAmount {
  const isOlder = (one: PayoutOfRefund) =>
    one.created_at < created_at ||
    (one.created_at.getTime() === created_at.getTime() && one.id < id)
  const first = payouts.filter((one) => one.id !== id && (mayBePaid(one) || isOlder(one)))
  return subtractAmounts(refund, refundedOf(first))
}

/** Whether it left, or the service may still call it paid. */
function mayBePaid({ status, reason }: PayoutOfPayIn): boolean {
  return isBlocked(reason) || !mayBeChanged(status)
}

/** A payout of a pay-in, and the decision that it carries out. */
export interface Deciding extends PayoutOfPayIn {
  id: string
  anomaly_id: string | null
  /** The payout of which this pays the rest. */
  rest_of: string | null
}

/**
 * Refund limit: whether a payout may leave ({@link staysWithin}). A decision is paid once. If an
 * earlier payout for it, canceled in favour of this one, was paid after all, this one must not
 * leave. A rest pays for no decision of its own.
 *
 * @param payouts every payout of the pay-in, this one too
 */
export function mayLeave(
  approved: MajorAmount | null,
  { id, anomaly_id, rest_of }: Deciding,
  payouts: readonly Deciding[]
): boolean {
  const decides = anomaly_id !== null && rest_of === null
  const another = payouts.some(
    (one) =>
      one.id !== id && one.anomaly_id === anomaly_id && one.rest_of === null && !noLongerCounts(one)
  )
  return !(decides && another) && staysWithin(approved, payouts)
}

/**
 * Whether the money left of a pay-in still covers what Medusa books: the requested amount, or the
 * smaller received amount that a person accepted.
 */
export function stillPays(
  { approved, asked }: { approved: MajorAmount | null; asked: MajorAmount },
  payouts: readonly PayoutOfPayIn[]
): boolean {
  return (
    approved !== null &&
    compareAmounts(leftToRefund(approved, payouts), leastAmount(approved, asked)) >= 0
  )
}

/** Whether a refund is too small for a payout of its own. */
function isBelowWire(amount: MajorAmount, decimals: number): boolean {
  return !isPositive(roundDown(amount, decimals))
}

/**
 * Unrounded sum of the refunds before one, as far as they are paid. A refund with a payout counts.
 * Of the others only those of {@link paidWithoutPayout} do: a person decides about each other one
 * (anomaly `refund_without_payout`).
 *
 * @param payouts of the other refunds: each counts once with the amount that Medusa booked
 * @param refunds of the payment before this one, as Medusa has them, the earliest first
 * @param returned by all payouts of refunds
 */
export function refundedBefore(
  payouts: readonly { refund_id: string | null; order_amount: MajorAmount }[],
  refunds: readonly { id: string; amount: MajorAmount }[],
  decimals: number,
  returned: MajorAmount = ZERO
): MajorAmount {
  // A refund may have two payouts, one for the part that was missing at first.
  const booked = new Map(payouts.map(({ refund_id, order_amount }) => [refund_id, order_amount]))
  const withPayout = [...booked.values()].reduce(addAmounts, ZERO)
  const others = refunds.filter(({ id }) => !booked.has(id)).map(({ amount }) => amount)
  const leftBeyond = subtractAmounts(returned, withPayout)
  return paidWithoutPayout(others, leftBeyond, decimals).reduce(addAmounts, withPayout)
}

/**
 * Which refunds without a payout of their own are paid. One that is too small for a payout waits for
 * the next one, which pays both. Any other one is paid by what left beyond its own refund of a payout
 * whose first refund Medusa took back, as far as that goes.
 *
 * An example: a payout of 20 left, Medusa took its refund back, and it pays the next one, of 15. 5
 * are left beyond that. Of two more refunds of 3 the first one is paid by them. 2 are left, so the
 * second one is not paid, and a person decides about it.
 *
 * @param leftBeyond may be below zero, while payouts are still owed
 */
function paidWithoutPayout(
  refunds: readonly MajorAmount[],
  leftBeyond: MajorAmount,
  decimals: number
): MajorAmount[] {
  let left = leftBeyond
  return refunds.filter((amount) => {
    const isPaid = compareAmounts(amount, left) <= 0 || isBelowWire(amount, decimals)
    left = subtractAmounts(left, isPaid ? amount : ZERO)
    return isPaid
  })
}

/**
 * Refund limit: which of the payouts that left for a Refund that Medusa took back pay the next one.
 * The first ones are taken until it is covered, so that the others cover a later one.
 */
export function coveringPayouts<Left extends { amount: MajorAmount }>(
  left: readonly Left[],
  refund: MajorAmount
): Left[] {
  let covered = ZERO
  return left.filter(({ amount }) => {
    const lacks = compareAmounts(covered, refund) < 0
    covered = addAmounts(covered, lacks ? amount : ZERO)
    return lacks
  })
}

/** One refund that Medusa booked, with the other refunds and payouts of its pay-in. */
export interface RefundToPay {
  /** The received amount; null: nothing arrived. */
  approved: MajorAmount | null
  /** The amount that Medusa booked, unrounded (`bookableAmount`). */
  booked: MajorAmount
  /** The amount as it was paid, rounded. All refunds together give back no more. */
  paid: MajorAmount
  /** Unrounded sum of the refunds that Medusa booked before this one. */
  refunded_before: MajorAmount
  refund: MajorAmount
  /** Payouts for the earlier refunds. */
  refund_payouts: readonly PayoutOfPayIn[]
  /** Every payout of the pay-in, `refund_payouts` included. */
  payouts: readonly PayoutOfPayIn[]
  /** Decimals of the wire. */
  decimals: number
}

/**
 * Refund limit: what to pay out for a refund, and the part that cannot be paid because the money is
 * not there (anomaly `refund_without_payout`). Medusa's amounts carry fractions that the wire does
 * not. So each payout is rounded down, and the payout that completes the refund pays the rest.
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
  const wanted = atLeastZero(subtractAmounts(due, refundedOf(refund.refund_payouts)))
  const left = roundDown(leftToRefund(refund.approved, refund.payouts), decimals)
  const amount = leastAmount(wanted, left)
  return { amount, missing: addAmounts(subtractAmounts(wanted, amount), beyond) }
}

function atLeastZero(amount: MajorAmount): MajorAmount {
  return isPositive(amount) ? amount : ZERO
}
