import { anomalyReason } from "../anomaly/reason"
import type { MajorAmount } from "../money/amount"
import type { CardFacts } from "./facts"

/**
 * - `end`: Medusa shows the card payment. `waiting`: its order waits for other money or a person, and
 *   is looked at again
 * - `ask`, `ask_outcome`: a person is asked; the row leaves the queue
 * - `leave`: a person decides already; the row leaves the queue
 * - `reschedule`: the row has a schedule of its own
 * - `wait`: the next try is scheduled
 * - `void_hold`: the hold is voided, unless an order was placed on it meanwhile; `order_id` is the one
 *   that cannot take it
 * - all others write, and doing one twice changes nothing more
 */
export type CardStep =
  | { act: "end"; waiting: boolean }
  | CardQuestion
  | { act: "ask_outcome" | "leave" | "reschedule" }
  | { act: "wait"; reason: string }
  | { act: "abandon" | "book_in_ledger" | "lease_money" | "cancel_payments" }
  | { act: "open_session" }
  | { act: "end_payment"; last: boolean }
  | { act: "void_hold"; reason: string; order_id: string | null }
  | { act: "take_back"; reason: string; cart_id: string | null }
  | { act: "requeue_renewal"; period_id: string; waits: boolean }
  | { act: "lock_order" | "cancel_order" | "show_unpaid"; order_id: string }
  | { act: "restore_links" | "reopen_session"; order_id: string }
  | { act: "drop_dead_captures"; capture_ids: readonly string[] }
  | { act: "complete_cart"; cart_id: string; session_id: string; reset: boolean }
  | {
      act: "book_on_order"
      order_id: string
      session_id: string
      reset: boolean
      announces: boolean
    }
  | { act: "capture_hold"; payment_id: string; take: "whole" | MajorAmount }
  | { act: "book_capture" | "repair_capture" | "settle"; payment_id: string; order_id: string }

export interface CardQuestion {
  act: "ask"
  kind: "captured_without_order" | "settled_incompletely"
  reason: string
}

type Order = NonNullable<CardFacts["order"]>
type Payment = NonNullable<CardFacts["payment"]>

const END: CardStep = { act: "end", waiting: false }
const WAITING: CardStep = { act: "end", waiting: true }

/**
 * Card payment: the next step. The first line that fits wins
 * (docs/decisions/0049-a-card-is-a-decision.md).
 */
export function decideCard(facts: CardFacts): CardStep {
  const { card } = facts
  if (card.moved) {
    return END
  }
  switch (card.status) {
    case "creating":
      return { act: "abandon" }
    case "capturing":
      // A process that died in between is found by a sweep.
      return END
    case "unknown":
    case "capture_unknown":
      return { act: "ask_outcome" }
    case "authorized":
      return card.unwanted ? { act: "cancel_payments" } : decidePlace(facts)
    case "captured":
      return decideCaptured(facts)
    case "declined":
    case "error":
    case "released":
      return decideOver(facts)
  }
}

/**
 * What became of a step that was decided twice in a row, or could not be taken: Medusa said nothing,
 * or another process has the lock.
 */
export function decideCardWithoutEffect(step: CardStep, facts: CardFacts): CardStep {
  switch (step.act) {
    case "book_in_ledger":
    case "lease_money":
      return wait(anomalyReason("being_decided"))
    case "open_session":
      return withoutSession(facts)
    case "complete_cart":
      return wait(anomalyReason("no_payment_shown"))
    case "book_on_order":
      return wait(anomalyReason("payment_not_made"))
    case "book_capture":
      return wait(anomalyReason("no_capture", { order: step.order_id }))
    case "repair_capture":
      return wait(anomalyReason("no_transaction"))
    case "lock_order":
      return wait(anomalyReason(facts.payment === null ? "other_payment_under_way" : "order_busy"))
    default:
      return wait(anomalyReason("step_without_effect", { step: step.act }))
  }
}

