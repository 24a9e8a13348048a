import type { KeyDoubt } from "./key-holder"
import { compareAmounts, type MajorAmount } from "../money/amount"
import type { PayInStatus } from "../payin/state"
import type { ApprovalNeed } from "./approval"
import type { PayoutReason } from "./reason"
import { HELD_SECONDS, KEY_SECONDS } from "../time/schedule"

/** A person's question that ends with the change of a payout. */
export interface Settling {
  /** The Refund that payouts were asked about because they left for more. */
  settles?: string
}

/** Eligibility of the source: whether the reason for a payout still exists. */
export type SourceEligibility =
  | { outcome: "stands"; order_id?: string; failed_completion?: true }
  /**
   * Another amount is owed now. An attempt that was sent once is sent again unchanged: it may have
   * arrived.
   */
  | ({ outcome: "changed"; amount: MajorAmount; note: string } & Settling)
  /** An earlier payout turned out to have paid so much of its share, in major units. */
  | { outcome: "covered"; covered: MajorAmount }
  /** Final: nothing is owed any more. */
  | ({ outcome: "gone"; note: string } & Settling)
  /** Not to be sent yet. */
  | { outcome: "wait"; reason: PayoutReason; seconds: number; facts?: Record<string, unknown> }

/** What the service says of a pay-in when it is looked up. Amount in major units. */
export type PayInAnswer =
  | { status: PayInStatus; amount: MajorAmount | null; currency: string | null }
  /** The service does not know it. */
  | "not_known"
  /** The answer is about another transaction, or its status or amount is not understood. */
  | "not_understood"

/** One pay-in whose money a payout passes on. Amounts in major units. */
export interface PayInFacts {
  /** Our status. */
  status: PayInStatus
  /** The currency that arrived. */
  currency: string | null
  /** What it has to cover: all its refunds, or what the order was paid with. */
  needed: MajorAmount
  /** The service's present answer; null: a card payment, which cannot be looked up. */
  answer: PayInAnswer | null
  /** An anomaly is open that says that the service took its word back. */
  contradicted: boolean
}

/** Why a pay-in may not stand any more. */
export const PAYIN_DOUBTS = [
  "not_approved",
  "not_known",
  "not_understood",
  "less_than_needed",
  "contradicted",
  "account_gone",
] as const
export type PayInDoubt = (typeof PAYIN_DOUBTS)[number]

/**
 * Eligibility: why money of this pay-in must not leave now; null when the pay-in stands. It stands
 * while the service calls it approved, with at least the needed amount, and no contradiction waits
 * for a person.
 */
export function payInDoubt({
  status,
  currency,
  needed,
  answer,
  contradicted,
}: PayInFacts): PayInDoubt | null {
  if (status !== "approved") {
    return "not_approved"
  }
  if (answer === "not_known" || answer === "not_understood") {
    return answer
  }
  if (answer !== null && answer.status !== "approved") {
    return "not_approved"
  }
  if (answer !== null && !covers(answer, currency, needed)) {
    return "less_than_needed"
  }
  return contradicted ? "contradicted" : null
}

function covers(
  { amount, currency: answered }: { amount: MajorAmount | null; currency: string | null },
  currency: string | null,
  needed: MajorAmount
): boolean {
  return amount !== null && answered === currency && compareAmounts(amount, needed) >= 0
}

/** What is known without asking the service. */
export interface StoredFacts {
  /** Option `payouts.enabled`. */
  enabled: boolean
  /** Whether this is the installation that moves money (domain/installation/installation). */
  live: boolean
  /** Whether option `decimals` can write the amount. */
  writable: boolean
  source: SourceEligibility
  /**
   * Whether a payout of the account was paid with another amount, and no person looked at it yet;
   * or one under way is named in another unit.
   */
  paused: boolean
  /** Whether all refunds of the pay-in, this one too, stay within what arrived. */
  within: boolean
}

/** What only the service can tell. */
export interface AskedFacts {
  /** Whether every earlier attempt is still rejected. */
  earlier_over: boolean
  doubts: readonly (PayInDoubt | null)[]
  /** Why nothing is paid to the Bre-B key of the payout. */
  key?: KeyDoubt | null
  /**
   * Why the account cannot pay it now. Of a first send it is not asked here: the payouts that leave at
   * once share one balance.
   */
  balance?: PayoutReason | null
}

