import { renewalReason } from "./reason"
import { isEndedSubscription } from "../subscription/state"
import type { RenewalFacts, RenewalHoldFacts } from "./facts"
import { charges, needsAnswers, periodStep, type HoldKind } from "./period-step"

/**
 * - `wait_for_day`: its day has not come. `as` says what this run came to. `keeps` is an order that stays and
 *   is shown to a person
 * - `wait_for_outcome`: the card's outcome is not known yet
 * - `wait_for_person`: nothing is charged before a person decided
 * - `wait_for_money`: its order is paid by other means
 * - `stop`: the obstacle is shown, and the next try is scheduled; `passing` ones are retried soon
 * - `close`: the subscription ended, and nothing is held for the period. `canceled` is an order that a
 *   person canceled: it is not shown to a person any more
 * - `pay_period`: its order shows the captured money. `paid_otherwise`: its order owes nothing
 * - `end_unpaid`: a person canceled its order or refunded the money
 * - `free_order`: Medusa is asked to cancel the order; if it refuses for good, its card is charged
 *   with a hold of the kind `else_hold`
 * - `leave_order`: we do not cancel the order after all: once it is canceled, a person did it
 * - `place_order`: Medusa makes the order, and our provider asks the card for the hold
 * - `take_hold`: Medusa captures the hold, at most what the order owes, and books it
 * - all others write, and doing one twice changes nothing more
 */
export type RenewalStep =
  | { act: "wait_for_day"; as: "refused" | "resting"; keeps: string | null }
  | { act: "wait_for_outcome" }
  | { act: "wait_for_person"; reason: string }
  | { act: "wait_for_money"; order_id: string }
  | { act: "stop"; reason: string; passing: boolean }
  | { act: "close"; as: "given_up" | "ended"; keeps: string | null; canceled: string | null }
  | { act: "pay_period"; order_id: string; hold_id: string }
  | { act: "paid_otherwise"; order_id: string }
  | { act: "end_unpaid"; reason: string; canceled: string | null }
  | { act: "end_subscription"; reason: string }
  | { act: "count_refusal" | "count_lapse" | "forget_cart" | "make_cart" }
  | { act: "restore_links"; cart_id: string }
  | { act: "forget_order" | "leave_order"; order_id: string }
  | { act: "charge_order"; order_id: string }
  | { act: "take_hold"; order_id: string }
  | { act: "free_order"; order_id: string; else_hold: HoldKind | null }
  | { act: "price_cart"; cart_id: string }
  | { act: "give_free"; cart_id: string }
  | { act: "prepare_hold"; kind: HoldKind; cart_id: string }
  | { act: "prepare_for_order"; kind: HoldKind; order_id: string }
  | { act: "place_order"; cart_id: string; session: "there" | "new" }
  | { act: "drop_hold"; hold_id: string; reason: string }
  | { act: "give_up_hold"; hold_id: string }

type Order = NonNullable<RenewalFacts["order"]>

/**
 * Renewal: the next step of an open period (docs/decisions/0050-a-renewal-is-a-decision.md).
 */
export function decideRenewal(facts: RenewalFacts): RenewalStep {
  const { hold } = facts
  const next = periodStep(periodOf(facts), facts.first)
  const asks = needsAnswers(next, hold) ? facts.question : null
  const isCharging = charges(next, hold)
  const waits = asks ?? (isCharging ? facts.doubt : null)
  if (waits !== null) {
    return { act: "wait_for_person", reason: waits }
  }
  if (isCharging && facts.over !== null) {
    return { act: "end_subscription", reason: facts.over }
  }
  switch (next.step) {
    case "wait":
      return { act: "wait_for_outcome" }
    case "refused":
      return { act: "count_refusal" }
    case "lapsed":
      return { act: "count_lapse" }
    case "not_due":
      return hold?.status === "authorized" ? waitForDay(facts, null) : withoutHold(facts)
    case "end":
    case "void":
      return decideEnd(facts)
    case "hold":
      return decideHold(facts, next.kind)
    case "pay":
      return decidePay(facts)
  }
}

/** The facts in the form of the rules of a period's holds. */
export function periodOf(facts: RenewalFacts): Parameters<typeof periodStep>[0] {
  const { subscription, hold, period, asked, run } = facts
  return {
    subscription: subscription.status,
    hold,
    waits_for_next_try: period.next_try !== "none",
    // What this run counted is tried on another day, whoever asks.
    next_try_is_due: run.counted === null && (asked || period.next_try === "come"),
  }
}

/** A new hold: for its cart, or for its order if that exists. */
function decideHold(facts: RenewalFacts, kind: HoldKind): RenewalStep {
  const { run, order, cart, cart_id, period } = facts
  if (run.prepared) {
    return stop(period.last_error ?? renewalReason("not_asked"), true)
  }
  if (order !== null) {
    return decideOrder(facts, order, kind) ?? chargeOrder(order, kind)
  }
  if (cart_id === null) {
    return { act: "make_cart" }
  }
  if (cart === null) {
    return stop(renewalReason("cart_gone"), false)
  }
  if (!cart.priced) {
    return { act: "price_cart", cart_id }
  }
  return cart.free ? { act: "give_free", cart_id } : { act: "prepare_hold", kind, cart_id }
}