/** Captured money: into the ledger first, so that it can be refunded whatever happens. */
function decideCaptured(facts: CardFacts): CardStep {
  if (!facts.card.in_ledger) {
    return { act: "book_in_ledger" }
  }
  switch (facts.money) {
    case "unleased":
      // A person's decision needs the same lease: one of both comes first.
      return { act: "lease_money" }
    case "free":
      return decidePlace(facts)
    case "undecided":
      return { act: "leave" }
    case "left":
      // A person dealt with the money elsewhere, and also decides about its order.
      return facts.ended ? END : { act: "end_payment", last: true }
    case "goes_back":
      return decideOver(facts)
  }
}

/**
 * The place of a hold or of captured money: an existing payment, an order, or a cart that was to be
 * completed.
 */
function decidePlace(facts: CardFacts): CardStep {
  const { card, order, payment, cart } = facts
  if (!facts.collection) {
    return withoutOrder(facts, anomalyReason("collection_gone"))
  }
  if (order?.lacks_links === true) {
    // Without its link Medusa writes no transaction of a capture to the order.
    return { act: "restore_links", order_id: order.id }
  }
  if (payment !== null) {
    return card.status === "captured" ? decideBooked(facts, payment) : decideHeld(facts, payment)
  }
  if (order !== null) {
    return decideOnOrder(facts, order)
  }
  if (card.period_id !== null) {
    // The renewal completes its cart on its own schedule.
    const { period_id, status } = card
    return { act: "requeue_renewal", period_id, waits: status === "captured" }
  }
  if (cart === null) {
    return withoutOrder(facts, anomalyReason("cart_gone"))
  }
  if (!cart.fits) {
    return withoutOrder(facts, anomalyReason("cart_changed_for_card"))
  }
  return bySession(facts, (session) => ({
    act: "complete_cart",
    cart_id: cart.id,
    session_id: session.id,
    reset: session.state === "ended",
  }))
}

/** An order without a payment of this card: it gets one while it owes it. */
function decideOnOrder(facts: CardFacts, order: Order): CardStep {
  if (!order.locked) {
    return { act: "lock_order", order_id: order.id }
  }
  if (order.refuses !== null) {
    return withoutOrder(facts, anomalyReason(order.refuses, { order: order.id }))
  }
  return bySession(facts, (session) => ({
    act: "book_on_order",
    order_id: order.id,
    session_id: session.id,
    reset: session.state === "ended",
    announces: session.state === "ready" && session.unannounced && facts.cart_id !== null,
  }))
}

type PayableSession = Extract<CardFacts["session"], { id: string }>

/** What pays through the session of the card, which has to be there first. */
function bySession(facts: CardFacts, pay: (session: PayableSession) => CardStep): CardStep {
  const { session } = facts
  switch (session.state) {
    case "impossible":
      return withoutSession(facts)
    case "missing":
      return { act: "open_session" }
    case "ended":
    case "ready":
      return pay(session)
  }
}

/** A hold that Medusa shows: it stays held, or is captured now. */
function decideHeld(facts: CardFacts, payment: Payment): CardStep {
  const { order, capture, card, cart_id } = facts
  if (order === null) {
    // Medusa makes the order before it asks the card: it took the order back, and this payment not.
    return card.period_id === null
      ? { act: "take_back", reason: anomalyReason("no_order"), cart_id }
      : END
  }
  if (facts.ended_early) {
    return { act: "reopen_session", order_id: order.id }
  }
  if (facts.dead_captures.length > 0) {
    return order.locked
      ? { act: "drop_dead_captures", capture_ids: facts.dead_captures }
      : { act: "lock_order", order_id: order.id }
  }
  switch (capture.state) {
    case "not_due":
      return END
    case "in_question":
      return WAITING
    case "paused":
      return { act: "reschedule" }
    case "due":
      break
  }
  if (!order.locked) {
    return { act: "lock_order", order_id: order.id }
  }
  if (payment.captures === "unfinished") {
    return wait(anomalyReason("order_busy"))
  }
  if (payment.captures === "made" || order.canceled) {
    return END
  }
  if (capture.arriving !== null) {
    return wait(capture.arriving)
  }
  return capture.take === "nothing"
    ? END
    : { act: "capture_hold", payment_id: payment.id, take: capture.take }
}

