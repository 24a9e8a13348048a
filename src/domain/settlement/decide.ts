import type { AnomalyKind } from "../anomaly/kinds"
import { anomalyReason } from "../anomaly/reason"
import type { SettlementFacts } from "./facts"

/**
 * - `end`: nothing is to be done; `settled` or `nothing`
 * - `park`: a person decided; the row leaves the queue
 * - `ask`: a person is asked. `later`: it is tried again, because the reason may go away
 * - `exclude`: a payout refunded the money; no order may use it
 * - `wait`: the next try is scheduled
 * - all others write in Medusa, and doing one twice changes nothing more
 */
export type SettlementStep =
  | { act: "end"; outcome: "settled" | "nothing" }
  | { act: "park" }
  | Question
  | { act: "exclude"; kind: AnomalyKind; payout_id: string }
  | { act: "wait"; reason: string }
  | { act: "restore_links" | "lock_order"; order_id: string }
  | { act: "remove_leftovers"; payment_ids: readonly string[] }
  | { act: "open_session" }
  | { act: "reset_session"; session_id: string }
  | { act: "complete_cart"; cart_id: string }
  | { act: "book_on_order"; session_id: string; order_id: string }
  | { act: "repair_capture" | "settle"; payment_id: string; order_id: string }

interface Question {
  act: "ask"
  kind: AnomalyKind
  later: boolean
  /** Stored in the anomaly. */
  facts: Record<string, unknown>
}

type Order = NonNullable<SettlementFacts["order"]>
type Booked = NonNullable<SettlementFacts["booked"]>

/**
 * Settlement: the next step for money that arrived. The first line that fits wins
 * (docs/decisions/0043-settlement-is-a-decision.md).
 */
export function decideSettlement(facts: SettlementFacts): SettlementStep {
  const { payment, order, cart } = facts
  if (payment.settled) {
    return { act: "end", outcome: "settled" }
  }
  if (!payment.approved) {
    return { act: "end", outcome: "nothing" }
  }
  if (payment.excluded) {
    return decideExcluded(facts)
  }
  if (payment.differs !== null) {
    return ask(payment.differs, {})
  }
  if (!facts.collection) {
    return ask("paid_without_order", { reason: anomalyReason("collection_gone") })
  }
  if (order !== null) {
    return decideOnOrder(facts, order)
  }
  if (cart === null) {
    return ask("paid_without_order", { reason: anomalyReason("cart_gone") })
  }
  return decideOnCart(facts, cart)
}

/**
 * What became of a step that was decided twice in a row: it had no effect. Medusa said nothing, or
 * another process has the lock.
 */
export function decideWithoutEffect(
  step: SettlementStep,
  { order }: SettlementFacts
): SettlementStep {
  switch (step.act) {
    case "open_session":
      // Another session of the order may have come in between: only a later try can tell.
      return order === null
        ? noSession()
        : { ...ask("paid_after_replaced", { order_id: order.id }), later: true }
    case "complete_cart":
      return { act: "wait", reason: anomalyReason("no_order_shown") }
    case "book_on_order":
      return { act: "wait", reason: anomalyReason("payment_not_booked") }
    case "repair_capture":
      return { act: "wait", reason: anomalyReason("no_transaction") }
    case "lock_order":
      return { act: "wait", reason: anomalyReason("other_payment_under_way") }
    default:
      return { act: "wait", reason: anomalyReason("step_without_effect", { step: step.act }) }
  }
}

/**
 * A completion that was running when the person decided may still have booked the money: that is
 * shown, and nothing else is done.
 */
function decideExcluded({ order, booked }: SettlementFacts): SettlementStep {
  if (order === null || order.canceled) {
    return { act: "park" }
  }
  const reason = anomalyReason("set_aside")
  if (booked !== null && booked.captured !== null) {
    return ask("settled_incompletely", { reason, payment_id: booked.id })
  }
  return order.shows_canceled
    ? ask("settled_incompletely", { reason, order_id: order.id })
    : { act: "park" }
}

