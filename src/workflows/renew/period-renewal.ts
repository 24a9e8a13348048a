import { anomalyReason } from "../../domain/anomaly/reason"
import { dayIn, startOfDay, type CalendarDay } from "../../domain/time/calendar-day"
import { dayAfterLapse } from "../../domain/renewal/dunning"
import { ZERO } from "../../domain/money/amount"
import { renewalReason } from "../../domain/renewal/reason"
import { decideRenewal, type RenewalStep } from "../../domain/renewal/decide"
import { countsAsCaptureRefusal, type HoldKind } from "../../domain/renewal/period-step"
import { RENEWAL_COLLECTED_SECONDS, RENEWAL_UNKNOWN_SECONDS } from "../../domain/time/schedule"
import { isBeingVoided, type RenewalHold } from "../../modules/subscriptions/renewal-holds"
import type { Cycle } from "../../modules/subscriptions/subscription-rows"
import { hasEnded } from "../../modules/subscriptions/subscriptions"
import { MedusaRefusedError } from "../../medusa/failures"
import type { Bill } from "./order-charge"
import { RenewalStuckError, type Renewed } from "./outcome"
import { placeFreeOrder, placeOrder, refusalOf } from "./place-order"
import { preparedHold } from "./prepared-hold"
import { readRenewalFacts, type RenewalDeps, type RenewalRun, type RenewalSeen } from "./read-facts"

/** Against a loop: no period needs so many. */
const MOST_STEPS = 16

/** Steps after which nobody looks at the order of the period again. */
const ENDS_PERIOD: ReadonlySet<RenewalStep["act"]> = new Set([
  "close",
  "paid_otherwise",
  "end_unpaid",
])

type Act<Name extends RenewalStep["act"]> = Extract<RenewalStep, { act: Name }>

/** The end of the run, or its next step. */
type Done = Renewed | "next"

/**
 * Renews one open period, under its lease, as far as possible now: reads the facts, decides one step,
 * takes it, and begins again (docs/decisions/0050-a-renewal-is-a-decision.md).
 */
export class PeriodRenewal {
  private readonly kept: RenewalRun

  constructor(
    private readonly deps: RenewalDeps,
    of: Pick<RenewalRun, "subscription" | "cycle" | "asked">
  ) {
    this.kept = { ...of, prepared: false, counted: null }
  }

  /** @throws RenewalStuckError on an obstacle, or when a step had no effect */
  async run(): Promise<Renewed> {
    let before: string | null = null
    for (let count = 0; count < MOST_STEPS; count += 1) {
      const seen = await readRenewalFacts(this.deps, this.kept)
      const step = decideRenewal(seen.facts)
      const decided = JSON.stringify([step, seen.facts])
      if (decided === before) {
        break
      }
      const done = await this.act(step, seen)
      if (done !== "next") {
        return done
      }
      before = decided
    }
    throw new RenewalStuckError(renewalReason("no_end"), false)
  }