function chargeOrder({ id, decision }: Order, kind: HoldKind): RenewalStep {
  return decision === "collecting"
    ? { act: "wait_for_money", order_id: id }
    : { act: "prepare_for_order", kind, order_id: id }
}

/** From a prepared or existing hold to a paid order. */
function decidePay(facts: RenewalFacts): RenewalStep {
  const { hold, cart_id, cart, order } = facts
  if (hold?.status === "creating" && cart_id === null) {
    return drop(hold, renewalReason("freed_unasked"))
  }
  if (order === null && hold?.status === "captured" && hold.given_back !== null) {
    // It was captured at once and the completion failed afterwards, or its order was canceled before
    // the capture was known. The money may be on its way back.
    return { act: "end_unpaid", reason: hold.given_back, canceled: null }
  }
  if (hold === null || cart_id === null) {
    return stop(renewalReason("no_cart"), false)
  }
  if (order !== null) {
    return order.lacks_links ? { act: "restore_links", cart_id } : decideCapture(hold, order)
  }
  if (cart === null) {
    return stop(renewalReason("cart_gone"), false)
  }
  if (!cart.priced) {
    return { act: "price_cart", cart_id }
  }
  if (cart.has_session) {
    return { act: "place_order", cart_id, session: "there" }
  }
  return hold.status === "creating" && !cart.fits
    ? drop(hold, renewalReason("cost_changed"))
    : { act: "place_order", cart_id, session: "new" }
}

/** Its order exists, and its hold pays it. */
function decideCapture(hold: RenewalHoldFacts, { id: order_id }: Order): RenewalStep {
  if (hold.status === "creating") {
    // A completion died between its order and the card: both start anew. The hold goes first: without
    // its cart it would block every other.
    return hold.for_cart
      ? drop(hold, renewalReason("made_unasked"))
      : { act: "charge_order", order_id }
  }
  if (hold.refused_capture) {
    // A webhook told of it, and perhaps its process died: counted before the bank is asked again.
    return { act: "count_refusal" }
  }
  if (hold.shown) {
    return { act: "pay_period", order_id, hold_id: hold.id }
  }
  return hold.status === "captured" && hold.given_back !== null
    ? { act: "end_unpaid", reason: hold.given_back, canceled: null }
    : { act: "take_hold", order_id }
}

/** First the hold must not be captured any more, whatever happens to its order. */
function decideEnd(facts: RenewalFacts): RenewalStep {
  const { hold } = facts
  if (hold?.status === "creating") {
    return drop(hold, renewalReason("ended_unasked"))
  }
  if (hold?.status === "authorized" && !hold.voiding) {
    return { act: "give_up_hold", hold_id: hold.id }
  }
  return withoutHold(facts)
}

/** Nothing is held: an order whose hold failed keeps no stock, and the next try has a cart of its own. */
function withoutHold(facts: RenewalFacts): RenewalStep {
  const { order, cart_id, period, subscription } = facts
  const step = order && decideOrder(facts, order, null)
  if (step !== null) {
    return step
  }
  if (order === null && cart_id !== null && period.ahead) {
    // A period tried ahead of its day gets a new price on its day.
    return { act: "forget_cart" }
  }
  const keeps = order !== null && order.decision !== "gone" ? order.id : null
  if (isEndedSubscription(subscription.status)) {
    const canceled = keeps === null && order !== null ? order.id : null
    return { act: "close", as: subscription.given_up ? "given_up" : "ended", keeps, canceled }
  }
  return waitForDay(facts, keeps)
}

/** An order that no hold pays; null while the card should still pay it. */
function decideOrder(
  { subscription, cart_id }: RenewalFacts,
  { id: order_id, lacks_links, decision, freed }: Order,
  else_hold: HoldKind | null
): RenewalStep | null {
  if (lacks_links && cart_id !== null) {
    return { act: "restore_links", cart_id }
  }
  if (freed && (decision === "free" || decision === "collecting" || decision === "kept")) {
    // A process died before Medusa canceled it: a person may cancel it from now on.
    return { act: "leave_order", order_id }
  }
  switch (decision) {
    case "free":
      return { act: "free_order", order_id, else_hold }
    case "paid":
      return { act: "paid_otherwise", order_id }
    case "gone":
      if (freed) {
        return { act: "forget_order", order_id }
      }
      return isEndedSubscription(subscription.status)
        ? null
        : {
            act: "end_unpaid",
            reason: renewalReason("called_off", { order: order_id }),
            canceled: order_id,
          }
    case "collecting":
    case "kept":
    case null:
      return null
  }
}

function waitForDay({ run }: RenewalFacts, keeps: string | null): RenewalStep {
  return { act: "wait_for_day", as: run.counted === "refusal" ? "refused" : "resting", keeps }
}

function drop({ id: hold_id }: RenewalHoldFacts, reason: string): RenewalStep {
  return { act: "drop_hold", hold_id, reason }
}

function stop(reason: string, passing: boolean): RenewalStep {
  return { act: "stop", reason, passing }
}
