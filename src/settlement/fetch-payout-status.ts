import { tellsOfUnnamedPayment } from "../domain/anomaly/kinds"
import { anomalyReason } from "../domain/anomaly/reason"
import { compareAmounts, sameAmount } from "../domain/money/amount"
import { isByForm } from "../domain/payout/methods"
import { payoutStatusFor } from "../domain/payout/state"
import { sameReference, sameTicket } from "../domain/row/reference"
import { notUnderstood } from "../domain/payin/received-amount"
import { systemNote } from "../domain/operator/system-note"
import type { RemoteTransaction } from "../modules/gateway/lookup"
import type { LookupCause, PayInGatewayService } from "../modules/gateway/service"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { Attempt, Payout } from "../modules/payouts/rows"
import type { PayInPayoutsService } from "../modules/payouts/service"
import type { RecordedPayout } from "../modules/payouts/status-reports"
import { lookUpByEveryName } from "./every-name"

const LONGEST_NAME = 64

/**
 * Dependencies of a payout lookup; passed in, so that a route, a notification and a job can all
 * make one.
 */
export interface FetchPayoutStatusDeps {
  ledger: Pick<PayInLedgerService, "anomalies">
  payouts: Pick<PayInPayoutsService, "statusReports" | "payouts">
  gateway: Pick<PayInGatewayService, "transactions">
}

export type PayoutObservation =
  /** The report was recorded: a move, or no change. */
  | "moved"
  | "same"
  /**
   * The report is of an earlier step than our final state, of an earlier send, or older than one that
   * was recorded: nothing moves.
   */
  | "late"
  /** The service does not know it, which is not believed yet. */
  | "not_yet"
  /** The service does not know it, which is believed. */
  | "believed"
  /** Not known as often as is believed, but a notification told of it. */
  | "heard_of"
  /** Not known as often as is believed, but it asked for a form, which may be there all the same. */
  | "form_sent"
  /** Not known, and the service refused a resend or contradicted itself. */
  | "never_received"
  /** Not known, and nothing is on its way: it was rejected or refused. */
  | "forgotten"
  /** It was sent with the credentials of another merchant, which alone knows it. */
  | "other_merchant"
  /** The answer is about another transaction, has an unknown status, or contradicts our state. */
  | "foreign"
  | "unknown_status"
  | "contradiction"

/**
 * Asks the service about one attempt, compares, moves attempt and payout. Needs no lease and may
 * run twice at once.
 *
 * @throws GatewayError when the service gave no clear answer; everything is then as it was.
 */
export async function fetchPayoutStatus(
  deps: FetchPayoutStatusDeps,
  attempt: Attempt,
  cause: LookupCause = "own"
): Promise<PayoutObservation> {
  const { statusReports, payouts: payoutsOf } = deps.payouts
  const asked_at = await statusReports.now()
  const answer = await lookUpByEveryName(deps.gateway, attempt, {
    cause,
    heard: attempt.heard_ticket,
  })
  if (answer.kind === "not_known") {
    return notKnown(deps, attempt)
  }
  const remote = answer.transaction
  const difference = differs(attempt, remote)
  const status = payoutStatusFor(remote.status)
  const unclear = difference ?? notUnderstood(attempt.currency, remote, status)
  if (unclear !== null || status === null) {
    await report(deps, attempt, "unknown_status", {
      reason: unclear,
      said: remote.raw_status,
      ...(difference !== null && { answered_for: named(remote) }),
    })
    return difference === null ? "unknown_status" : "foreign"
  }
  const paid = otherAmount(attempt, remote)
  if (paid !== null && status === "approved" && !isTold(attempt, remote)) {
    // First, because a final attempt is seldom looked up again: a crash later loses nothing.
    await report(deps, attempt, "payout_amount_mismatch", paid)
  }
  const recorded = await statusReports.record(attempt, {
    status,
    service_status: remote.status,
    ticket: remote.ticket,
    amount: remote.amount,
    currency: remote.currency,
    response_message: remote.response_message,
    asked_at,
  })
  if (recorded === null) {
    return "late"
  }
  if (recorded.outcome === "contradiction") {
    await report(deps, attempt, "status_changed_after_final", {
      status: recorded.attempt.status,
      said: status,
    })
  }
  const beyond = status === "approved" && paid === null ? beyondPart(recorded) : null
  if (beyond !== null) {
    await report(deps, attempt, "payout_amount_mismatch", beyond)
  }
  if (recorded.outcome === "moved") {
    await deps.ledger.anomalies.closeOfPayout(
      attempt.payout_id,
      ["payout_unknown", "payout_stuck", "unknown_status"],
      systemNote("service_says", { status }),
      attempt.reference
    )
  }
  if (status === "pending" && (await payoutsOf.isStuck(recorded.payout))) {
    const since = recorded.payout.status_changed_at.toISOString()
    await report(deps, attempt, "payout_stuck", { since })
  }
  return recorded.outcome
}