/** No order yet: the cart is completed, if it is still the cart that was paid. */
function decideOnCart(
  facts: SettlementFacts,
  cart: NonNullable<SettlementFacts["cart"]>
): SettlementStep {
  if (!cart.fits) {
    return {
      ...ask("paid_after_replaced", {
        reason: anomalyReason("cart_changed"),
        cart: { amount: cart.total, currency: cart.currency },
      }),
      later: true,
    }
  }
  if (facts.superseded) {
    const reason = anomalyReason("other_link_first")
    return { ...ask("duplicate_payment", { reason }), later: true }
  }
  return (
    wentBack(facts, "paid_without_order") ??
    leftovers(facts) ??
    session(facts, noSession(), () => ({ act: "complete_cart", cart_id: cart.id }))
  )
}

/** The order exists: what is missing of payment, capture and order transaction is written. */
function decideOnOrder(facts: SettlementFacts, order: Order): SettlementStep {
  if (order.lacks_links) {
    return { act: "restore_links", order_id: order.id }
  }
  if (facts.booked !== null) {
    return (
      wentBack(facts, "settled_incompletely") ??
      leftovers(facts) ??
      decideBooked(facts.booked, order)
    )
  }
  if (!order.locked) {
    return { act: "lock_order", order_id: order.id }
  }
  if (order.shows_canceled && !order.canceled) {
    const reason = anomalyReason("canceled_payment_shown")
    return ask("settled_incompletely", { reason, order_id: order.id })
  }
  if (order.refuses !== null && order.refuses !== "currency_mismatch") {
    return ask(order.refuses, { order_id: order.id })
  }
  return (
    forAnotherTotal(order) ??
    wentBack(facts, "settled_incompletely") ??
    // The sums change with the booking.
    leftovers({ ...facts, counted: true }) ??
    session(facts, ask("paid_after_replaced", { order_id: order.id }), (session_id) => ({
      act: "book_on_order",
      session_id,
      order_id: order.id,
    }))
  )
}

/** Money of another currency than the order's, or that was asked for another total of its cart. */
function forAnotherTotal({ id, refuses, other_total: total }: Order): SettlementStep | null {
  if (refuses === "currency_mismatch") {
    const reason = anomalyReason("order_in_other_currency", { order: id })
    return ask("currency_mismatch", { order_id: id, reason })
  }
  if (total === null) {
    return null
  }
  const reason = anomalyReason("order_cost_other", { order: id, total })
  return { ...ask("paid_after_replaced", { reason, order_id: id }), later: true }
}

/** Settled means: payment, capture, order and order transaction exist and agree. */
function decideBooked(booked: Booked, order: Order): SettlementStep {
  const named = { order_id: order.id, payment_id: booked.id }
  if (booked.captured === null) {
    return { ...ask("settled_incompletely", named), later: true }
  }
  if (!booked.fits) {
    return ask("settled_incompletely", { ...named, captured: booked.captured })
  }
  // Medusa may cancel an order during its own completion, and capture on it afterwards
  // (docs/medusa.md#canceled-orders).
  if (order.canceled && booked.holds_money) {
    return ask("paid_after_canceled", { order_id: order.id })
  }
  if (booked.on_order) {
    return { act: "settle", ...named }
  }
  if (!order.locked) {
    return { act: "lock_order", order_id: order.id }
  }
  // An undone completion of the same cart may have left the capture, before the cart changed.
  return forAnotherTotal(order) ?? { act: "repair_capture", ...named }
}

function wentBack(
  { went_back: payout_id }: SettlementFacts,
  kind: AnomalyKind
): SettlementStep | null {
  return payout_id === null ? null : { act: "exclude", kind, payout_id }
}

function leftovers({ leftovers: payment_ids, counted }: SettlementFacts): SettlementStep | null {
  // A process that died after it removed rows leaves the sums too high.
  return payment_ids.length > 0 || !counted ? { act: "remove_leftovers", payment_ids } : null
}

function session(
  { session: now }: SettlementFacts,
  impossible: SettlementStep,
  pay: (sessionId: string) => SettlementStep
): SettlementStep {
  switch (now.state) {
    case "impossible":
      return impossible
    case "missing":
      return { act: "open_session" }
    case "ended":
      return { act: "reset_session", session_id: now.id }
    case "ready":
      return pay(now.id)
  }
}

function noSession(): SettlementStep {
  const reason = anomalyReason("no_session")
  return { ...ask("paid_after_replaced", { reason }), later: true }
}

function ask(kind: AnomalyKind, facts: Record<string, unknown>): Question {
  return { act: "ask", kind, later: false, facts }
}
