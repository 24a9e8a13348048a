import type { MedusaContainer } from "@medusajs/framework/types"
import { actionsFor, type AnomalyAction } from "../../domain/anomaly-resolution"
import type { Anomaly } from "../../modules/ledger/rows"
import type { CardStep } from "../../modules/subscriptions/card-moves"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { roomsOf } from "../settle/index"
import {
  closedBefore,
  notOffered,
  refused,
  type Resolution,
  type ResolveRequest,
} from "../settle/resolution"
import { applyCards } from "./index"

const CARD = /^paycdtx_/

/** What a person decides about a card transaction; money that is given back is decided on in the ledger. */
export function isCardMatter({ subject }: Anomaly, action: AnomalyAction): boolean {
  return CARD.test(subject) && action !== "refund"
}

/**
 * Carries out a person's decision about a card transaction, once. What they say is believed: a card cannot be
 * looked up (gaps.md Card API), so they asked the service.
 */
export async function resolveCardAnomaly(
  container: MedusaContainer,
  anomaly: Anomaly,
  request: ResolveRequest
): Promise<Resolution> {
  const { subscriptions, ledger } = roomsOf(container)
  const { action } = request
  if (anomaly.status === "resolved") {
    return anomaly.action === action ? { outcome: "resolved", anomaly } : closedBefore(anomaly)
  }
  const card = await subscriptions.cardTransactions.find(anomaly.subject)
  const [payIn] = await ledger.transactions.findMany(
    anomaly.transaction_id === null ? [] : [anomaly.transaction_id]
  )
  if (card === null || !actionsFor(anomaly.kind, payIn ?? null, card).includes(action)) {
    return notOffered(anomaly, action)
  }
  switch (action) {
    case "ignore":
      return write(container, anomaly, request)
    case "accept":
      return tryAgain(container, anomaly, { request, card })
    default:
      return said(container, anomaly, { request, card })
  }
}

interface Decided {
  request: ResolveRequest
  card: CardTransaction
}

/** What the service told: written first, then Medusa hears of it. */
async function said(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request, card }: Decided
): Promise<Resolution> {
  const { subscriptions } = roomsOf(container)
  const step = stepOf(request, card)
  if ("outcome" in step) {
    return step
  }
  const moved = await subscriptions.cardMoves.decide(card.id, (now) =>
    now.status === card.status ? step : null
  )
  if (moved === null || moved.transition === "forbidden") {
    const now = await subscriptions.cardTransactions.present(card.id)
    return refused(`The card payment is ${now.status} meanwhile: look at it again.`, true)
  }
  if (step.to === "authorized") {
    await subscriptions.cards.save(card.card_id)
  }
  if (card.cycle_id !== null) {
    await subscriptions.subscriptions.wakeOfCycle(card.cycle_id)
  }
  const written = await write(container, anomaly, request)
  await applyCards(container, { id: card.id })
  return written
}

function stepOf(
  { action, transaction_id }: ResolveRequest,
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
      }
    case "captured":
      return {
        ...now,
        to: "captured",
        values: { captured_amount: card.capture_amount ?? card.amount },
      }
    case "released":
      return { to: "released", cause: "released", apply_in: 0 }
    default:
      return { ...now, to: "declined" }
  }
}

/** The decision was "try again": it holds if Medusa shows the money now. */
async function tryAgain(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request, card }: Decided
): Promise<Resolution> {
  const { subscriptions, ledger } = roomsOf(container)
  await subscriptions.cardWatch.wake(card.id)
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
  const { ledger } = roomsOf(container)
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
    : refused("Somebody else resolved it.", false)
}