  private async act(step: RenewalStep, seen: RenewalSeen): Promise<Done> {
    const { medusa, subscriptions } = this.deps
    const { cycle, hold } = seen
    if (ENDS_PERIOD.has(step.act) && !(await this.isStillSo(seen))) {
      return "next"
    }
    switch (step.act) {
      case "wait_for_day":
        return this.waitForDay(step, seen)
      case "wait_for_outcome":
        await this.due(seen, RENEWAL_UNKNOWN_SECONDS)
        return "waiting"
      case "wait_for_person":
        await this.waits(seen, step.reason)
        return "later"
      case "wait_for_money":
        await this.keep(step.order_id, seen)
        await this.waits(seen, renewalReason("paid_by_other_means"))
        return "waiting"
      case "stop":
        throw new RenewalStuckError(step.reason, step.passing)
      case "close":
        await this.keep(step.keeps, seen)
        await this.showNoMore(step.canceled)
        await this.cycles.failed(cycle)
        return step.as
      case "pay_period":
        return this.payPeriod(step, seen)
      case "paid_otherwise":
        return this.paidOtherwise(step, seen)
      case "end_unpaid":
        await this.showNoMore(step.canceled)
        await this.cycles.givenBack(cycle, step.reason)
        return "given_back"
      case "end_subscription":
        return this.endSubscription(step, seen)
      case "count_refusal":
        return hold === null ? "next" : this.countRefusal(seen, hold)
      case "count_lapse":
        return this.countLapse(seen)
      case "make_cart":
        return this.makeCart(seen)
      case "price_cart":
        await medusa.priceCart(step.cart_id, { collection: seen.cart?.collection != null })
        return "next"
      case "give_free":
        return this.giveFree(step, seen)
      case "prepare_hold":
        return this.prepareForCart(step, seen)
      case "prepare_for_order":
        return this.prepareForOrder(step, seen)
      case "place_order":
        return this.placeOrder(step, seen)
      case "charge_order":
        return this.chargeOrder(step, seen)
      case "take_hold":
        return hold === null ? "next" : this.takeHold(step, seen, hold)
      case "drop_hold":
        return this.dropHold(step, seen)
      case "give_up_hold":
        await subscriptions.cardTransactions.wantRelease(step.hold_id)
        return "next"
      case "restore_links":
        await medusa.restoreLinks(step.cart_id)
        return "next"
      case "free_order":
        return this.freeOrder(step, seen)
      case "forget_order":
        await this.showNoMore(step.order_id)
        return this.write(cycle, { cart_id: null, order_id: null, freed_order_id: null })
      case "leave_order":
        return this.write(cycle, { freed_order_id: null })
      case "forget_cart":
        return this.write(cycle, { cart_id: null })
    }
  }

  /**
   * Whether the order is as it was read. Medusa cancels an order, or books money on it, and may take
   * that back a moment later; until then it holds the order's lock.
   */
  private async isStillSo({ facts: { order } }: RenewalSeen): Promise<boolean> {
    return (
      order === null ||
      order.decision === null ||
      order.decision === (await this.deps.medusa.finalDecisionOnOrder(order.id))
    )
  }

  private async waitForDay({ as, keeps }: Act<"wait_for_day">, seen: RenewalSeen): Promise<Done> {
    const { next_try } = seen.cycle
    await this.keep(keeps, seen)
    await this.due(seen, next_try && startOfDay(next_try, this.deps.options.timeZone))
    return as
  }

  private async payPeriod({ order_id }: Act<"pay_period">, seen: RenewalSeen): Promise<Done> {
    const { hold, subscription, cycle } = seen
    if (hold === null) {
      return "next"
    }
    const { id: transaction_id, cart_id, captured_at: taken_at } = hold
    if (cart_id === null) {
      await this.deps.medusa.settleKept(order_id, "paid")
    }
    // For an existing order the card pays its outstanding amount, while the next period has the usual
    // price.
    const amount = cart_id === null ? subscription.amount : hold.amount
    await this.cycles.paid(cycle, { order_id, transaction_id, amount, taken_at })
    return "paid"
  }

  /** A person collected the order's debt: no card is charged for that period. */
  private async paidOtherwise(
    { order_id }: Act<"paid_otherwise">,
    { cycle, subscription }: RenewalSeen
  ): Promise<Done> {
    await this.deps.medusa.settleKept(order_id, "paid")
    const { amount } = subscription
    await this.cycles.paid(cycle, { order_id, transaction_id: null, amount, taken_at: null })
    return "paid"
  }

  /** First the reason, which stays with the period. */
  private async endSubscription(
    { reason }: Act<"end_subscription">,
    { cycle, subscription }: RenewalSeen
  ): Promise<Done> {
    await this.cycles.write(cycle, { last_error: reason })
    const ending = { cause: "canceled", actor: "system", by: null } as const
    await this.deps.subscriptions.subscriptions.end(subscription.id, ending)
    return "next"
  }

