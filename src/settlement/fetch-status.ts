import { tellsOfUnnamedPayment, type AnomalyKind } from "../domain/anomaly/kinds"
import { anomalyReason } from "../domain/anomaly/reason"
import { compareAmounts, type MajorAmount } from "../domain/money/amount"
import { payInStatusFor } from "../domain/payin/state"
import type { PayInAnswer } from "../domain/payout/eligibility"
import { sameReference, sameTicket } from "../domain/row/reference"
import { notUnderstood } from "../domain/payin/received-amount"
import { systemNote } from "../domain/operator/system-note"
import type { RemoteTransaction } from "../modules/gateway/lookup"
import type { LookupCause, PayInGatewayService } from "../modules/gateway/service"
import type { AnomalyReport } from "../modules/ledger/anomalies"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { Transaction } from "../modules/ledger/rows"
import { lookUpByEveryName } from "./every-name"

const NOT_FOUND = anomalyReason("link_not_found")

/** Longest stored text of a foreign reference: enough to find it. */
const LONGEST_NAME = 64

/** Anomalies that end when the service calls an approved pay-in approved again. */
export const CONTRADICTION_KINDS: readonly AnomalyKind[] = [
  "status_changed_after_final",
  "unknown_status",
]

/**
 * Dependencies of a pay-in lookup; passed in, so that a provider, a route and a job can all make
 * one.
 */
export interface FetchStatusDeps {
  ledger: Pick<PayInLedgerService, "observations" | "anomalies">
  gateway: Pick<PayInGatewayService, "transactions">
}

export interface Observation {
  /**
   * - `moved`, `same`, `stale`: the report was recorded, changed nothing, or is older than the row
   * - `not_known`: the service does not know the reference (yet)
   * - `foreign`, `unknown_status`, `contradiction`: the answer is about another transaction, cannot
   *   be understood, or contradicts a final state: nothing was changed
   */
  outcome: "moved" | "same" | "stale" | "not_known" | "foreign" | "unknown_status" | "contradiction"
  transaction: Transaction
  /** What the service says of the pay-in now. */
  answer: PayInAnswer
}

/**
 * Fetches the status of a pay-in: asks the service, compares, moves the ledger. It needs no lease
 * and may run twice at once. It tells Medusa nothing (docs/decisions/0006-one-road-for-money.md).
 *
 * @param heard the ticket in a notification about it
 * @throws GatewayError when the service gave no clear answer; the row is then as it was.
 */
export async function fetchStatus(
  deps: FetchStatusDeps,
  transaction: Transaction,
  cause: LookupCause = "own",
  heard: string | null = null
): Promise<Observation> {
  const { observations, anomalies } = deps.ledger
  const asked_at = await observations.now()
  const answer = await lookUpByEveryName(deps.gateway, transaction, { cause, heard })
  if (answer.kind === "not_known") {
    const noted = await observations.recordNotKnown(transaction.id)
    if (isUnseen(noted) && observations.isNotKnown(noted)) {
      await ask(anomalies, noted, { reason: NOT_FOUND })
    }
    return { outcome: "not_known", transaction: noted, answer: "not_known" }
  }

  const remote = answer.transaction
  const difference = differs(transaction, remote)
  const status = payInStatusFor(remote.status)
  const unclear = difference ?? notUnderstood(transaction.currency, remote, status)
  if (unclear !== null || status === null) {
    await ask(anomalies, transaction, {
      reason: unclear,
      said: remote.raw_status,
      ...(difference !== null && { answered_for: named(remote) }),
    })
    const outcome = difference === null ? "unknown_status" : "foreign"
    return { outcome, transaction, answer: "not_understood" }
  }

  const recorded = await observations.record(transaction.id, {
    status,
    service_status: remote.status,
    ticket: remote.ticket,
    amount: remote.amount,
    currency: remote.currency,
    response_message: remote.response_message,
    card: remote.card,
    asked_at,
  })
  if (recorded.outcome === "moved" || transaction.api_version === "v2") {
    // Whatever the service says of it, it knows it.
    await anomalies.closeOfPayIn(
      {
        ...{ transaction_id: transaction.id, kinds: ["unknown_status"] },
        ...(recorded.outcome !== "moved" && { reason: NOT_FOUND }),
      },
      systemNote("service_says", { status })
    )
  }
  if (recorded.outcome === "contradiction") {
    await anomalies.openWhile(
      { status: recorded.transaction.status },
      {
        kind: "status_changed_after_final",
        subject: transaction.id,
        account: transaction.account,
        transaction_id: transaction.id,
        order_id: transaction.order_id,
        facts: {
          reference: transaction.reference,
          status: recorded.transaction.status,
          said: recorded.said,
          arrived: arrived(remote.amount, remote.currency),
        },
      }
    )
  }
  if (recorded.outcome === "same" && isWhole(recorded.transaction, remote)) {
    await anomalies.closeOfPayIn(
      { transaction_id: transaction.id, kinds: CONTRADICTION_KINDS },
      systemNote("service_says", { status: "approved" })
    )
  }
  const { amount, currency } = remote
  return {
    outcome: recorded.outcome,
    transaction: recorded.transaction,
    answer: { status, amount, currency },
  }
}

/**
 * Whether nobody sees the money of a pay-in that the service does not know: it accepted it, by the call
 * of which nobody knows whether lookups find what it makes (docs/service.md#direct-payments).
 */
function isUnseen({ status, api_version }: Transaction): boolean {
  return status === "pending" && api_version === "v2"
}

/**
 * Asks a person what the service means. Money that it once called paid without an amount stays told
 * while the question is open: another odd answer does not take it back.
 */
async function ask(
  anomalies: FetchStatusDeps["ledger"]["anomalies"],
  { id, account, order_id, reference }: Transaction,
  facts: Record<string, unknown>
): Promise<void> {
  const report: AnomalyReport = {
    ...{ kind: "unknown_status", subject: id, account, transaction_id: id, order_id },
    facts: { reference, ...facts },
  }
  await anomalies.open(report, tellsOfUnnamedPayment)
}

/** Whether an approved pay-in is said to be approved again, with all that arrived. */
function isWhole(
  { status, approved_amount, approved_currency }: Transaction,
  { amount, currency }: RemoteTransaction
): boolean {
  return (
    status === "approved" &&
    approved_amount !== null &&
    amount !== null &&
    currency === approved_currency &&
    compareAmounts(amount, approved_amount) >= 0
  )
}

/** Why an answer is about another transaction; null when it is about this pay-in. */
export function differs(transaction: Transaction, remote: RemoteTransaction): string | null {
  if (!sameReference(remote.reference, transaction.reference)) {
    return "other_reference"
  }
  if (transaction.ticket !== null && !sameTicket(remote.ticket, transaction.ticket)) {
    return "other_ticket"
  }
  if (remote.kind === "payout") {
    return "is_a_payout"
  }
  return null
}

/** The identifiers in the answer. */
function named({ reference, ticket }: RemoteTransaction) {
  return { reference: reference?.slice(0, LONGEST_NAME) ?? null, ticket }
}

function arrived(amount: MajorAmount | null, currency: string | null) {
  return { amount, currency }
}
