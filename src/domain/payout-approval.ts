import { compareAmounts, type MajorAmount } from "./money"

/** Option `approvalAbove`: amounts in major units by currency. */
export type ApprovalLimits = Readonly<Partial<Record<string, MajorAmount>>>

/**
 * Four eyes: whether a payout waits for a second person. A currency without a limit always does.
 */
export function needsApproval(
  amount: MajorAmount,
  currency: string,
  limits: ApprovalLimits
): boolean {
  const limit = Object.hasOwn(limits, currency) ? limits[currency] : undefined
  return limit === undefined || compareAmounts(amount, limit) > 0
}

/**
 * Makers (docs/decisions/0015-four-eyes.md): who made or changed a payout. User ids; null is the
 * system, or nobody.
 */
export interface Makers {
  created_by: string | null
  /** Last editors of the destination, the beneficiary and the rule. */
  edited_by: readonly (string | null)[]
}

export type ApprovalRefusal = "not_a_user" | "creator" | "last_editor"

/**
 * Four eyes: why this actor may not approve, or mark as paid elsewhere above the limit; null when
 * they may.
 */
export function approvalRefusal(
  actor: { type: string; id: string | null },
  { created_by, edited_by }: Makers
): ApprovalRefusal | null {
  if (actor.type !== "user" || actor.id === null || actor.id === "") {
    return "not_a_user"
  }
  if (actor.id === created_by) {
    return "creator"
  }
  return edited_by.includes(actor.id) ? "last_editor" : null
}

const REFUSALS: Record<ApprovalRefusal, string> = {
  not_a_user: "Only a person who is signed in can approve a payout, not a key.",
  creator: "You made this payout: another person has to approve it.",
  last_editor: "You said where the money goes or how much it is: another person has to approve it.",
}

export function approvalRefusalText(refusal: ApprovalRefusal): string {
  return REFUSALS[refusal]
}
