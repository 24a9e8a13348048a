import { createHash } from "node:crypto"
import type { AnomalyKind } from "./kinds"
import { isPausing } from "./pause"
import { UNALLOCATED_KINDS, type AnomalyAction } from "./resolution"
import { sameAmount, type MajorAmount } from "../money/amount"
import type { Actor } from "../payout/actor"
import {
  approvalRefusal,
  approvalRefusalText,
  needsApproval,
  type ApprovalLimits,
  type Approvers,
  type ApprovalRefusal,
  type Makers,
} from "../payout/approval"

/** An amount in major units with its currency. */
export interface Sum {
  amount: MajorAmount
  currency: string
}

/** What one person proposed, and another person has to confirm. */
export interface Proposal extends Sum {
  action: AnomalyAction
  /** Id of a user. */
  by: string
  at: Date
  /** What it was decided by, see {@link aboutText}. */
  about: string
}

/** A decision about money that came in, before it is carried out. */
export interface MoneyDecision {
  action: AnomalyAction
  actor: Actor
  /** What arrived. */
  arrived: Sum
  /** What was asked. */
  asked: Sum
  /** What it is decided by, see {@link aboutText}. */
  about: string
  /** Payouts that leave once it is decided so. */
  waiting?: readonly WaitingPayout[]
  /** Whether the sums may be wrong: then no limit tells how much leaves. */
  unsure?: boolean
}

/** A payout that an anomaly keeps from leaving. */
export interface WaitingPayout extends Sum {
  makers: Makers
  /** The proposer, where it is enough that one of the two people could approve it. */
  or_by?: Actor
}

/** The options that say which decisions need a second person, and who that can be. */
export interface SecondPersonOptions {
  approvalAbove: ApprovalLimits
  approvers: Approvers
}

/** `carry_out` names the person who proposed it; null when one person is enough. */
export type SecondPersonStep =
  | { to: "carry_out"; proposed_by: string | null }
  | { to: "propose" }
  | { to: "refuse"; refusal: ApprovalRefusal }

// Ignored, this money pays nothing and goes to nobody from here any more. A payout of another amount
// may pause its account: then others leave once it is ignored.
const IGNORED_BY_PEOPLE: readonly AnomalyKind[] = [
  ...UNALLOCATED_KINDS,
  "status_changed_after_final",
  "refund_without_payout",
  "payout_amount_mismatch",
]

/**
 * Whether only a person who is signed in may decide so, and no secret API key. A refund leaves as a
 * payout, which has an approval of its own.
 */
export function needsPerson(
  about: { kind: AnomalyKind; facts: unknown },
  action: AnomalyAction
): boolean {
  return (
    action === "accept" ||
    action === "captured" ||
    (action === "ignore" && (isPausing(about) || IGNORED_BY_PEOPLE.includes(about.kind)))
  )
}

/**
 * Four eyes: what becomes of a decision about money that came in
 * (docs/decisions/0034-four-eyes-for-money-in.md), or that ends the pause of an account
 * (docs/decisions/0047-two-people-end-a-pause.md). Both sums count, because an order of a large
 * amount can be paid with a small one.
 *
 * - Above the limit it is proposed first. Another action, or other facts, are a proposal anew.
 * - Who is not among the option `approvers` takes the place of the proposer: otherwise a proposal of
 *   the only approver could be confirmed by nobody.
 * - So does who could not approve a payout that the decision lets leave: its makers would otherwise
 *   end a doubt that came after its approval.
 */
