import { dayIn, startOfDay, type CalendarDay } from "../../domain/calendar-day"
import { dayAfterLapse } from "../../domain/dunning"
import { isPositive, ZERO } from "../../domain/money"
import type { PayInOptions } from "../../domain/options"
import { renewalReason } from "../../domain/renewal-reason"
import {
  charges,
  countsAsCaptureRefusal,
  needsAnswers,
  periodStep,
  type HoldKind,
  type PeriodHold,
  type PeriodStep,
} from "../../domain/renewal/period-step"
import { RENEWAL_COLLECTED_SECONDS, RENEWAL_UNKNOWN_SECONDS } from "../../domain/schedule"
import {
  isBeingVoided,
  periodHold,
  type RenewalHold,
} from "../../modules/subscriptions/renewal-holds"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { hasEnded } from "../../modules/subscriptions/subscriptions"
import type { RenewalCart } from "./cart"
import type { Bill } from "./order-charge"
import { RenewalStuckError, type Renewed } from "./outcome"
import { placeFreeOrder, placeOrder, refusalOf } from "./place-order"
import {
  leftOrder,
  paidOtherwise,
  type LeftOrder,
  type Period,
  type PeriodDeps,
} from "./period-order"
import { firstKind, preparedHold } from "./prepared-hold"

const COLLECTED = renewalReason("paid_by_other_means")
const HOLD_VOIDED = renewalReason("hold_voided")
/** More steps than any renewal has: beyond them it runs in circles. */
const MOST_STEPS = 8

export interface PassDeps extends PeriodDeps {
  options: PayInOptions
}

/**
 * Renewal: moves one open period as far as possible now, under its lease: cart, hold, order,
 * capture. Each step is written before the next begins, so that a run after a crash goes on from
 * there.
 */
export class RenewalPass {
  private prepared = false
  /**
   * The cart that the hold was prepared for, until its order is made: reading a cart again costs
   * Medusa all its totals.
   */
  private justRead: RenewalCart | null = null

  constructor(
    private readonly deps: PassDeps,
    private subscription: Subscription,
    private cycle: Cycle,
    /** A person asks: the day of the next try is not waited for. */
    private readonly now: boolean
  ) {}

  async run(): Promise<Renewed> {
    for (let taken = 0; taken < MOST_STEPS; taken++) {
      const renewed = await this.step()
      if (renewed !== null) {
        return renewed
      }
    }
    throw new RenewalStuckError(renewalReason("no_end"), false)
  }

  private async step(): Promise<Renewed | null> {
    const hold = await this.refresh()
    const next = await this.next(hold)
    const doubt = await this.whyNot(next, hold && periodHold(hold))
    if (doubt !== null) {
      return this.wait(doubt)
    }
    switch (next.step) {
      case "hold":
        return this.hold(next.kind)
      case "lapsed":
        return this.lapse()
      case "pay":
        return this.pay(hold)
      case "wait":
        await this.due(RENEWAL_UNKNOWN_SECONDS)
        return "waiting"
      case "refused":
        return hold === null ? null : this.refused(hold)
      case "not_due":
        return this.rest(hold)
      case "end":
        return this.end(hold)
      case "void":
        return this.voidHold(hold)
    }
  }

  private async next(hold: RenewalHold | null): Promise<PeriodStep> {
    const { next_try } = this.cycle
    return periodStep(
      {
        subscription: this.subscription.status,
        hold: hold && periodHold(hold),
        waits_for_next_try: next_try !== null,
        next_try_is_due: this.now || (next_try !== null && next_try <= (await this.today())),
      },
      await firstKind(this.deps, this.subscription)
    )
  }

  /** Why a step waits for a person; null: it need not. */
  private async whyNot(next: PeriodStep, hold: PeriodHold | null): Promise<string | null> {
    const { core } = this.deps
    const asked = needsAnswers(next, hold) ? await core.whyInQuestion(this.cycle) : null
    return asked === null && charges(next, hold) ? core.whyDoubted(this.subscription) : asked
  }

  /** Nothing is charged before a person decided. */
  private async wait(last_error: string): Promise<Renewed> {
    this.cycle = await this.periods.write(this.cycle, { last_error })
    await this.due(RENEWAL_COLLECTED_SECONDS)
    return "later"
  }

