import {
  compareAmounts,
  isPowerOfTenApart,
  sameAmount,
  subtractAmounts,
  type MajorAmount,
} from "../money/amount"
import type { PayInStatus } from "./state"

/** Requested amount, received amount, and a person's decision about them. In major units. */
export interface Approval {
  requested_amount: MajorAmount
  currency: string
  approved_amount: MajorAmount | null
  approved_currency: string | null
  /** A person accepted an amount that differs. */
  accepted_at: Date | null
  /**
   * Excluded from settlement: a person decided that this money pays nothing here. It is refunded or
   * stays.
   */
  excluded_at: Date | null
}

/**
 * Received amount: whether it pays the requested amount. A payer of Bre-B can change the amount
 * before paying (docs/service.md#changed-amounts). A different amount is booked only after a person
 * accepted it.
 */
export function receivedFits(approval: Approval): boolean {
  return receivedDiffers(approval) === null && approval.excluded_at === null
}

/** Received amount: how it differs from the requested amount; null when it fits or was accepted. */
export function receivedDiffers(
  approval: Approval
): "amount_mismatch" | "currency_mismatch" | null {
  const { approved_amount: arrived, accepted_at } = approval
  if (approval.approved_currency !== approval.currency) {
    return "currency_mismatch"
  }
  const fits =
    arrived !== null && (accepted_at !== null || sameAmount(arrived, approval.requested_amount))
  return fits ? null : "amount_mismatch"
}

/**
 * Received amount: whether it is the requested one times a power of ten. Then the service counts in
 * another unit than the options `amounts.lookup` and `decimals` say, and nobody decides by it.
 */
export function isUnitSuspected(
  { requested_amount, currency }: Pick<Approval, "requested_amount" | "currency">,
  said: { amount: MajorAmount; currency: string }
): boolean {
  return said.currency === currency && isPowerOfTenApart(requested_amount, said.amount)
}

/**
 * Received amount: whether another amount of the service takes the place of the stored one, because
 * nothing was booked or decided by it yet.
 */
export function mayBeReplaced(
  approval: Approval & { status: PayInStatus; settled_at: Date | null },
  said: { status: PayInStatus; amount: MajorAmount | null; currency: string | null }
): boolean {
  const { status, settled_at, accepted_at, excluded_at, approved_amount } = approval
  const isUndecided = settled_at === null && accepted_at === null && excluded_at === null
  const differs =
    said.currency !== approval.approved_currency ||
    (said.amount !== null &&
      (approved_amount === null || !sameAmount(said.amount, approved_amount)))
  return (
    status === "approved" &&
    isUndecided &&
    said.status === "approved" &&
    said.amount !== null &&
    said.currency !== null &&
    differs
  )
}

/**
 * The amount that Medusa books: its order amount, or the smaller received amount that a person
 * accepted.
 */
export function bookableAmount(approval: Approval & { order_amount: MajorAmount }): MajorAmount {
  return approval.accepted_at !== null && isLess(approval)
    ? (approval.approved_amount ?? approval.order_amount)
    : approval.order_amount
}

/** The excess over the requested amount, to be refunded; null when there is none. */
export function excessAmount(approval: Approval): MajorAmount | null {
  const { approved_amount: arrived, requested_amount } = approval
  return arrived !== null && compareAmounts(arrived, requested_amount) > 0
    ? subtractAmounts(arrived, requested_amount)
    : null
}

function isLess({ approved_amount: arrived, requested_amount }: Approval): boolean {
  return arrived !== null && compareAmounts(arrived, requested_amount) < 0
}

/**
 * Received or paid amount: why an answer of the service is not understood; null when it is. An
 * approval without its amount would be final, and nobody could tell how much came or left.
 *
 * @param currency the asked one
 * @param status what the answer's status means; null: nothing that is known
 */
export function notUnderstood(
  currency: string,
  said: { amount: MajorAmount | null; currency: string | null },
  status: string | null
): "status_not_understood" | "amount_not_understood" | null {
  if (status === null) {
    return "status_not_understood"
  }
  const amountMissing = said.amount === null && said.currency === currency
  return status === "approved" && (said.currency === null || amountMissing)
    ? "amount_not_understood"
    : null
}
