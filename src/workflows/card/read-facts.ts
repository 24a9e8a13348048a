import type { AnomalyKind } from "../../domain/anomaly/kinds"
import type { CardFacts, CardSessionFacts } from "../../domain/card/facts"
import { clockOffsetMs } from "../../domain/time/clock"
import { takenFor, capturableOfHold } from "../../domain/card/capturable-amount"
import { sameAmount, sumAmounts, type MajorAmount } from "../../domain/money/amount"
import type { Lease } from "../../modules/ledger/lease"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isInQuestion } from "../../settlement/card-calls"
import { hasTransaction, holdsMoney, isPaymentOf, paymentOf } from "../settle/booked"
import { canOpenSession } from "../settle/own-session"
import { notOwed } from "../settle/owed"
import type { Order, Payment, PaymentSnapshot, Session } from "../../medusa/payment-snapshot"
import { reasonNotToCancel, type ReasonNotToCancel } from "../../domain/order/waiting"
import type { CardApplyDeps } from "./applied"
import { isUnfinished } from "./unfinished"

/** How long an order may still be on its way to being canceled or taken back. */
const SETTLES_MS = 60_000

/**
 * State in which a completion leaves its session when it dies before authorizing: Medusa then never
 * announces the order (docs/medusa.md#killed-completion). A completion that reached the provider
 * leaves `pending_authorization`.
 */
const UNANNOUNCED = "pending"

/** What a run keeps from one step to the next. */
export interface CardRun {
  /** The order whose lock we hold. */
  order_id: string | null
  /** The lease of the captured money in the ledger. */
  money: Lease | null
  /** Medusa's payment and session of a card that pays nothing were ended. */
  ended: boolean
}

/** The facts of one card payment, and the rows that they were read from. */
export interface CardSeen {
  facts: CardFacts
  row: CardTransaction
  place: PaymentSnapshot | null
  payment: Payment | null
}

/**
 * Reads what decides the next step of a card payment, and notes its order. Nothing else of settling
 * a card reads Medusa.
 *
 * @param claimed the row as it was claimed
 * @param present the row as it is now
 */
export async function readCardFacts(
  deps: CardApplyDeps,
  claimed: CardTransaction,
  present: CardTransaction,
  run: CardRun
): Promise<CardSeen> {
  const seen = seenAlone(claimed, present, run)
  if (seen.facts.card.moved) {
    return seen
  }
  switch (present.status) {
    case "creating":
    case "capturing":
      return seen
    case "unknown":
    case "capture_unknown": {
      const place = await deps.read.place(present.payment_collection_id)
      return { ...seen, place, row: await noteOrder(deps, present, place, run) }
    }
    case "authorized":
      return seen.facts.card.unwanted ? readAlone(deps, seen) : readPaying(deps, claimed, seen, run)
    case "captured":
      return readCaptured(deps, claimed, seen, run)
    case "declined":
    case "error":
    case "released":
      return readOver(deps, seen, run)
  }
}

function seenAlone(claimed: CardTransaction, row: CardTransaction, run: CardRun): CardSeen {
  const card = {
    status: row.status,
    moved: row.status !== claimed.status,
    period_id: row.cycle_id,
    unwanted: row.release_wanted_at !== null,
    taken: takenOf(row),
    in_ledger: row.settled_at !== null,
  }
  return { facts: { ...NOTHING, card, ended: run.ended }, row, place: null, payment: null }
}

const NOTHING: Omit<CardFacts, "card" | "ended"> = {
  money: "unleased",
  collection: false,
  cart: null,
  cart_id: null,
  order: null,
  payment: null,
  session: { state: "impossible" },
  ended_early: false,
  dead_captures: [],
  capture: { state: "not_due" },
  unpaid: {
    keeps_orders: false,
    was_paid: false,
    is_fresh: false,
    reason_not_to_cancel: null,
    renewal: null,
  },
}

async function readAlone(deps: CardApplyDeps, seen: CardSeen): Promise<CardSeen> {
  return { ...seen, place: await deps.read.place(seen.row.payment_collection_id) }
}

