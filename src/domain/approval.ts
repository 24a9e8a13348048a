import { compareAmounts, sameAmount, subtractAmounts, type MajorAmount } from "./money"

/** What was asked for, what arrived and what a person decided about it. Amounts in major units. */
export interface Approval {
  asked_amount: MajorAmount
  currency: string
  approved_amount: MajorAmount | null
  approved_currency: string | null
  /** A person accepted an amount that differs. */
  accepted_at: Date | null
  /** A person decided that this money pays nothing here: it goes back, or it rests. */
  set_aside_at: Date | null
}

/**
 * Whether the money that arrived pays for what it was asked for. A payer of Bre-B can change the
 * amount before paying (docs/service.md#changed-amounts). An amount that differs is booked only
 * after a person accepted it.
 */
export function approvalFits(approval: Approval): boolean {
  return approvalDiffers(approval) === null && approval.set_aside_at === null
}

/** How the money that arrived differs from what was asked for; null when it fits or was accepted. */
export function approvalDiffers(
  approval: Approval
): "amount_mismatch" | "currency_mismatch" | null {
  const { approved_amount: arrived, accepted_at } = approval
  if (approval.approved_currency !== approval.currency) {
    return "currency_mismatch"
  }
  const fits =
    arrived !== null && (accepted_at !== null || sameAmount(arrived, approval.asked_amount))
  return fits ? null : "amount_mismatch"
}

/** What Medusa books of this money: all that it asked for, or the smaller amount that a person accepted. */
export function bookableAmount(approval: Approval & { exact_amount: MajorAmount }): MajorAmount {
  return approval.accepted_at !== null && isLess(approval)
    ? (approval.approved_amount ?? approval.exact_amount)
    : approval.exact_amount
}

/** What arrived beyond what was asked for, to be given back; null when nothing did. */
export function excessAmount(approval: Approval): MajorAmount | null {
  const { approved_amount: arrived, asked_amount } = approval
  return arrived !== null && compareAmounts(arrived, asked_amount) > 0
    ? subtractAmounts(arrived, asked_amount)
    : null
}

function isLess({ approved_amount: arrived, asked_amount }: Approval): boolean {
  return arrived !== null && compareAmounts(arrived, asked_amount) < 0
}
