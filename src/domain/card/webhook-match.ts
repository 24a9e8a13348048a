import type { CardClaim } from "./event"
import { captureProblem } from "./request"
import { isNeverTold } from "./lapse"
import type { CardCause, CardStatus } from "./state"
import { type CardDisagreement, disagreements, type RemoteCardTransaction } from "./transaction"
import { type MajorAmount, sameAmount } from "../money/amount"

/** Largest expected difference between the service's clock and the database's. */
const CLOCK_SKEW_SECONDS = 5

export type TransactionClaim = Extract<CardClaim, { about: "transaction" }>

/** Our row's values for the transaction of a webhook. Amounts in major units. */
export interface KnownCardTransaction {
  kind: "preauthorization" | "renewal"
  status: CardStatus
  reference: string
  /** Null until the service gave the id. */
  transaction_id: string | null
  capture_transaction_id: string | null
  linked_transaction_id: string | null
  /** The service's id of the card that holds the money; null when it is not known. */
  subscription_id: string | null
  currency: string
  amount: MajorAmount
  /** The requested capture amount, while the capture is open. */
  capture_amount: MajorAmount | null
  captured_amount: MajorAmount | null
  /** The service's ids of earlier captures that were refused; "" where it gave no id. */
  refused_captures: readonly string[]
  /** When the call left that a webhook may report on; marked before it leaves. */
  sent_at: Date | null
  authorized_at: Date | null
  captured_at: Date | null
}

/** Fields in which a webhook differs from the request. */
export type CardWebhookDifference =
  CardDisagreement | "transaction_id" | "capture_transaction_id" | "subscription_id"

/**
 * The meaning of a signed webhook for a row, before the state machine decides.
 * - `step`: it reports on this row; `cardTransition` says whether that is news
 * - `early`: the call that it may report on is under way; the call's own answer goes first
 * - `late`: it reports, or may report, on an earlier capture and changes nothing
 * - `differs`: it names the row but is about something else, so nothing is booked
 * - `unasked`: it reports what the plugin never asked the service for, so nothing is booked. Anybody
 *   who knows the secret could write it.
 * - `lapsed`: it reports a hold that counted as lapsed, because nobody told of it for so long.
 *   Another one may have been made since, so this one is never captured.
 */
export type CardWebhookMatch =
  | {
      outcome: "step"
      to: Extract<CardStatus, "authorized" | "captured" | "declined">
      cause: Extract<CardCause, "webhook" | "refused">
      names: { transaction_id: string | null; capture_transaction_id: string | null }
      captured_amount: MajorAmount | null
      /** The service's id of a refused capture. */
      refused_capture?: string | null
    }
  | { outcome: "early" | "late" | "unasked" | "lapsed" }
  | { outcome: "differs"; in: CardWebhookDifference[] }

/**
 * Compares a webhook with the row that it names. It is believed only if it fits a request whose
 * answer did not come (docs/decisions/0014-card-outcomes.md). A field that the webhook omits is
 * ignored. Only a missing amount of held or captured money counts as a difference.
 *
 * @param at time of the event, by the webhook
 */
export function matchCardWebhook(
  row: KnownCardTransaction,
  claim: TransactionClaim,
  at: Date | null
): CardWebhookMatch {
  const { to, cause, transaction } = claim
  if (row.status === "creating" || row.status === "capturing") {
    return row.sent_at === null ? UNASKED : EARLY
  }
  if (to === "authorized" && cause === "refused") {
    return matchRefusedCapture(row, claim, at)
  }
  const taken = to === "captured"
  const differing = [
    ...(taken ? differsAsCapture(row, transaction) : differsAsHold(row, transaction, to)),
    ...ofAnotherCard(row, claim),
  ]
  if (differing.length > 0) {
    return { outcome: "differs", in: differing }
  }
  if (to === "declined" && (isOfEarlierTry(row, at) || isNeverTold(row))) {
    return LATE
  }
  if (to === "authorized" && isNeverTold(row)) {
    return LAPSED
  }
  if (taken && isUncaptured(row)) {
    return UNASKED
  }
  const names = namesOf(row, transaction, taken)
  return { outcome: "step", to, cause, names, captured_amount: taken ? transaction.amount : null }
}