  /** After the last try the subscription is canceled. */
  private async countRefusal({ cycle }: RenewalSeen, hold: RenewalHold): Promise<Done> {
    const { retryDays: days } = this.deps.options.renewal
    const today = await this.today()
    const refusal = { of: hold.status_changed_at, today, days, reason: refusalOf(hold) }
    await this.cycles.refused(cycle, refusal)
    this.kept.counted = "refusal"
    return "next"
  }

  private async countLapse({ cycle }: RenewalSeen): Promise<Done> {
    const { retryDays } = this.deps.options.renewal
    const times = await this.deps.subscriptions.renewalHolds.voidHold(cycle.id)
    const next_try = dayAfterLapse(await this.today(), times, retryDays)
    this.kept.counted = "lapse"
    return this.write(cycle, { next_try, last_error: renewalReason("hold_voided") })
  }

  private async makeCart({ subscription, cycle }: RenewalSeen): Promise<Done> {
    const { medusa } = this.deps
    const cart_id = await medusa.makeCart(subscription, cycle)
    await this.cycles.write(cycle, { cart_id })
    await medusa.priceCart(cart_id, { collection: false })
    return "next"
  }

  /** Medusa takes no payment for such an order, and no card is charged. */
  private async giveFree({ cart_id }: Act<"give_free">, { cycle }: RenewalSeen): Promise<Done> {
    const order_id = await placeFreeOrder(this.deps.medusa, cart_id)
    await this.cycles.paid(cycle, { order_id, transaction_id: null, amount: ZERO, taken_at: null })
    return "paid"
  }

  private async prepareForCart({ kind }: Act<"prepare_hold">, seen: RenewalSeen): Promise<Done> {
    const { cart } = seen
    if (cart === null || cart.collection === null) {
      return "next"
    }
    const { id: cart_id, currency, total, tax, collection } = cart
    return this.prepare(kind, seen, { cart_id, currency, total, tax, collection_id: collection.id })
  }

  private async prepareForOrder(
    { order_id, kind }: Pick<Act<"prepare_for_order">, "order_id" | "kind">,
    seen: RenewalSeen
  ): Promise<Done> {
    const { medusa } = this.deps
    await medusa.askLinks(order_id)
    await this.keep(order_id, seen)
    const bill = await medusa.billOfOrder(order_id, seen.subscription.account)
    if (typeof bill !== "string") {
      return this.prepare(kind, seen, bill)
    }
    await this.waits(seen, bill)
    return "waiting"
  }

  private async prepare(kind: HoldKind, seen: RenewalSeen, bill: Bill): Promise<Done> {
    const { cycle, subscription } = seen
    const wanted = await preparedHold(this.deps, { kind, bill, subscription })
    await this.deps.subscriptions.renewalHolds.prepare(cycle, subscription, wanted)
    this.kept.prepared = true
    return "next"
  }

  private async placeOrder(
    { session }: Act<"place_order">,
    { hold, cart, cycle }: RenewalSeen
  ): Promise<Done> {
    const refusal = hold && cart && (await placeOrder(this.deps, hold, cart, session))
    return refusal === null ? "next" : this.write(cycle, { last_error: refusal })
  }

  private async chargeOrder(
    { order_id }: Act<"charge_order">,
    { hold, cycle }: RenewalSeen
  ): Promise<Done> {
    const refusal = hold && (await this.deps.medusa.chargeOrder(hold, order_id))
    return refusal === null ? "next" : this.write(cycle, { last_error: refusal })
  }

