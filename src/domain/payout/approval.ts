import { addAmounts, compareAmounts, type MajorAmount, multiplyAmount } from "../money/amount"
import type { PayoutReason } from "./reason"
import type { RefusalCode } from "../error/refusal-code"
import { isUnknownMaker, type Actor, type UserAccount } from "./actor"

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
  const limit = ownLimit(currency, limits)
  return limit === undefined || compareAmounts(amount, limit) > 0
}

/** The options that say which payouts wait for a second person. */
export interface ApprovalOptions {
  approvalAbove: ApprovalLimits
  approvalAbovePerDay: ApprovalLimits
  beneficiaryChanges: "approve" | "allow"
  refundsToOthers: "approve" | "allow"
}

/** What decides whether a payout waits for a second person. Amounts in major units. */
export interface ApprovalFacts {
  amount: MajorAmount
  currency: string
  /** Whether a second person approved this version of it. */
  approved: boolean
  /** Whether its beneficiary's destination and its rule are confirmed by a second person. */
  confirmed: boolean
  /** Whether it refunds a payment to a document that is not the payer's, or that an operator typed. */
  other_person: boolean
  /** Whether the service names another holder of its key than the destination (domain/payout/key-holder). */
  other_holder: boolean
  /**
   * Whether it is a seller's share of an order whose price no provider received, or which brought in
   * less than its sellers get with it.
   */
  not_paid_here: boolean
  /** Whether it pays the rest of another payout (domain/payout/rest). */
  rest: boolean
  /** Whether the recipient names the account, in a form of the service. */
  by_form: boolean
  /**
   * What else of its account leaves today without a second person: what was sent, and before it
   * enters the queue also what waits there.
   */
  today: MajorAmount
}

/** `above_limit` is the usual case, and has no reason of its own. */
export type ApprovalNeed =
  | "above_limit"
  | Extract<
      PayoutReason,
      | "beneficiary_unconfirmed"
      | "other_person"
      | "key_holder"
      | "not_paid_here"
      | "rest"
      | "by_form"
      | "daily_limit"
    >

/** So many payouts of the size of the limit leave in a day, unless the option says otherwise. */
const USUAL_PER_DAY = 10

/**
 * Four eyes: why a payout waits for a second person; null when it does not. The day comes last: it
 * matters only for what nothing else stops.
 */
export function approvalNeed(facts: ApprovalFacts, options: ApprovalOptions): ApprovalNeed | null {
  const { amount, currency, approved, confirmed, today } = facts
  const { other_person, other_holder, not_paid_here, rest, by_form } = facts
  if (approved) return null
  if (!confirmed && options.beneficiaryChanges === "approve") return "beneficiary_unconfirmed"
  if (other_person && options.refundsToOthers === "approve") return "other_person"
  if (other_holder) return "key_holder"
  if (not_paid_here) return "not_paid_here"
  if (rest) return "rest"
  if (by_form) return "by_form"
  if (needsApproval(amount, currency, options.approvalAbove)) return "above_limit"
  return exceedsDay({ amount, currency, today }, options) ? "daily_limit" : null
}

/** Whether an amount exceeds what may leave in a day without a second person, beside the rest. */
export function exceedsDay(
  { amount, currency, today }: Pick<ApprovalFacts, "amount" | "currency" | "today">,
  options: Pick<ApprovalOptions, "approvalAbove" | "approvalAbovePerDay">
): boolean {
  const day = dayLimit(currency, options)
  return day === null || compareAmounts(addAmounts(today, amount), day) > 0
}

/** What may leave in a day without a second person; null: nothing. */
function dayLimit(
  currency: string,
  {
    approvalAbove,
    approvalAbovePerDay,
  }: Pick<ApprovalOptions, "approvalAbove" | "approvalAbovePerDay">
): MajorAmount | null {
  const named = ownLimit(currency, approvalAbovePerDay)
  const each = ownLimit(currency, approvalAbove)
  return named ?? (each === undefined ? null : multiplyAmount(each, USUAL_PER_DAY))
}

function ownLimit(currency: string, limits: ApprovalLimits): MajorAmount | undefined {
  return Object.hasOwn(limits, currency) ? limits[currency] : undefined
}

/** Who made a payout, and everybody who had a part in it since (docs/decisions/0015-four-eyes.md). */
export interface Makers {
  /** User id; null: the system, or a key behind which no user is known. */
  created_by: string | null
  /** When the first of them acted ({@link firstAct}). */
  since: Date
  /**
   * Who made the payout or asked for the refund that it pays, who set or changed its destination,
   * who made the link by which a shopper did, who typed the payer's document, the makers of its
   * beneficiary and its rule, and who priced and fulfilled the order of a seller's share (`makerOf`).
   */
  makers: readonly string[]
}

/** A beneficiary or a rule whose version a payout copied. */
export interface Copied {
  /** The copied version while nobody confirmed it; null: it is confirmed. */
  version: number | null
  /** The row as it is now. */
  row: { version: number; created_at: Date; unconfirmed_since: Date }
}

