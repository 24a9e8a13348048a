import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { doubtingKinds } from "../../domain/anomaly/doubt"
import { actionsFor, toldTaken, type AnomalyAction } from "../../domain/anomaly/resolution"
import { capturedAmount, isAboveHold, type CapturedAmount } from "../../domain/card/captured-amount"
import { codeOf } from "../../domain/error/reason"
import { sameAmount, type MajorAmount } from "../../domain/money/amount"
import type { Reference } from "../../domain/row/reference"
import type { Confirm, Decision, Unconfirmed } from "../../modules/ledger/resolutions"
import type { Anomaly, Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { CardStep } from "../../modules/subscriptions/card-moves"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { waitingForCard } from "../payout/waiting"
import { requeueDoubted } from "../renew/contradicted"
import { refuseMoneyToRefund, refuseRefundedMoney } from "../settle/refuse-refunded"
import { servicesOf } from "../settle/index"
import { SETTLING, waitForLease } from "../settle/lease-wait"
import {
  capturedRefused,
  closedBefore,
  moreThanHeld,
  notOffered,
  otherThanBooked,
  refused,
  resolvedByAnother,
  type Resolution,
  type ResolveRequest,
} from "../settle/resolution"
import { confirmation, unconfirmed } from "../settle/second-person"
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
  if (await isCaptureReported(ledger, anomaly, action)) {
    return refused(
      "The service told that this card was charged: decide about that first.",
      false,
      "told_otherwise"
    )
  }
  const decided = { request, card, payIn: payIn ?? null }
  switch (action) {
    case "ignore": {
      const written = await write(container, anomaly, request)
      await requeueDoubted(container, card)
      return written
    }
    case "accept": {
      const stopped = await takeUp(container, anomaly, decided)
      return stopped ?? tryAgain(container, anomaly, decided)
    }
    case "captured":
      return card.status === "captured"
        ? stillCaptured(container, anomaly, decided)
        : recordServiceReport(container, anomaly, decided)
    default:
      return recordServiceReport(container, anomaly, decided)
  }
}

/**
 * The service told a person that captured money is there as booked: what it said otherwise keeps no
 * payout from leaving any more. Above the limit two people say so, and nobody confirms it who could
 * not approve a payout that waits for it.
 */
async function stillCaptured(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request, card }: Decided
): Promise<Resolution> {
  const { amount, currency, captured_amount } = card
  const booked = captured_amount ?? amount
  if (request.amount != null && !sameAmount(request.amount, booked)) {
    return otherThanBooked(booked, currency)
  }
  const confirm = confirmation(
    container,
    request,
    () => ({ arrived: { amount: booked, currency }, asked: { amount, currency }, card }),
    (trx) => waitingForCard(container, card, trx)
  )
  const written = await write(container, anomaly, request, {
    facts: { booked: { amount: booked, currency } },
    answers_ignored: doubtingKinds({ accepted: false }),
    confirm,
  })
  await requeueDoubted(container, card)
  return written
}

/**
 * Whether a decision says that nothing was captured while another question tells of a capture, which
 * could then not be booked any more.
 */
async function isCaptureReported(
  { anomalies }: Pick<PayInLedgerService, "anomalies">,
  { id, subject }: Anomaly,
  action: AnomalyAction
): Promise<boolean> {
  if (action !== "released" && action !== "declined" && action !== "authorized") {
    return false
  }
  const open = await anomalies.openAbout([subject])
  return open.some((other) => other.id !== id && toldTaken(other.facts) !== null)
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
  payIn: Transaction | null
}

/**
 * What became of a report under the lock of its card.
 * - `unconfirmed`: another person has to report the same
 * - `moved_on`: the card is in another state than the person saw
 */
type Reported =
  | { outcome: "moved"; card: CardTransaction }
  | { outcome: "refused"; by: Resolution }
  | { outcome: "unconfirmed"; asked: Unconfirmed }
  | { outcome: "moved_on" }

/** Records what the service told a person: written first, then applied in Medusa. */
async function recordServiceReport(
  container: MedusaContainer,
  anomaly: Anomaly,
  decided: Decided
): Promise<Resolution> {
  const { request, card } = decided
  const { subscriptions, ledger } = servicesOf(container)
  const step = stepOf(request, card)
  if ("outcome" in step) {
    return step
  }
  const reported = await moveAsReported(container, anomaly, decided, step)
  switch (reported.outcome) {
    case "unconfirmed":
      await ledger.resolutions.announceProposed(reported.asked)
      return unconfirmed(reported.asked)
    case "refused":
      return reported.by
    case "moved_on": {
      const now = await subscriptions.cardTransactions.present(card.id)
      return refused(`The card payment is ${now.status} meanwhile: look at it again.`, true)
    }
    case "moved":
      return applyReport(container, anomaly, decided, reported.card)
  }
}

/** Moves the card as reported, if it is still in the state that the person saw. */
async function moveAsReported(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request, card, payIn }: Decided,
  step: CardStep
): Promise<Reported> {
  const { cardMoves } = servicesOf(container).subscriptions
  const decided = await cardMoves
    .decideOr<Reported>(card.id, async (now, trx) => {
      if (now.status !== card.status || isUnderWay(now)) {
        return { instead: { outcome: "moved_on" } }
      }
      return request.action === "captured"
        ? captureStep(container, anomaly, { request, card: now, payIn }, trx)
        : { step }
    })
    .catch(onlyAliveOfPeriod)
  if (decided === null) {
    return { outcome: "moved_on" }
  }
  if ("instead" in decided) {
    return decided.instead
  }
  const { transition, transaction } = decided.moved
  return transition === "forbidden"
    ? { outcome: "moved_on" }
    : { outcome: "moved", card: transaction }
}