export type Eligibility = { outcome: "send" } | Exclude<SourceEligibility, { outcome: "stands" }>

/**
 * Eligibility: whether a payout may leave now. Every payout passes here last, whatever its source,
 * when it is sent first and when it is sent again.
 *
 * - What is owed comes before every other obstacle but a switched-off `payouts.enabled` and an
 *   installation that is held.
 * - The service is asked only about a payout that nothing else holds.
 *
 * @param asked null: the service was not asked yet
 * @returns `ask` when nothing speaks against it so far, and the service has to be asked
 */
export function eligibility(stored: StoredFacts, asked: AskedFacts): Eligibility
export function eligibility(stored: StoredFacts, asked: null): Eligibility | { outcome: "ask" }
export function eligibility(
  stored: StoredFacts,
  asked: AskedFacts | null
): Eligibility | { outcome: "ask" } {
  const { enabled, live, writable, source, paused, within } = stored
  if (!enabled) return wait("payouts_off")
  if (!live) return wait("installation_held")
  if (source.outcome !== "stands") return source
  if (!writable) return wait("not_writable")
  if (paused) return wait("account_paused")
  if (!within) return wait("over_bound")
  if (asked === null) return { outcome: "ask" }
  if (!asked.earlier_over) return wait("rejection_doubted")
  // Nobody can ask about a payment whose account is not in the options any more.
  if (asked.doubts.includes("account_gone")) return wait("no_account")
  if (asked.doubts.some((doubt) => doubt !== null)) return wait("payin_doubted")
  if (asked.key) return { ...wait(asked.key), seconds: KEY_SECONDS }
  if (asked.balance) return wait(asked.balance)
  return { outcome: "send" }
}

/** What decides whether an unanswered attempt may be sent once more under its reference. */
export interface AgainFacts {
  /** Whether the account's merchant is the one that it was sent to. */
  same_merchant: boolean
  by_form: boolean
  /** Whether a notification told of it, and nothing else. */
  heard: boolean
  /** Whether the service is believed not to know it. */
  believed: boolean
}

/** What is read at the last moment, under the locks of the pay-in, the payout and the day. */
export interface LastFacts {
  /** Whether it changed since everything else was asked: its state, or who works on it. */
  moved: boolean
  /** A reason after which nothing more of it is sent by itself; null: none. */
  stopped: PayoutReason | null
  /** Null: it is sent under this reference for the first time. */
  again: AgainFacts | null
  /** Whether all refunds of the pay-in, this one too, stay within what arrived. */
  within: boolean
}

export type LastWord =
  | { outcome: "send" }
  | { outcome: "moved" }
  | { outcome: "wait"; reason: PayoutReason }
  | { outcome: "second_person"; need: ApprovalNeed }

/**
 * Eligibility: the last word about a payout that {@link eligibility} lets leave. While the service was
 * asked another process may have moved it, and other payouts may have used up the limit of the day or
 * the money of the pay-in.
 *
 * @param need why a second person looks at it first. It is asked last: it takes the lock of the day.
 *   Null: not asked yet, or nothing
 */
export function lastWord(
  { moved, stopped, again, within }: LastFacts,
  need: ApprovalNeed | null
): LastWord {
  if (moved) return { outcome: "moved" }
  const reason = stopped ?? (again && notAgain(again)) ?? (within ? null : "over_bound")
  if (reason !== null) return { outcome: "wait", reason }
  if (need === null) return { outcome: "send" }
  // What was sent once waits where it is, and no approval is asked for.
  return again === null
    ? { outcome: "second_person", need }
    : { outcome: "wait", reason: "daily_limit" }
}

/** Why an unanswered attempt is not sent once more. */
function notAgain({ same_merchant, by_form, heard, believed }: AgainFacts): PayoutReason | null {
  // What the other merchant took would be paid twice.
  if (!same_merchant) return "other_merchant"
  if (by_form) return "form_sent"
  if (heard) return "heard_of"
  return believed ? null : "not_known"
}

function wait(reason: PayoutReason): { outcome: "wait"; reason: PayoutReason; seconds: number } {
  return { outcome: "wait", reason, seconds: HELD_SECONDS }
}
