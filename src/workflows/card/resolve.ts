import type { MedusaContainer } from "@medusajs/framework/types"
import { actionsFor, toldTaken, type AnomalyAction } from "../../domain/anomaly-resolution"
import { codeOf } from "../../domain/error-reason"
import type { Reference } from "../../domain/reference"
import type { Anomaly, Transaction } from "../../modules/ledger/rows"
import type { CardStep } from "../../modules/subscriptions/card-moves"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { refuseWhatIsPromised, refuseWhatWentBack } from "../settle/gone-back"
import { servicesOf } from "../settle/index"
import { SETTLING, waitForLease } from "../settle/lease-wait"
import {
  closedBefore,
  notOffered,
  refused,
  resolvedByAnother,
  type Resolution,
  type ResolveRequest,
} from "../settle/resolution"
import { applyCards } from "./index"

const CARD = /^paycdtx_/
/** SQLSTATE. */
const UNIQUE_VIOLATION = "23505"

/**
 * Whether a decision is about a card transaction. Decisions about money that a card paid are made
 * in the ledger.
 */
export function isCardMatter({ subject, transaction_id }: Anomaly, action: AnomalyAction): boolean {
  const aboutMoney = action === "refund" || (action === "ignore" && transaction_id !== null)
  return CARD.test(subject) && !aboutMoney
}

/**
 * Requeues the card after a decision about its money: settling shows the result, also after a
 * crash.
 */
export async function requeueCardOf(
  container: MedusaContainer,
  reference: Reference
): Promise<CardTransaction | null> {
  const { cardTransactions, cardWatch } = servicesOf(container).subscriptions
  const card = await cardTransactions.findByReference(reference)
  if (card !== null) {
    await cardWatch.requeue(card.id)
  }
  return card
}

/**
 * Carries out a person's decision about a card transaction, once. Their report is believed: a card
 * cannot be looked up (docs/service.md#no-card-lookup), so they asked the service.
 */
export async function resolveCardAnomaly(
  container: MedusaContainer,
  anomaly: Anomaly,
  request: ResolveRequest
): Promise<Resolution> {
  const { subscriptions, ledger } = servicesOf(container)
  const { action } = request
  if (anomaly.status === "resolved") {
    return anomaly.action === action ? { outcome: "resolved", anomaly } : closedBefore(anomaly)
  }
  const card = await subscriptions.cardTransactions.find(anomaly.subject)
  const [payIn] = await ledger.transactions.findMany(
    anomaly.transaction_id === null ? [] : [anomaly.transaction_id]
  )
  if (card === null || !isOffered(anomaly, payIn ?? null, card, action)) {
    return notOffered(anomaly, action)
  }
  switch (action) {
    case "ignore":
      return write(container, anomaly, request)
    case "accept": {
      const goesBack = payIn === undefined ? null : await takeUp(container, payIn)
      return goesBack ?? tryAgain(container, anomaly, { request, card })
    }
    default:
      return said(container, anomaly, { request, card })
  }
}

function isOffered(
  { kind, facts }: Anomaly,
  payIn: Transaction | null,
  { status }: CardTransaction,
  action: AnomalyAction
): boolean {
  return actionsFor(kind, payIn, { status, facts }).includes(action)
}

interface Decided {
  request: ResolveRequest
  card: CardTransaction
}

/** Records the service's report: written first, then applied in Medusa. */
async function said(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request, card }: Decided
): Promise<Resolution> {
  const { subscriptions } = servicesOf(container)
  const step = stepOf(request, anomaly, card)
  if ("outcome" in step) {
    return step
  }
  const moved = await subscriptions.cardMoves
    .decide(card.id, (now) => (now.status === card.status ? step : null))
    .catch(onlyAliveOfPeriod)
  if (moved === "another_alive") {
    return refused(
      "Another hold pays the same period: what was taken of this one has to go back by other means.",
      false
    )
  }
  if (moved === null || moved.transition === "forbidden") {
    const now = await subscriptions.cardTransactions.present(card.id)
    return refused(`The card payment is ${now.status} meanwhile: look at it again.`, true)
  }
  if (step.to === "authorized") {
    await subscriptions.cards.save(card.card_id)
  }
  if (card.cycle_id !== null) {
    await subscriptions.subscriptions.requeueOfCycle(card.cycle_id)
  }
  const written = await write(container, anomaly, request)
  await applyCards(container, { id: card.id })
  return written
}