  /** Writes a hold; the next step has Medusa make its session. At most one per run. */
  private async hold(kind: HoldKind): Promise<Renewed | null> {
    if (this.prepared) {
      throw new RenewalStuckError(this.cycle.last_error ?? renewalReason("not_asked"), true)
    }
    this.prepared = true
    const { core, subscriptions } = this.deps
    const over = await core.whyOver(this.subscription)
    if (over !== null) {
      // First the reason, which stays with the period.
      this.cycle = await this.periods.write(this.cycle, { last_error: over })
      const ending = { cause: "canceled", actor: "system", by: null } as const
      await subscriptions.subscriptions.end(this.subscription.id, ending)
      return null
    }
    const left = await this.orderLeft(true)
    if (left !== null) {
      return (await this.settled(left)) ?? this.holdForOrder(left, kind)
    }
    if (this.cycle.cart_id === null) {
      const cart_id = await core.makeCart(this.subscription, this.cycle)
      this.cycle = await this.periods.write(this.cycle, { cart_id })
    }
    const cart = await this.cart()
    if (!isPositive(cart.total)) {
      return this.giveFree(cart)
    }
    this.justRead = cart
    return this.prepare(kind, { ...cart, cart_id: cart.id })
  }

  /** Its order exists and owes: the card is charged for that order, unless a person collects it. */
  private async holdForOrder({ id, decision }: LeftOrder, kind: HoldKind): Promise<Renewed | null> {
    const { core } = this.deps
    const { account } = this.subscription
    const bill = decision === "collecting" ? COLLECTED : await core.billOfOrder(id, account)
    if (typeof bill !== "string") {
      return this.prepare(kind, bill)
    }
    this.cycle = await this.periods.write(this.cycle, { last_error: bill })
    await this.due(RENEWAL_COLLECTED_SECONDS)
    return "waiting"
  }

  private async prepare(kind: HoldKind, bill: Bill): Promise<null> {
    const { renewalHolds } = this.deps.subscriptions
    const wanted = await preparedHold(this.deps, { kind, bill, subscription: this.subscription })
    const prepared = await renewalHolds.prepare(this.cycle, this.subscription, wanted)
    if (prepared !== null) {
      // The next try happens now: after a crash it must not wait for another day.
      this.cycle = { ...this.cycle, next_try: null }
    }
    return null
  }

  /** It costs nothing: Medusa takes no payment for such an order, and no card is charged. */
  private async giveFree(cart: RenewalCart): Promise<Renewed> {
    const order_id = await placeFreeOrder(this.deps.core, cart)
    const paid = { order_id, transaction_id: null, amount: ZERO, taken_at: null }
    await this.periods.paid(this.cycle, paid)
    return "paid"
  }

  /** From a prepared or existing hold to a paid order. */
  private async pay(hold: RenewalHold | null): Promise<Renewed | null> {
    const { core } = this.deps
    if (hold?.status === "creating" && this.cycle.cart_id === null) {
      return this.drop(hold, renewalReason("freed_unasked"))
    }
    const { cart_id } = this.cycle
    const order_id = cart_id && (await core.orderOf(cart_id))
    if (!order_id && hold?.status === "captured") {
      // It was captured at once and the completion failed afterwards, or its order was canceled
      // before the capture was known. The money may be on its way back.
      const givenBack = await core.whyGivenBack(hold)
      if (givenBack !== null) {
        await this.periods.givenBack(this.cycle, givenBack)
        return "given_back"
      }
    }
    if (hold === null || cart_id === null) {
      throw new RenewalStuckError(renewalReason("no_cart"), false)
    }
    if (!order_id) {
      const cart = this.justRead ?? (await this.cart())
      this.justRead = null
      const refusal = await placeOrder(this.deps, hold, cart)
      if (refusal !== null) {
        this.cycle = await this.periods.write(this.cycle, { last_error: refusal })
      }
      return null
    }
    if (hold.status === "creating") {
      return hold.cart_id === null
        ? this.chargeOrder(hold, order_id)
        : // A completion died between its order and the card: both start anew. The hold
          // goes first: without its cart it would block every other.
          this.drop(hold, renewalReason("made_unasked"))
    }
    if (this.cycle.order_id !== order_id) {
      this.cycle = await this.periods.write(this.cycle, { order_id })
    }
    return this.capture(hold, order_id)
  }