/** The step of a reported capture, with the amount that it books. */
async function captureStep(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request, card, payIn }: Decided,
  trx: Knex.Transaction
): Promise<{ step: CardStep } | { instead: Reported }> {
  const { resolutions } = servicesOf(container).ledger
  const asked = await resolutions.ask(trx, anomaly.id, null, payIn)
  if (asked.outcome !== "confirmed") {
    return { instead: { outcome: "moved_on" } }
  }
  const booked = capturedOf(card, asked.anomaly, request)
  if (booked.outcome !== "books") {
    return { instead: { outcome: "refused", by: capturedRefused(card, booked) } }
  }
  const confirm = ofCaptured(container, card, request, booked.amount)
  const open = await confirm(trx, { anomaly: asked.anomaly, payIn })
  if (open !== null) {
    return { instead: { outcome: "unconfirmed", asked: open } }
  }
  const values = { captured_amount: booked.amount }
  return { step: { to: "captured", cause: "operator", apply_in: 0, values } }
}

/** Tells the card's period and Medusa, and closes the anomaly. */
async function applyReport(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request }: Decided,
  { id, card_id, cycle_id, captured_amount: amount, currency }: CardTransaction
): Promise<Resolution> {
  const { subscriptions } = servicesOf(container)
  if (request.action === "authorized") {
    await subscriptions.cards.save(card_id)
  }
  if (cycle_id !== null) {
    await subscriptions.subscriptions.requeueOfCycle(cycle_id)
  }
  const facts = request.action === "captured" ? { booked: { amount, currency } } : {}
  const written = await write(container, anomaly, request, { facts })
  if (request.told_later !== true) {
    await applyCards(container, { id })
  }
  return written
}

/** Whether the service is being asked now: its answer goes before what a person says. */
function isUnderWay({ status, sent_at }: CardTransaction): boolean {
  return status === "creating" && sent_at !== null
}

/** One period has at most one active card transaction. */
function onlyAliveOfPeriod(error: unknown): { instead: Reported } {
  if (codeOf(error) !== UNIQUE_VIOLATION) {
    throw error
  }
  const reason =
    "Another hold pays the same period: what was taken of this one has to go back by other means."
  return { instead: { outcome: "refused", by: refused(reason, false) } }
}

/** How much `captured` books, by the rows as they are now. */
function capturedOf(
  card: CardTransaction,
  { facts }: Anomaly,
  { amount = null }: ResolveRequest
): CapturedAmount {
  return capturedAmount(card, toldTaken(facts), amount)
}

/** Above the limit another person has to report the same capture. */
function ofCaptured(
  container: MedusaContainer,
  card: CardTransaction,
  request: ResolveRequest,
  booked: MajorAmount
): Confirm {
  const { amount, currency } = card
  return confirmation(container, request, () => ({
    arrived: { amount: booked, currency },
    asked: { amount, currency },
    card,
  }))
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
        // The webhook of this capture may still come, and must not end a later capture.
        ...(card.status === "capture_unknown" && { refused_capture: null }),
      }
    case "released":
      // Nothing is held, whether or not the bank declined: a renewal is tried again at once.
      return {
        ...{ to: "released", apply_in: 0 },
        cause: card.status === "unknown" ? "lapses" : "released",
      }
    default:
      return { ...now, to: "declined" }
  }
}

/**
 * Books excluded money again: its exclusion was taken back with its payout, or the process died
 * before writing it.
 *
 * @returns why that is impossible: the money is refunded, or another person has to confirm it
 */
async function takeUp(
  container: MedusaContainer,
  anomaly: Anomaly,
  { request, card, payIn }: Decided
): Promise<Resolution | null> {
  if (payIn === null) {
    return notOffered(anomaly, request.action)
  }
  const { ledger } = servicesOf(container)
  const lease = await waitForLease(container, payIn.id)
  if (lease === null) {
    return SETTLING
  }
  try {
    const goesBack =
      (await refuseMoneyToRefund(ledger, lease.transaction)) ??
      (await refuseRefundedMoney(container, lease.transaction))
    if (goesBack !== null) {
      return goesBack
    }
    const { amount, currency } = card
    const { approved_amount, approved_currency } = lease.transaction
    const booked = approved_amount ?? amount
    if (isAboveHold(card, booked)) {
      return moreThanHeld(card, booked)
    }
    const confirm = confirmation(container, request, () => ({
      arrived: { amount: booked, currency: approved_currency ?? currency },
      asked: { amount, currency },
      card,
    }))
    const begun = { lease, marks: { excluded_at: null } }
    const stopped = await ledger.resolutions.begin(anomaly, begun, confirm)
    switch (stopped?.outcome) {
      case "unconfirmed":
        return unconfirmed(stopped)
      case "closed":
        return resolvedByAnother()
      case undefined:
        return null
    }
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
  { action, note, actor }: ResolveRequest,
  {
    confirm = null,
    ...added
  }: Pick<Decision, "facts" | "answers_ignored"> & { confirm?: Confirm | null } = {}
): Promise<Resolution> {
  const { ledger } = servicesOf(container)
  const decision = { action, note, resolved_by: actor.id, ...added }
  const written = await ledger.resolutions.write(anomaly, decision, null, confirm)
  if (written.outcome === "resolved") {
    return written
  }
  if (written.outcome === "unconfirmed") {
    return unconfirmed(written)
  }
  const now = await ledger.anomalies.find(anomaly.id)
  return now?.action === action || now?.action === "settled"
    ? { outcome: "resolved", anomaly: now }
    : resolvedByAnother()
}