/** Captured money that Medusa has a payment of: it shows exactly that capture, once. */
function decideBooked(facts: CardFacts, payment: Payment): CardStep {
  const { order } = facts
  if (order === null) {
    return payment.holds_money || payment.captures === "none"
      ? withoutOrder(facts, anomalyReason("no_order"))
      : END
  }
  const named = { payment_id: payment.id, order_id: order.id }
  const isShown = payment.captures === "made" && payment.on_order
  if (payment.captures !== "made" && order.canceled) {
    return withoutOrder(facts, anomalyReason("order_canceled", { order: order.id }))
  }
  // Two captures of a part would both be booked (docs/medusa.md#repeated-partial-captures).
  if (!isShown && !order.locked) {
    return { act: "lock_order", order_id: order.id }
  }
  switch (payment.captures) {
    case "unfinished":
      return facts.dead_captures.length > 0
        ? { act: "drop_dead_captures", capture_ids: facts.dead_captures }
        : wait(anomalyReason("capture_under_way"))
    case "none":
      return { act: "book_capture", ...named }
    case "made":
      break
  }
  if (!payment.fits) {
    const { booked } = payment
    const reason = anomalyReason("captured_differs", { booked, taken: facts.card.taken })
    return { act: "ask", kind: "settled_incompletely", reason }
  }
  if (order.canceled && payment.holds_money) {
    return withoutOrder(facts, anomalyReason("order_canceled", { order: order.id }))
  }
  return { act: payment.on_order ? "settle" : "repair_capture", ...named }
}

/** A card that pays nothing: Medusa shows no payment of it, and no order waits for it. */
function decideOver({ card, order, ended, unpaid }: CardFacts): CardStep {
  const isLast = card.period_id !== null || order === null
  if (!ended) {
    return { act: "end_payment", last: isLast }
  }
  if (isLast) {
    return END
  }
  if (!unpaid.was_paid) {
    if (unpaid.keeps_orders) {
      return END
    }
    if (!order.locked) {
      return { act: "lock_order", order_id: order.id }
    }
  }
  switch (unpaid.reason_not_to_cancel) {
    case "coming":
      return WAITING
    case "renewal":
      return unpaid.renewal === null
        ? END
        : { act: "requeue_renewal", period_id: unpaid.renewal, waits: false }
    case "other":
      return END
    case "fulfilled":
      return unpaid.was_paid ? showUnpaid(order, unpaid) : END
    case null:
      return unpaid.was_paid
        ? showUnpaid(order, unpaid)
        : { act: "cancel_order", order_id: order.id }
  }
}

/** An order that was placed on the hold is the operator's. */
function showUnpaid({ id }: Order, { is_fresh }: CardFacts["unpaid"]): CardStep {
  return is_fresh ? wait(anomalyReason("order_busy")) : { act: "show_unpaid", order_id: id }
}

/** Medusa has no place for the money: a hold is voided, and a person is asked about captured money. */
function withoutOrder({ card, order }: CardFacts, reason: string): CardStep {
  return card.status === "captured"
    ? { act: "ask", kind: "captured_without_order", reason }
    : { act: "void_hold", reason, order_id: order?.id ?? null }
}

function withoutSession(facts: CardFacts): CardStep {
  const { order } = facts
  return withoutOrder(
    facts,
    order === null
      ? anomalyReason("cart_paid_otherwise")
      : anomalyReason("order_without_session", { order: order.id })
  )
}

function wait(reason: string): CardStep {
  return { act: "wait", reason }
}