export function secondPersonStep(
  decision: MoneyDecision,
  proposal: Proposal | null,
  { approvalAbove, approvers }: SecondPersonOptions
): SecondPersonStep {
  const { actor, asked, arrived, waiting = [], unsure = false } = decision
  const isAbove = [asked, arrived, ...waiting].some(({ amount, currency }) =>
    needsApproval(amount, currency, approvalAbove)
  )
  if (!isAbove && !unsure) {
    return { to: "carry_out", proposed_by: null }
  }
  if (actor.type !== "user" || actor.account === undefined) {
    return { to: "refuse", refusal: "not_a_user" }
  }
  if (proposal === null || !isSame(decision, proposal)) {
    return { to: "propose" }
  }
  const refusal = proposalRefusal(actor, proposal, approvers)
  if (refusal === null) {
    return mayLetLeave(actor, waiting, approvers)
      ? { to: "carry_out", proposed_by: proposal.by }
      : { to: "propose" }
  }
  return refusal === "not_an_approver" || refusal === "email_of_another"
    ? { to: "propose" }
    : { to: "refuse", refusal }
}

/**
 * Whether this actor, or for some of them the proposer, could approve each payout that a decision lets
 * leave.
 */
export function mayLetLeave(
  actor: Actor,
  waiting: readonly WaitingPayout[],
  approvers: Approvers
): boolean {
  return waiting.every(({ makers, or_by }) =>
    [actor, ...(or_by === undefined ? [] : [or_by])].some(
      (one) => approvalRefusal(one, makers, approvers) === null
    )
  )
}

/** Why this actor may not confirm a proposal; null when they may. */
export function proposalRefusal(
  actor: Actor,
  { by, at }: Pick<Proposal, "by" | "at">,
  approvers: Approvers
): ApprovalRefusal | null {
  return approvalRefusal(actor, { created_by: by, since: at, makers: [by] }, approvers)
}

function isSame({ action, about, arrived }: MoneyDecision, proposal: Proposal): boolean {
  return (
    proposal.action === action &&
    proposal.about === about &&
    proposal.currency === arrived.currency &&
    sameAmount(proposal.amount, arrived.amount)
  )
}

/** What a person saw of an anomaly when they decided. */
export interface SeenAnomaly {
  facts: Readonly<Record<string, unknown>>
  transaction_id: string | null
  order_id: string | null
}

/** What a person saw of the money: its state and amount here. Null: there is no such row. */
export interface SeenMoney {
  status: string
  amount: MajorAmount | null
  currency: string | null
}

/**
 * The fingerprint of all that a decision is made by: a proposal whose anomaly, pay-in or card
 * changed since counts no more. Why Medusa could not be updated differs from try to try, and says
 * nothing of the money.
 */
export function aboutText(
  { facts, transaction_id, order_id }: SeenAnomaly,
  { payIn, card }: { payIn: SeenMoney | null; card: SeenMoney | null }
): string {
  const told = { ...facts, reason: null }
  const seen = [told, transaction_id, order_id, seenOf(payIn), seenOf(card)]
  return createHash("sha256")
    .update(JSON.stringify(sorted(seen)))
    .digest("hex")
}

function seenOf(money: SeenMoney | null) {
  return money && [money.status, money.amount, money.currency]
}

/** The database keeps the names of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted)
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => [name, sorted(entry)])
}

const REFUSALS: Record<ApprovalRefusal, string> = {
  not_a_user: "Only a person who is signed in can decide this, not a key.",
  creator: "You proposed this: another person has to confirm it.",
  maker: "You proposed this under another user: another person has to confirm it.",
  not_an_approver:
    "The option approvers does not name you: a person whom it names has to confirm it.",
  email_of_another: approvalRefusalText("email_of_another"),
  too_new:
    "Your user was created after this was proposed: a person whose user existed before has to confirm it.",
  unknown_maker: approvalRefusalText("unknown_maker"),
}

/** Why somebody does not confirm a proposal. */
export function proposalRefusalText(refusal: ApprovalRefusal): string {
  return REFUSALS[refusal]
}

/** The answer to whoever proposes. */
export function proposedText({ unsure = false }: Pick<MoneyDecision, "unsure">): string {
  return unsure
    ? "It is not certain how much the service pays: another person has to confirm this."
    : "This is above the limit: another person has to confirm it."
}