/**
 * Four eyes: the time before which a user must have existed to approve a payout of a rule. The system
 * makes such payouts, so the first unconfirmed change of the rule or beneficiary that was copied counts
 * too: whoever is too new to confirm that version is too new to approve its payouts. Where the row was
 * changed again since, nobody knows when the copied version was made. Then the row's creation counts.
 */
export function firstAct(created_at: Date, copies: readonly Copied[]): Date {
  const changes = copies.flatMap(({ version, row }) =>
    version === null ? [] : [version === row.version ? row.unconfirmed_since : row.created_at]
  )
  return changes.reduce((first, one) => (one < first ? one : first), created_at)
}

export type ApprovalRefusal =
  | "not_a_user"
  | "creator"
  | "maker"
  | "not_an_approver"
  | "email_of_another"
  | "too_new"
  | "unknown_maker"

/**
 * Four eyes: why this actor may not approve, or mark as paid elsewhere above the limit; null when
 * they may.
 *
 * - A key may not: the person behind it is the one who signs in.
 * - Who was removed and invited again with the same e-mail is the same person, and bound by what
 *   they did. They are no approver by that e-mail any more: an admin can remove an approver, and
 *   invite themselves with the e-mail.
 * - A user who is younger than what its makers did may not: they could have invited a second
 *   account.
 * - A key behind which no user is known may be anybody's, and so may the account of a customer who
 *   took the order over: nobody may. With option `approvers` the
 *   store says itself whom it trusts, and they may.
 *
 * @param approvers option `approvers`; null: any user
 */
export function approvalRefusal(
  actor: Actor,
  { created_by, since, makers }: Makers,
  approvers: Approvers
): ApprovalRefusal | null {
  const { type, id, account } = actor
  if (type !== "user" || id === null || account === undefined) {
    return "not_a_user"
  }
  if (id === created_by) {
    return "creator"
  }
  if ([id, ...account.earlier].some((one) => one === created_by || makers.includes(one))) {
    return "maker"
  }
  const standing = standingAmong(approvers, id, account)
  if (standing !== "approver") {
    return standing
  }
  if (account.created_at > since) {
    return "too_new"
  }
  return approvers === null && makers.some(isUnknownMaker) ? "unknown_maker" : null
}

/**
 * Option `approvers`: e-mails in lower case, and ids of users. Null: any user.
 *
 * An e-mail names the user who had it first, whatever became of them. An id names its user.
 */
export type Approvers = readonly string[] | null

/** Whether the option names this user, and why it does not. */
export function standingAmong(
  approvers: Approvers,
  id: string,
  { email, earlier }: UserAccount
): "approver" | Extract<ApprovalRefusal, "not_an_approver" | "email_of_another"> {
  if (approvers === null || approvers.includes(id)) {
    return "approver"
  }
  // Medusa takes any text for an e-mail, also one that is the id of somebody else.
  if (!email.includes("@") || !approvers.includes(email)) {
    return "not_an_approver"
  }
  return earlier.length === 0 ? "approver" : "email_of_another"
}

const REFUSALS: Record<ApprovalRefusal, string> = {
  not_a_user: "Only a person who is signed in can approve a payout, not a key.",
  creator: "You made this payout: another person has to approve it.",
  maker:
    "You had a part in this payout: in its destination, the payer's document, its beneficiary, its rule, or the order that it is a share of. Another person has to approve it.",
  not_an_approver:
    "The option approvers does not name you: a person whom it names has to approve this payout.",
  email_of_another:
    "The option approvers names your e-mail, but another user had it before you, perhaps one who was removed. It names that user alone. Whoever can edit the options can name you by the id of your user.",
  too_new:
    "Your user was created after this payout, or after an unconfirmed change of the rule that made it or of its beneficiary: a person whose user existed before has to approve it.",
  unknown_maker:
    "A secret API key made or changed this payout, or a customer's account took its order over, and the person behind it is not known. Only a person whom the option approvers names can approve it.",
}

export function approvalRefusalText(refusal: ApprovalRefusal): string {
  return REFUSALS[refusal]
}

const REPORTED =
  "You reported that this payout was not paid: another person has to try it again, and you may approve that."

const RETRY_REFUSALS: Record<ApprovalRefusal, string> = {
  ...REFUSALS,
  not_a_user: "Only a person who is signed in can try again what was reported as not paid.",
  creator: REPORTED,
  maker: REPORTED,
}

/** Why somebody does not retry what a person reported as not paid. */
export function retryRefusalText(refusal: ApprovalRefusal): string {
  return RETRY_REFUSALS[refusal]
}

/** The stable name that the admin translates. */
export function approvalRefusalCode(refusal: ApprovalRefusal): RefusalCode {
  switch (refusal) {
    case "not_an_approver":
    case "email_of_another":
      return "not_an_approver"
    case "too_new":
    case "unknown_maker":
      return refusal
    case "not_a_user":
    case "creator":
    case "maker":
      return "second_person"
  }
}