  private async chargeOrder(hold: RenewalHold, order_id: string): Promise<null> {
    const refusal = await this.deps.core.chargeOrder(hold, order_id)
    if (refusal !== null) {
      this.cycle = await this.periods.write(this.cycle, { last_error: refusal })
    }
    return null
  }

  private async capture(hold: RenewalHold, order_id: string): Promise<Renewed | null> {
    const { core } = this.deps
    if (this.isRefusedCapture(hold)) {
      // A webhook reported a refusal, and perhaps its process died: it is counted before the bank
      // is asked again.
      return this.count(hold)
    }
    if (this.cycle.next_try !== null) {
      this.cycle = await this.periods.write(this.cycle, { next_try: null })
    }
    const booked = await core.capture(hold)
    if (booked.outcome === "taken") {
      const { id: transaction_id, cart_id } = hold
      // The row has the time of this capture: midnight may have passed since, and a period begun
      // with it.
      const taken_at = (await this.refresh())?.captured_at ?? hold.captured_at
      if (cart_id === null) {
        await core.settleKept(order_id, "paid")
      }
      // For an existing order the card pays its outstanding amount, while the next period has the
      // usual price.
      const amount = cart_id === null ? this.subscription.amount : hold.amount
      await this.periods.paid(this.cycle, { order_id, transaction_id, amount, taken_at })
      return "paid"
    }
    if (booked.outcome === "owes_nothing") {
      await this.deps.subscriptions.cardTransactions.wantRelease(hold.id)
      return null
    }
    if (booked.outcome === "given_back") {
      await this.periods.givenBack(this.cycle, booked.reason)
      return "given_back"
    }
    const now = await this.refresh()
    switch (now?.status) {
      case "captured":
        // Captured, but Medusa could not book it: the card sweep does, and the next run finds it.
        throw booked.error
      case "authorized":
        if (hasEnded(this.subscription) || isBeingVoided(now)) {
          return null
        }
        if (this.isRefusedCapture(now)) {
          return this.count(now)
        }
        if (now.status_cause === "refused" && !countsAsCaptureRefusal(now.refusal_code)) {
          // The store's own fault, shown to a person: retried less often, and not counted as a try
          // of the shopper's.
          throw new RenewalStuckError(refusalOf(now), false)
        }
        throw booked.error
      default:
        return null
    }
  }

  /** Whether the bank refused to capture the hold and that refusal was not counted yet. */
  private isRefusedCapture(hold: RenewalHold): boolean {
    const { status, status_cause, status_changed_at, refusal_code } = hold
    return (
      status === "authorized" &&
      status_cause === "refused" &&
      countsAsCaptureRefusal(refusal_code) &&
      this.cycle.refusal_counted_at?.getTime() !== status_changed_at.getTime()
    )
  }

  /** After the last try the subscription is canceled, and the next step closes its period. */
  private async count(hold: RenewalHold): Promise<Renewed | null> {
    const { retryDays: days } = this.deps.options.renewal
    const today = await this.today()
    const refusal = { of: hold.status_changed_at, today, days, reason: refusalOf(hold) }
    const tried = await this.periods.refused(this.cycle, refusal)
    this.cycle = tried ?? this.cycle
    return tried && "refused"
  }

  /** Counted first: whatever happens to its order, the next try has its day. */
  private async refused(hold: RenewalHold): Promise<Renewed | null> {
    const counted = await this.count(hold)
    return counted === null ? null : this.restAs(counted)
  }

  /** Nothing is held any more and the bank did not refuse: another day is tried. */
  private async lapse(): Promise<Renewed | null> {
    const { retryDays } = this.deps.options.renewal
    const times = await this.deps.subscriptions.renewalHolds.voidHold(this.cycle.id)
    const next_try = dayAfterLapse(await this.today(), times, retryDays)
    this.cycle = await this.periods.write(this.cycle, { next_try, last_error: HOLD_VOIDED })
    return this.restAs("resting")
  }

