import { dayIn } from "../../domain/time/calendar-day"
import { isPositive, sameAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { periodOf } from "../../domain/renewal/decide"
import type { RenewalFacts, RenewalRunFacts } from "../../domain/renewal/facts"
import {
  charges,
  countsAsCaptureRefusal,
  needsAnswers,
  periodStep,
} from "../../domain/renewal/period-step"
import { periodHold, type RenewalHold } from "../../modules/subscriptions/renewal-holds"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import type { RenewalCart } from "./cart"
import type { RenewalMedusaCalls } from "./renewal-medusa-calls"
import { firstKind } from "./prepared-hold"

/** Dependencies of a renewal on Medusa and our books. */
export interface RenewalDeps {
  subscriptions: PayInSubscriptionsService
  medusa: RenewalMedusaCalls
  options: PayInOptions
}

/** The facts of one open period, and the rows that they were read from. */
export interface RenewalSeen {
  facts: RenewalFacts
  subscription: Subscription
  cycle: Cycle
  hold: RenewalHold | null
  cart: RenewalCart | null
}

/** The period whose lease we hold, who asks, and what this run did already. */
export interface RenewalRun extends RenewalRunFacts {
  subscription: Subscription
  cycle: Pick<Cycle, "id" | "fence">
  /** A person asks: the day of the next try is not waited for. */
  asked: boolean
}

/**
 * Reads what decides the next step of a period. Nothing else of a renewal reads Medusa before it
 * decides.
 *
 * @throws CycleLeaseLostError when another worker holds the lease, or the period is over
 */
export async function readRenewalFacts(deps: RenewalDeps, run: RenewalRun): Promise<RenewalSeen> {
  const seen = await readRows(deps, run)
  const { facts, hold } = seen
  const next = periodStep(periodOf(facts), facts.first)
  facts.question = needsAnswers(next, facts.hold)
    ? await deps.medusa.whyInQuestion(seen.cycle)
    : null
  if (facts.question !== null) {
    return seen
  }
  if (charges(next, facts.hold)) {
    facts.doubt = await deps.medusa.whyDoubted(seen.subscription)
    facts.over = facts.doubt === null ? await deps.medusa.whyOver(seen.subscription) : null
  }
  if (facts.doubt !== null || facts.over !== null) {
    return seen
  }
  switch (next.step) {
    case "wait":
    case "refused":
    case "lapsed":
      return seen
    case "not_due":
      return hold?.status === "authorized" ? seen : readOrder(deps, seen)
    case "end":
      return hold?.status === "creating" ? seen : readOrder(deps, seen)
    case "void":
      return facts.hold?.voiding === true ? readOrder(deps, seen) : seen
    case "hold":
      return readForHold(deps, seen)
    case "pay":
      return readForPay(deps, seen)
  }
}

async function readRows(deps: RenewalDeps, run: RenewalRun): Promise<RenewalSeen> {
  const { subscriptions, renewalHolds, cycles } = deps.subscriptions
  const cycle = await cycles.held(run.cycle)
  const subscription = (await subscriptions.find(run.subscription.id)) ?? run.subscription
  const hold = await renewalHolds.latestOf(cycle.id)
  const today = dayIn(deps.options.timeZone, await subscriptions.now())
  const { next_try } = cycle
  const facts: RenewalFacts = {
    subscription: {
      status: subscription.status,
      given_up: subscription.status_cause === "given_up",
    },
    first: await firstKind(deps, subscription),
    asked: run.asked,
    period: {
      ahead: today < cycle.day,
      next_try: next_try === null ? "none" : next_try <= today ? "come" : "coming",
      last_error: cycle.last_error,
    },
    run: { prepared: run.prepared, counted: run.counted },
    hold: hold && factsOf(hold, cycle),
    question: null,
    doubt: null,
    over: null,
    cart_id: cycle.cart_id,
    cart: null,
    order: null,
  }
  return { facts, subscription, cycle, hold, cart: null }
}

function factsOf(hold: RenewalHold, cycle: Cycle): RenewalFacts["hold"] {
  const { id, status, status_cause, status_changed_at, refusal_code } = hold
  return {
    ...periodHold(hold),
    id,
    for_cart: hold.cart_id !== null,
    refused_capture:
      status === "authorized" &&
      status_cause === "refused" &&
      countsAsCaptureRefusal(refusal_code) &&
      cycle.refusal_counted_at?.getTime() !== status_changed_at.getTime(),
    shown: false,
    given_back: null,
  }
}

async function readForHold(deps: RenewalDeps, seen: RenewalSeen): Promise<RenewalSeen> {
  if (seen.facts.run.prepared) {
    return seen
  }
  const placed = await readOrder(deps, seen)
  return placed.facts.order === null ? readCart(deps, placed) : placed
}

async function readForPay(deps: RenewalDeps, seen: RenewalSeen): Promise<RenewalSeen> {
  const { facts, hold } = seen
  if (hold === null || (hold.status === "creating" && facts.cart_id === null)) {
    return seen
  }
  facts.order = await orderOf(deps, seen)
  if (facts.hold !== null && hold.status === "captured") {
    Object.assign(facts.hold, await deps.medusa.shownOf(hold))
    if (facts.hold.given_back !== null) {
      return seen
    }
  }
  return facts.order === null ? readCart(deps, seen) : seen
}

/** The order that no hold pays, and what becomes of it. */
async function readOrder(deps: RenewalDeps, seen: RenewalSeen): Promise<RenewalSeen> {
  const order = await orderOf(deps, seen)
  if (order !== null && !order.lacks_links) {
    order.decision = await deps.medusa.decisionOnOrder(order.id)
  }
  seen.facts.order = order
  return seen
}

async function orderOf(
  { medusa }: RenewalDeps,
  { cycle }: RenewalSeen
): Promise<RenewalFacts["order"]> {
  const order = cycle.cart_id && (await medusa.orderOf(cycle.cart_id))
  return order ? { ...order, freed: cycle.freed_order_id === order.id, decision: null } : null
}

async function readCart({ medusa }: RenewalDeps, seen: RenewalSeen): Promise<RenewalSeen> {
  const { facts, hold } = seen
  const cart = facts.cart_id === null ? null : await medusa.cart(facts.cart_id)
  if (cart === null) {
    return seen
  }
  facts.cart = {
    id: cart.id,
    priced: cart.collection?.is_current === true,
    free: !isPositive(cart.total),
    fits: hold !== null && sameAmount(hold.order_amount, cart.total),
    has_session: cart.collection?.session_ids.some((id) => id === hold?.session_id) === true,
  }
  return { ...seen, cart }
}