async function readCaptured(
  deps: CardApplyDeps,
  claimed: CardTransaction,
  seen: CardSeen,
  run: CardRun
): Promise<CardSeen> {
  if (!seen.facts.card.in_ledger || run.money === null) {
    return seen
  }
  const { id, excluded_at } = run.money.transaction
  if (excluded_at === null) {
    return readPaying(deps, claimed, seen, run)
  }
  const money = await deps.ledger.anomalies.decisionOn(id)
  const decided = { ...seen, facts: { ...seen.facts, money } }
  return money === "undecided" ? decided : readOver(deps, decided, run)
}

/** Of a card that may pay: a hold, or captured money. */
async function readPaying(
  deps: CardApplyDeps,
  claimed: CardTransaction,
  before: CardSeen,
  run: CardRun
): Promise<CardSeen> {
  const { row, place } = await lastingPlace(deps, before.row, run)
  const { facts: alone, ...seen } = { ...seenAlone(claimed, row, run), place }
  if (alone.card.moved || place === null) {
    return { ...seen, facts: { ...alone, money: "free" } }
  }
  const { order } = place
  const payment = paymentOf(place, row)
  const facts: CardFacts = {
    ...alone,
    money: "free",
    collection: true,
    cart_id: place.cart_id,
    order: order && orderFacts(place, order, row, run),
    payment: payment && paymentFacts(place, row, payment),
    session: sessionOf(place, row),
    ended_early: wasEndedEarly(place, row),
  }
  if (payment === null) {
    const cart = order === null && row.cycle_id === null ? await cartOf(deps, row, place) : null
    return { ...seen, payment, facts: { ...facts, cart } }
  }
  if (order === null) {
    return { ...seen, payment, facts }
  }
  const dead_captures = await deadCaptures(deps, row, { place, order, payment })
  const capture =
    row.status === "authorized"
      ? await captureFacts(deps, row, { order, payment }, run)
      : facts.capture
  return { ...seen, payment, facts: { ...facts, dead_captures, capture } }
}

/**
 * Waits for a running completion, which may write missing parts or take the order back, before its
 * order's lock is taken: a completion may need that lock.
 */
async function lastingPlace(
  deps: CardApplyDeps,
  known: CardTransaction,
  run: CardRun
): Promise<{ row: CardTransaction; place: PaymentSnapshot | null }> {
  const place = await deps.read.place(known.payment_collection_id)
  const isThere = place?.order != null && paymentOf(place, known) !== null
  const isLocked = run.order_id !== null && place?.order?.id === run.order_id
  if (place === null || place.cart_id === null || isThere || isLocked) {
    return { row: await noteOrder(deps, known, place, run), place }
  }
  await deps.medusa.afterCompletion(place.cart_id)
  // A session that adopted this money meanwhile owns the row now.
  const row = await deps.subscriptions.cardTransactions.present(known.id)
  const after = await deps.read.place(known.payment_collection_id)
  return { row: await noteOrder(deps, row, after, run), place: after }
}

/** Under the order's lock the order was noted before. */
async function noteOrder(
  { subscriptions }: CardApplyDeps,
  row: CardTransaction,
  place: PaymentSnapshot | null,
  { order_id: locked }: Pick<CardRun, "order_id">
): Promise<CardTransaction> {
  const order_id = place?.order?.id ?? null
  if (order_id === null || order_id === locked) {
    return row
  }
  await subscriptions.cardWatch.placed(row, order_id)
  return { ...row, order_id }
}

function orderFacts(
  place: PaymentSnapshot,
  order: Order,
  row: CardTransaction,
  run: CardRun
): CardFacts["order"] {
  return {
    id: order.id,
    canceled: order.status === "canceled",
    lacks_links: place.missing_links.length > 0,
    refuses: refusalOf(notOwed(place, order, row)),
    locked: order.id === run.order_id,
  }
}

function refusalOf(kind: AnomalyKind | null): NonNullable<CardFacts["order"]>["refuses"] {
  switch (kind) {
    case null:
      return null
    case "paid_after_canceled":
      return "order_canceled"
    case "currency_mismatch":
      return "order_in_other_currency"
    default:
      return "order_owes_nothing"
  }
}