  private async takeHold(
    { order_id }: Act<"take_hold">,
    { cycle, subscription }: RenewalSeen,
    hold: RenewalHold
  ): Promise<Done> {
    const { subscriptions, medusa } = this.deps
    await this.cycles.write(cycle, { order_id, next_try: null })
    const booked = await medusa.capture(hold)
    switch (booked.outcome) {
      case "taken":
      case "given_back":
        return "next"
      case "owes_nothing":
        await subscriptions.cardTransactions.wantRelease(hold.id)
        return "next"
      case "not_yet":
        break
    }
    const now = await subscriptions.renewalHolds.find(hold.id)
    const present = await subscriptions.subscriptions.find(subscription.id)
    if (now?.status === "captured") {
      // Medusa could not book it: the card sweep does, and the next run finds it.
      throw booked.error
    }
    if (now?.status !== "authorized" || isBeingVoided(now) || (present && hasEnded(present))) {
      return "next"
    }
    if (now.status_cause !== "refused" || isCounted(now, cycle)) {
      throw booked.error
    }
    if (!countsAsCaptureRefusal(now.refusal_code)) {
      // The store's own fault, shown to a person: retried less often, and not counted as a try of the
      // shopper's.
      throw new RenewalStuckError(refusalOf(now), false)
    }
    return "next"
  }

  private async dropHold({ hold_id, reason }: Act<"drop_hold">, seen: RenewalSeen): Promise<Done> {
    if (await this.deps.subscriptions.renewalHolds.drop(hold_id, reason)) {
      return "next"
    }
    // Another worker sends it at this moment.
    await this.due(seen, RENEWAL_UNKNOWN_SECONDS)
    return "waiting"
  }

  /**
   * The intent is written before Medusa is asked, and stays if this process dies: the next run finds
   * the order canceled, or takes the intent back.
   */
  private async freeOrder(
    { order_id, else_hold }: Act<"free_order">,
    seen: RenewalSeen
  ): Promise<Done> {
    const { medusa } = this.deps
    await medusa.askLinks(order_id)
    try {
      await medusa.freeOrder(order_id, async () => {
        await this.cycles.freeing(seen.cycle, order_id)
      })
      return "next"
    } catch (error) {
      await this.cycles.write(seen.cycle, { freed_order_id: null })
      if (else_hold !== null && error instanceof MedusaRefusedError && !error.passing) {
        return this.prepareForOrder({ order_id, kind: else_hold }, seen)
      }
      throw error
    }
  }

  /** An order that we do not cancel is shown to a person, with its debt. */
  private async keep(order_id: string | null, seen: RenewalSeen): Promise<void> {
    if (order_id === null) {
      return
    }
    const { subscription, cycle } = seen
    const now = cycle.order_id === order_id ? cycle : await this.cycles.write(cycle, { order_id })
    const reason = anomalyReason("renewal_order_kept")
    await this.deps.medusa.showKept(order_id, { subscription, cycle: now, reason })
  }

  /** It is canceled: it owes nothing any more. */
  private async showNoMore(order_id: string | null): Promise<void> {
    if (order_id !== null) {
      await this.deps.medusa.settleKept(order_id, "canceled")
    }
  }

  private async waits(seen: RenewalSeen, last_error: string): Promise<void> {
    await this.cycles.write(seen.cycle, { last_error })
    await this.due(seen, RENEWAL_COLLECTED_SECONDS)
  }

  private async write(
    cycle: Cycle,
    written: Parameters<RenewalDeps["subscriptions"]["cycles"]["write"]>[1]
  ): Promise<"next"> {
    await this.cycles.write(cycle, written)
    return "next"
  }

  private async today(): Promise<CalendarDay> {
    return dayIn(this.deps.options.timeZone, await this.deps.subscriptions.subscriptions.now())
  }

  private async due({ subscription }: RenewalSeen, when: Date | number | null): Promise<void> {
    await this.deps.subscriptions.subscriptions.dueAgain(subscription, when)
  }

  private get cycles() {
    return this.deps.subscriptions.cycles
  }
}

/** Whether the refusal of a hold's capture was counted. */
function isCounted(hold: RenewalHold, { refusal_counted_at }: Cycle): boolean {
  return refusal_counted_at?.getTime() === hold.status_changed_at.getTime()
}