  private async rest(hold: RenewalHold | null): Promise<Renewed> {
    if (hold?.status === "authorized") {
      await this.waitForTry()
      return "resting"
    }
    // The refusal may have been counted by a process that died before canceling the order.
    return this.restAs("resting")
  }

  /**
   * While its order is being canceled the period is checked within minutes; afterwards it waits for
   * its day.
   */
  private async restAs(resting: Renewed): Promise<Renewed> {
    const paid = await this.afterNothing()
    if (paid !== null) {
      return paid
    }
    await this.waitForTry()
    return resting
  }

  private async waitForTry(): Promise<void> {
    const { next_try } = this.cycle
    await this.due(next_try && startOfDay(next_try, this.zone))
  }

  /** An order whose hold failed keeps no stock: the next try has a cart of its own. */
  private async afterNothing(): Promise<Renewed | null> {
    const left = await this.orderLeft()
    if (left === null && this.cycle.cart_id !== null && (await this.today()) < this.cycle.day) {
      // A period tried ahead of its day gets a new price on its day.
      this.cycle = await this.periods.write(this.cycle, { cart_id: null })
    }
    return left && this.settled(left)
  }

  /** The remaining order without a hold; null when there is none, or it could be canceled. */
  private async orderLeft(orKeep = false): Promise<LeftOrder | null> {
    const { cycle, left } = await leftOrder(this.deps, this.period, { orKeep })
    this.cycle = cycle
    return left
  }

  /** A person's action on its order ends the period; null while the card should still pay. */
  private async settled({ id: order, decision }: LeftOrder): Promise<Renewed | null> {
    if (decision === "paid") {
      await paidOtherwise(this.deps, this.period, order)
      return "paid"
    }
    if (decision !== "called_off" || hasEnded(this.subscription)) {
      return null
    }
    await this.periods.givenBack(this.cycle, renewalReason("called_off", { order }))
    return "given_back"
  }

  /** First the hold must not be captured any more, whatever happens to its order. */
  private async voidHold(hold: RenewalHold | null): Promise<Renewed | null> {
    if (hold !== null) {
      await this.deps.subscriptions.cardTransactions.wantRelease(hold.id)
    }
    return this.end(null)
  }

  private async end(hold: RenewalHold | null): Promise<Renewed | null> {
    if (hold?.status === "creating") {
      const waits = await this.drop(hold, renewalReason("ended_unasked"))
      if (waits !== null) {
        return waits
      }
    }
    const paid = await this.afterNothing()
    if (paid !== null) {
      return paid
    }
    await this.periods.failed(this.cycle)
    return this.subscription.status_cause === "given_up" ? "given_up" : "ended"
  }

  /** Drops a hold that was not sent; null when that is certain. */
  private async drop(hold: RenewalHold, why: string): Promise<Renewed | null> {
    if (await this.deps.subscriptions.renewalHolds.drop(hold.id, why)) {
      return null
    }
    // Another worker sends it at this moment.
    await this.due(RENEWAL_UNKNOWN_SECONDS)
    return "waiting"
  }

  private async cart(): Promise<RenewalCart> {
    const { cart_id } = this.cycle
    const cart = cart_id && (await this.deps.core.payableCart(cart_id))
    if (!cart) {
      throw new RenewalStuckError(renewalReason("cart_gone"), false)
    }
    return cart
  }

  private async refresh(): Promise<RenewalHold | null> {
    const { subscriptions, renewalHolds } = this.deps.subscriptions
    this.subscription = (await subscriptions.find(this.subscription.id)) ?? this.subscription
    return renewalHolds.latestOf(this.cycle.id)
  }

  private async today(): Promise<CalendarDay> {
    return dayIn(this.zone, await this.deps.subscriptions.subscriptions.now())
  }

  private async due(when: Date | number | null): Promise<void> {
    await this.deps.subscriptions.subscriptions.dueAgain(this.subscription, when)
  }

  private get period(): Period {
    return { subscription: this.subscription, cycle: this.cycle }
  }

  private get zone(): string {
    return this.deps.options.timeZone
  }

  private get periods() {
    return this.deps.subscriptions.cycles
  }
}