async function notKnown(deps: FetchPayoutStatusDeps, attempt: Attempt): Promise<PayoutObservation> {
  const recorded = await deps.payouts.statusReports.recordNotKnown(attempt)
  if (recorded === null) {
    return "not_yet"
  }
  if (recorded.outcome === "believed") {
    await report(deps, attempt, "payout_unknown", {
      reason:
        attempt.status === "pending"
          ? anomalyReason("accepted_then_unknown")
          : anomalyReason("never_received"),
    })
  }
  if (recorded.outcome === "heard_of") {
    await report(deps, attempt, "payout_unknown", { reason: anomalyReason("heard_of") })
  }
  if (recorded.outcome === "form_sent" && attempt.status === "unknown") {
    await report(deps, attempt, "payout_unknown", { reason: anomalyReason("form_sent") })
  }
  // A form that nobody fills in may be shown to no lookup.
  if (isByForm(attempt) && (await deps.payouts.payouts.isStuck(recorded.payout))) {
    const since = recorded.payout.status_changed_at.toISOString()
    await report(deps, attempt, "payout_stuck", { since })
  }
  if (recorded.outcome === "other_merchant" && ["unknown", "pending"].includes(attempt.status)) {
    await report(deps, attempt, "payout_unknown", { reason: anomalyReason("other_merchant") })
  }
  if (recorded.outcome === "contradiction") {
    const { status } = attempt
    await report(deps, attempt, "status_changed_after_final", { status, said: "not_known" })
  }
  return recorded.outcome
}

/** Why an answer is about another transaction; null when it is about this attempt. */
function differs(attempt: Attempt, remote: RemoteTransaction): string | null {
  if (!sameReference(remote.reference, attempt.reference)) {
    return "other_reference"
  }
  if (attempt.ticket !== null && !sameTicket(remote.ticket, attempt.ticket)) {
    return "other_ticket"
  }
  return remote.kind === "payin" ? "is_a_payin" : null
}

/**
 * The paid amount, when it differs from the ordered one. The money left, so the state follows all
 * the same.
 */
function otherAmount(attempt: Attempt, { amount, currency }: RemoteTransaction) {
  const same =
    (amount === null || sameAmount(amount, attempt.amount)) &&
    (currency === null || currency === attempt.currency)
  return same
    ? null
    : {
        ordered: { amount: attempt.amount, currency: attempt.currency },
        paid: { amount, currency },
        more: amount !== null && compareAmounts(amount, attempt.amount) > 0,
      }
}

/** Whether the service paid so much by an answer that was recorded before: a person was told of it. */
function isTold(attempt: Attempt, { amount, currency }: RemoteTransaction): boolean {
  const { status, paid_amount, paid_currency } = attempt
  return (
    status === "approved" &&
    paid_amount !== null &&
    amount !== null &&
    sameAmount(paid_amount, amount) &&
    paid_currency === currency
  )
}

/** What was paid of a payout beyond the part that was left of it when its rest was ordered. */
function beyondPart({ payout, attempt }: RecordedPayout) {
  const { amount, currency, paid_amount, reference } = payout
  const isPart = attempt.reference === reference && compareAmounts(attempt.amount, amount) > 0
  return isPart && paid_amount !== null && compareAmounts(paid_amount, amount) > 0
    ? {
        ordered: { amount, currency },
        paid: { amount: paid_amount, currency },
        more: true,
      }
    : null
}

async function report(
  { ledger, payouts }: FetchPayoutStatusDeps,
  { id, payout_id, account, reference, ticket, amount, currency }: Attempt,
  kind:
    | "unknown_status"
    | "status_changed_after_final"
    | "payout_amount_mismatch"
    | "payout_unknown"
    | "payout_stuck",
  facts: Record<string, unknown>
): Promise<void> {
  const payout: Payout | null = await payouts.payouts.find(payout_id)
  const told = {
    kind,
    // One anomaly per reference that was paid after all.
    subject: kind === "status_changed_after_final" ? id : payout_id,
    account,
    payout_id,
    order_id: payout?.order_id ?? null,
    facts: { reference, ticket, amount, currency, ...facts },
  }
  // Another odd answer names no amount either: the account stays paused.
  await (kind === "unknown_status"
    ? ledger.anomalies.open(told, tellsOfUnnamedPayment)
    : ledger.anomalies.open(told))
}

/** The identifiers in the answer. */
function named({ reference, ticket }: RemoteTransaction) {
  return { reference: reference?.slice(0, LONGEST_NAME) ?? null, ticket }
}
