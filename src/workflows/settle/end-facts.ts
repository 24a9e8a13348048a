import { isStillAwaited, isWatchOver } from "../../domain/payin/awaited-money"
import {
  type EndedOrder,
  type EndFacts,
  type LookupOfLink,
  NOTHING_DONE,
  type StepsDone,
} from "../../domain/ending/facts"
import { reasonNotToCancelAtEnd } from "../../domain/ending/reason-not-to-cancel"
import { isBelieved, type NotKnownRule } from "../../domain/payin/not-known"
import { isFinal, type PayInStatus } from "../../domain/payin/state"
import { isCardProvider } from "../../domain/options/provider-id"
import type { WaitingOrder } from "../../domain/order/waiting"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { Observation } from "../../settlement/fetch-status"

/** Where the facts of an end are read. */
export interface EndReading {
  ledger: PayInLedgerService
  read: {
    waitingOrder(orderId: string, alsoOf: string): Promise<WaitingOrder | null>
  }
  /** False: the account was taken out or renamed, and its links cannot be looked up. */
  isConfigured(account: string): boolean
  /** False: another merchant made the link than is asked about it now (domain/installation/merchant-print). */
  isOfMerchant(transaction: Transaction): boolean
  options: {
    onPaymentFailed: "cancel_order" | "keep_order"
    notKnown: { payIn: NotKnownRule }
  }
}

/** What a run keeps from one step to the next: what the service said, and which steps it took. */
export interface EndRun {
  lookup: Lookup
  /** When the lookup began, by the clock of the process. */
  asked_at: number
  done: StepsDone
  /** The status with which the session ended. A link that moves after it ends once more. Null: no session ended. */
  ended_with: PayInStatus | null
}

interface Lookup {
  said: LookupOfLink
  /** The service does not know the link. */
  not_known: boolean
}

export function newRun(): EndRun {
  const lookup: Lookup = { said: "not_asked", not_known: false }
  return { lookup, asked_at: performance.now(), done: { ...NOTHING_DONE }, ended_with: null }
}

/** The facts, and the row that they were read from. */
export interface EndSeen {
  facts: EndFacts
  row: Transaction
}

/** Reads what decides the next step for a link that ended without money. */
export async function readEndFacts(
  deps: EndReading,
  claimed: Transaction,
  orderId: string | null,
  { lookup, done }: EndRun
): Promise<EndSeen> {
  const { ledger } = deps
  const row = (await ledger.transactions.find(claimed.id)) ?? claimed
  const now = await ledger.observations.now()
  const order = orderId === null ? null : await orderOf(deps, row, orderId)
  const link = {
    status: row.status,
    excluded: row.excluded_at !== null,
    configured: deps.isConfigured(row.account),
    awaited_until: row.excluded_at === null && isStillAwaited(row, now) ? row.lapses_at : null,
    watch_over: isWatchOver(row, now),
  }
  const person_asked_whether_paid =
    lookup.not_known && (await ledger.anomalies.isOpen(row.id, ["unknown_status"]))
  const facts = { link, lookup: lookup.said, person_asked_whether_paid, order, done: { ...done } }
  return { facts, row }
}

async function orderOf(
  { read, options }: EndReading,
  row: Transaction,
  orderId: string
): Promise<EndedOrder | null> {
  const order = await read.waitingOrder(orderId, row.payment_collection_id)
  if (order === null) {
    return null
  }
  const { id, status, provider_id } = row
  const failed = { id, status, by_card: isCardProvider(provider_id) }
  const reason_not_to_cancel = reasonNotToCancelAtEnd(order, failed, options)
  return { id: order.id, reason_not_to_cancel, renewal: order.renewal }
}

/** What a lookup of the link says about whether money came. */
export async function lookupOf(deps: EndReading, observation: Observation): Promise<Lookup> {
  const not_known = observation.outcome === "not_known"
  if (not_known && !deps.isOfMerchant(observation.transaction)) {
    return { said: "other_merchant", not_known }
  }
  const at = await deps.ledger.observations.now()
  const isUnpaid = saysUnpaid(observation, deps.options.notKnown.payIn, at)
  return { said: isUnpaid ? "unpaid" : "unclear", not_known }
}

/**
 * Whether a lookup confirms that no money came. If the link already ended, the answer "not known"
 * also means that no money came. For any other link that answer must be repeated often and long
 * enough (docs/service.md#not-known). After a contradiction a person decides. A link that ended and
 * is pending again counts as unpaid once its end and grace have passed, as on a lapse.
 */
function saysUnpaid(
  { outcome, transaction, answer }: Observation,
  rule: NotKnownRule,
  at: Date
): boolean {
  switch (outcome) {
    case "stale":
      return (
        typeof answer !== "string" &&
        answer.status !== "approved" &&
        (isFinal(answer.status) || (transaction.lapses_at !== null && transaction.lapses_at <= at))
      )
    case "same":
    case "moved":
      return true
    case "not_known":
      return isFinal(transaction.status) || isBelieved(transaction, rule)
    default:
      return false
  }
}