function paymentFacts(
  { order }: PaymentSnapshot,
  row: CardTransaction,
  payment: Payment
): NonNullable<CardFacts["payment"]> {
  const { id, captures } = payment
  const booked = sumAmounts(captures)
  const isBegun = order !== null && isUnfinished(payment, order)
  return {
    id,
    captures: captures.length === 0 ? "none" : isBegun ? "unfinished" : "made",
    booked,
    fits: sameAmount(takenFor(row, booked), takenOf(row)),
    holds_money: holdsMoney([payment]),
    on_order: order !== null && captures.every((one) => hasTransaction(order, one.id)),
  }
}

/**
 * The session that owns the row. Never the session whose payment Medusa canceled: Medusa returns that
 * payment again whatever the session's state, and places orders on it. Captured money may replace
 * other sessions, unless their payment is already made, or Medusa refunded this money. A hold
 * replaces no choice of the shopper.
 */
function sessionOf(place: PaymentSnapshot, row: CardTransaction): CardSessionFacts {
  const { payment_sessions: sessions, payments } = place.collection
  const spent = payments.some(
    ({ canceled_at, payment_session_id: id }) =>
      canceled_at != null && id != null && id === row.session_id
  )
  const own = spent ? undefined : ownSession(place, row)
  if (own !== undefined) {
    const { id, status } = own
    return status === "error" || status === "canceled"
      ? { state: "ended", id }
      : { state: "ready", id, unannounced: isUnannounced(own, place.order) }
  }
  const mayReplace =
    row.status === "captured" &&
    payments.every((payment) =>
      isPaymentOf(payment, row) ? payment.refunds.length === 0 : payment.canceled_at != null
    )
  const mayOpen = mayReplace || (!spent && sessions.length === 0)
  return {
    state: mayOpen && canOpenSession(place, row, row.order_amount) ? "missing" : "impossible",
  }
}

function ownSession(
  { collection }: PaymentSnapshot,
  { session_id }: CardTransaction
): Session | undefined {
  return collection.payment_sessions.find(({ id }) => id === session_id)
}

/** A session that was opened on an existing order waits for no announcement. */
function isUnannounced({ status, created_at }: Session, order: Order | null): boolean {
  const isOfOrder =
    created_at == null || order?.created_at == null || created_at <= order.created_at
  return status === UNANNOUNCED && isOfOrder
}

/** A void ended it, and Medusa had authorized it. */
function wasEndedEarly(place: PaymentSnapshot, row: CardTransaction): boolean {
  const session = ownSession(place, row)
  return (
    row.status === "authorized" &&
    session?.status === "error" &&
    session.authorized_at != null &&
    session.provider_id === row.provider_id
  )
}

async function cartOf(
  deps: CardApplyDeps,
  row: CardTransaction,
  { cart_id: id }: PaymentSnapshot
): Promise<CardFacts["cart"]> {
  const cart = id === null ? null : await deps.read.cartTotal(id)
  return id === null || cart === null
    ? null
    : { id, fits: sameAmount(cart.total, row.order_amount) && cart.currency === row.currency }
}

/** A hold may have several payments, of which failed completions made all but one. */
async function deadCaptures(
  { medusa }: CardApplyDeps,
  row: CardTransaction,
  { place, order, payment }: { place: PaymentSnapshot; order: Order; payment: Payment }
): Promise<readonly string[]> {
  const payments =
    row.status === "captured"
      ? [payment]
      : place.collection.payments.filter((one) => one.canceled_at == null && isPaymentOf(one, row))
  const begun = payments.filter((one) => isUnfinished(one, order))
  const dead = await Promise.all(begun.map(({ id }) => medusa.deadCaptures(id)))
  return dead.flat()
}

/**
 * A hold that was to be captured at once (option `card.captureOnAuthorize`), but was confirmed late
 * or could not be captured. A capture that the bank refused is left to a person, and a renewal
 * captures its own hold.
 */