/** One period has at most one active card transaction. */
function onlyAliveOfPeriod(error: unknown): "another_alive" {
  if (codeOf(error) === UNIQUE_VIOLATION) {
    return "another_alive"
  }
  throw error
}

function stepOf(
  { action, transaction_id }: ResolveRequest,
  { facts }: Anomaly,
  card: CardTransaction
): CardStep | Extract<Resolution, { outcome: "refused" }> {
  const now = { cause: "operator", apply_in: 0 } as const
  switch (action) {
    case "authorized":
      if (card.transaction_id === null && transaction_id == null) {
        return {
          outcome: "refused",
          reason:
            "transaction_id: say the service's id of the hold: without it the hold cannot be captured.",
          again: true,
          field: "transaction_id",
        }
      }
      return {
        ...now,
        to: "authorized",
        facts: { transaction_id: card.transaction_id ?? transaction_id ?? null },
        // The webhook of this capture may still come, and must not end a later capture.
        ...(card.status === "capture_unknown" && { refused_capture: null }),
      }
    case "captured": {
      const captured_amount = toldTaken(facts)?.amount ?? card.capture_amount ?? card.amount
      return { ...now, to: "captured", values: { captured_amount } }
    }
    case "released":
      return { to: "released", cause: "released", apply_in: 0 }
    default:
      return { ...now, to: "declined" }
  }
}

/**
 * Books excluded money again: its exclusion was taken back with its payout, or the process died
 * before writing it.
 *
 * @returns why that is impossible: the money is refunded
 */
async function takeUp(
  container: MedusaContainer,
  { id }: Pick<Transaction, "id">
): Promise<Resolution | null> {
  const { ledger } = servicesOf(container)
  const lease = await waitForLease(container, id)
  if (lease === null) {
    return SETTLING
  }
  try {
    const goesBack =
      (await refuseWhatIsPromised(ledger, lease.transaction)) ??
      (await refuseWhatWentBack(container, lease.transaction))
    if (goesBack === null && lease.transaction.excluded_at !== null) {
      await ledger.leases.write(lease, { excluded_at: null })
    }
    return goesBack
  } finally {
    await ledger.leases.release(lease)
  }
}

/** The decision "try again": done if Medusa shows the money now. */
async function tryAgain(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request, card }: Decided
): Promise<Resolution> {
  const { subscriptions, ledger } = servicesOf(container)
  await subscriptions.cardWatch.requeue(card.id)
  const [applied] = await applyCards(container, { id: card.id })
  if (applied?.outcome !== "applied") {
    const open = await ledger.anomalies.find(anomaly.id)
    const reason = typeof open?.facts.reason === "string" ? open.facts.reason : null
    const now = await subscriptions.cardTransactions.present(card.id)
    return refused(
      `The money could not be put to an order: ${reason ?? now.apply_error ?? "not yet"}.`,
      true
    )
  }
  return write(container, anomaly, request)
}

async function write(
  container: MedusaContainer,
  anomaly: Anomaly,
  { action, note, actor }: ResolveRequest
): Promise<Resolution> {
  const { ledger } = servicesOf(container)
  const written = await ledger.resolutions.write(
    anomaly,
    { action, note, resolved_by: actor.id },
    null
  )
  if (written.outcome === "resolved") {
    return written
  }
  const now = await ledger.anomalies.find(anomaly.id)
  return now?.action === action || now?.action === "settled"
    ? { outcome: "resolved", anomaly: now }
    : resolvedByAnother()
}
