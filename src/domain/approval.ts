import { sameAmount, type MajorAmount } from "./money"

/** What was asked for and what arrived, in major units. */
export interface Approval {
  asked_amount: MajorAmount
  currency: string
  approved_amount: MajorAmount | null
  approved_currency: string | null
}

/**
 * Whether the money that arrived is the money that was asked for. A Bre-B payer can change the amount
 * before paying (gaps.md Money): what differs is never booked as paid.
 */
export function approvalFits(approval: Approval): boolean {
  return approvalDiffers(approval) === null
}

/** How the money that arrived differs from what was asked for; null when it fits. */
export function approvalDiffers(
  approval: Approval
): "amount_mismatch" | "currency_mismatch" | null {
  if (approval.approved_currency !== approval.currency) {
    return "currency_mismatch"
  }
  const fits =
    approval.approved_amount !== null && sameAmount(approval.approved_amount, approval.asked_amount)
  return fits ? null : "amount_mismatch"
}