/**
 * Whether no capture is open or done. One that counted as refused was answered: a webhook that
 * contradicts the answer is for a person.
 */
function isUncaptured({ status }: KnownCardTransaction): boolean {
  return status === "unknown" || status === "authorized"
}

/**
 * Whether an event that contradicts itself says of a card only what its row says: that it was
 * captured, by the capture that is booked.
 */
export function repeatsCapture(
  row: Pick<KnownCardTransaction, "status" | "capture_transaction_id" | "captured_amount">,
  { kind, status, transaction_id, amount }: RemoteCardTransaction
): boolean {
  const isOurs = transaction_id !== null && transaction_id === row.capture_transaction_id
  const isWhole =
    amount !== null && row.captured_amount !== null && sameAmount(amount, row.captured_amount)
  return (
    row.status === "captured" && kind === "capture" && status === "APPROVED" && isOurs && isWhole
  )
}

/** Differences between a reported hold, made or refused, and the request. */
function differsAsHold(
  row: KnownCardTransaction,
  shown: RemoteCardTransaction,
  to: TransactionClaim["to"]
): CardWebhookDifference[] {
  const { kind, reference, linked_transaction_id, amount, currency } = row
  const asked = { kind, reference, linked_transaction_id, amount, currency }
  // A refusal may be about a part of the held and captured money: any amount may have been
  // refunded.
  const anyAmount = to === "declined" && (shown.amount === null || row.status === "captured")
  return [
    ...disagreements(asked, shown).filter((name) => !(anyAmount && name === "amount")),
    ...(isOther(shown.transaction_id, row.transaction_id) ? (["transaction_id"] as const) : []),
  ]
}

/**
 * Compares a captured amount with the requested one or, without a request, with the held one.
 * `transaction_id` holds the id of the capture or of its hold (docs/service.md#card-webhooks).
 */
function differsAsCapture(
  row: KnownCardTransaction,
  shown: RemoteCardTransaction
): CardWebhookDifference[] {
  const named = shown.kind !== null && shown.kind !== "capture"
  const expected = expectedCapture(row)
  const asked = {
    kind: named ? row.kind : ("capture" as const),
    reference: row.reference,
    linked_transaction_id: named ? row.linked_transaction_id : row.transaction_id,
    amount: expected ?? shown.amount ?? row.amount,
    currency: row.currency,
  }
  const differing: CardWebhookDifference[] = disagreements(asked, shown)
  const unnamed = row.transaction_id === null
  const beyond = expected === null && shown.amount !== null && isBeyond(shown.amount, row.amount)
  const again =
    !namesTheHold(row, shown) && isOther(shown.transaction_id, row.capture_transaction_id)
  return [
    // A hold without an answer has no id yet that a link could differ from.
    ...differing.filter((name) => !(unnamed && name === "linked_transaction_id")),
    ...(beyond ? (["amount"] as const) : []),
    ...(again ? (["capture_transaction_id"] as const) : []),
    ...(named && isOther(shown.transaction_id, row.transaction_id)
      ? (["transaction_id"] as const)
      : []),
  ]
}

/**
 * A refused capture leaves the hold in place. Webhooks of several tries come in any order, so one
 * of an earlier try must not end a later one. A refusal of money that was already captured means
 * that it went back.
 */