async function captureFacts(
  deps: CardApplyDeps,
  row: CardTransaction,
  { order, payment }: { order: Order; payment: Payment },
  run: CardRun
): Promise<CardFacts["capture"]> {
  const { options, read } = deps
  const isToBeTaken =
    options.card?.captureOnAuthorize === true &&
    row.cycle_id === null &&
    row.status_cause !== "refused"
  if (!isToBeTaken || (await mayBeTakenElsewhere(deps, row))) {
    return { state: "not_due" }
  }
  if (await isInQuestion(deps, row)) {
    return { state: "in_question" }
  }
  if (deps.isPaused(row.account)) {
    return { state: "paused" }
  }
  const asks =
    order.id === run.order_id && payment.captures.length === 0 && order.status !== "canceled"
  return {
    state: "due",
    // At most what the order owes now: it may have changed since the hold.
    take: capturableOfHold(row, order.owed.outstanding),
    arriving: asks ? await read.arriving(order.id) : null,
  }
}

/** Whether the living installation may have captured it: this one is a copy that is older. */
async function mayBeTakenElsewhere(
  { ledger }: CardApplyDeps,
  { authorized_at }: CardTransaction
): Promise<boolean> {
  const { live, since } = await ledger.installations.standing()
  return !live && authorized_at !== null && authorized_at < since
}

/** Of a card that pays nothing, and of its order. */
async function readOver(deps: CardApplyDeps, seen: CardSeen, run: CardRun): Promise<CardSeen> {
  const { row } = seen
  const before = await deps.read.place(row.payment_collection_id)
  if (run.ended || before?.cart_id == null) {
    return ofOver(deps, { ...seen, place: before }, run)
  }
  // A running completion may still write the session after us, or take its order back.
  await deps.medusa.afterCompletion(before.cart_id)
  return ofOver(deps, await readAlone(deps, seen), run)
}

async function ofOver(deps: CardApplyDeps, seen: CardSeen, run: CardRun): Promise<CardSeen> {
  const { place, row } = seen
  const order = place?.order ?? null
  if (place === null || order === null) {
    return seen
  }
  const facts = { ...seen.facts, collection: true, order: orderFacts(place, order, row, run) }
  const isOver = run.ended && row.cycle_id === null
  const unpaid = isOver ? await unpaidFacts(deps, row, { place, order }, run) : facts.unpaid
  return { ...seen, facts: { ...facts, unpaid } }
}

async function unpaidFacts(
  { options, read }: CardApplyDeps,
  row: CardTransaction,
  { place, order }: { place: PaymentSnapshot; order: Order },
  run: CardRun
): Promise<CardFacts["unpaid"]> {
  const was_paid = wasPaid(place, order, row)
  const age = Date.now() + clockOffsetMs() - row.status_changed_at.getTime()
  const unread = {
    keeps_orders: options.onPaymentFailed === "keep_order",
    was_paid,
    is_fresh: age < SETTLES_MS,
    reason_not_to_cancel: null,
    renewal: null,
  }
  if (!was_paid && order.id !== run.order_id) {
    return unread
  }
  const waiting = await read.waitingOrder(order.id, row.payment_collection_id)
  return waiting === null
    ? { ...unread, reason_not_to_cancel: "other" }
    : {
        ...unread,
        reason_not_to_cancel: inCardFacts(reasonNotToCancel(waiting)),
        renewal: waiting.renewal,
      }
}

function inCardFacts(
  reason: ReasonNotToCancel | null
): CardFacts["unpaid"]["reason_not_to_cancel"] {
  switch (reason) {
    case null:
    case "fulfilled":
    case "renewal":
      return reason
    case "other_link":
      return "coming"
    default:
      return "other"
  }
}

/**
 * Whether the order was placed on the hold that was voided. An order placed when the payment was
 * already canceled was never paid, and neither was one that awaits its payment.
 */
function wasPaid(
  { collection }: PaymentSnapshot,
  { created_at }: Order,
  row: CardTransaction
): boolean {
  return collection.payments.some(
    (payment) =>
      isPaymentOf(payment, row) &&
      (!payment.canceled_at || !created_at || payment.canceled_at > created_at)
  )
}

function takenOf({ captured_amount, amount }: CardTransaction): MajorAmount {
  return captured_amount ?? amount
}