function matchRefusedCapture(
  row: KnownCardTransaction,
  claim: TransactionClaim,
  at: Date | null
): CardWebhookMatch {
  const { transaction_id: name, amount } = claim.transaction
  const other = ofAnotherCard(row, claim)
  if (other.length > 0) {
    return { outcome: "differs", in: other }
  }
  if (name !== null && row.refused_captures.includes(name)) {
    return LATE
  }
  if (row.status === "captured") {
    const isOfTheCapture = name !== null && name === row.capture_transaction_id
    return isOfTheCapture || isLater(at, row.captured_at) ? step("declined", "webhook") : LATE
  }
  const open = row.status === "capture_unknown"
  const fits =
    amount === null || row.capture_amount === null || sameAmount(amount, row.capture_amount)
  return open && fits && isOfThisTry(row, name, at)
    ? { ...step("authorized", "refused"), refused_capture: name }
    : LATE
}

/**
 * Whether a refusal is about the open capture. After earlier refused tries only two things prove
 * that: an id that none of those tries had, or a time surely after this one left. An open capture
 * wrongly counted as refused could be captured twice; one that stays open waits for a person.
 */
function isOfThisTry(
  { refused_captures, sent_at }: KnownCardTransaction,
  name: string | null,
  at: Date | null
): boolean {
  if (isEarlier(at, sent_at)) {
    return false
  }
  const othersAreNamed = name !== null && !refused_captures.includes("")
  return refused_captures.length === 0 || othersAreNamed || isLater(at, sent_at)
}

/**
 * Whether a refusal without a kind happened before the capture: then no captured money went back,
 * whatever was refused.
 */
function isOfEarlierTry({ status, captured_at }: KnownCardTransaction, at: Date | null): boolean {
  return status === "captured" && isEarlier(at, captured_at)
}

const EARLY: CardWebhookMatch = { outcome: "early" }
const LATE: CardWebhookMatch = { outcome: "late" }
const UNASKED: CardWebhookMatch = { outcome: "unasked" }
const LAPSED: CardWebhookMatch = { outcome: "lapsed" }

function step(
  to: "authorized" | "declined",
  cause: "webhook" | "refused"
): Extract<CardWebhookMatch, { outcome: "step" }> {
  const names = { transaction_id: null, capture_transaction_id: null }
  return { outcome: "step", to, cause, names, captured_amount: null }
}

function namesOf(row: KnownCardTransaction, shown: RemoteCardTransaction, taken: boolean) {
  const { transaction_id, linked_transaction_id } = shown
  if (!taken || namesTheHold(row, shown)) {
    return { transaction_id, capture_transaction_id: null }
  }
  return { transaction_id: linked_transaction_id, capture_transaction_id: transaction_id }
}

function namesTheHold(row: KnownCardTransaction, shown: RemoteCardTransaction): boolean {
  const isHold = shown.kind !== null && shown.kind !== "capture"
  return isHold || (row.transaction_id !== null && shown.transaction_id === row.transaction_id)
}

function expectedCapture({ status, capture_amount, captured_amount }: KnownCardTransaction) {
  if (status === "captured") {
    return captured_amount
  }
  return status === "capture_unknown" ? capture_amount : null
}

function isBeyond(amount: MajorAmount, held: MajorAmount): boolean {
  return captureProblem(amount, held) !== null
}

function ofAnotherCard(
  row: KnownCardTransaction,
  { subscription_id }: TransactionClaim
): CardWebhookDifference[] {
  return isOther(subscription_id, row.subscription_id) ? ["subscription_id"] : []
}

function isOther(shown: string | null, known: string | null): boolean {
  return shown !== null && known !== null && shown !== known
}

/** Whether `at` may be before `than`, allowing for clock skew. Without a time it is not earlier. */
function isEarlier(at: Date | null, than: Date | null): boolean {
  return at !== null && than !== null && at.getTime() < than.getTime() - CLOCK_SKEW_SECONDS * 1000
}

/** Whether `at` is surely after `than`, even with clock skew. Without a time it is not. */
function isLater(at: Date | null, than: Date | null): boolean {
  return at !== null && than !== null && at.getTime() > than.getTime() + CLOCK_SKEW_SECONDS * 1000
}
