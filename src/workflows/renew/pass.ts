import { dayIn, startOfDay, type CalendarDay } from "../../domain/calendar-day"
import { CARD_DECIMALS } from "../../domain/card-session"
import { askedAmount, majorAmount, roundDown, sameAmount } from "../../domain/money"
import type { PayInOptions } from "../../domain/options"
import { cardProviderId } from "../../domain/provider-id"
import { periodStep, type HoldKind, type PeriodStep } from "../../domain/renewal-step"
import { RENEWAL_UNKNOWN_SECONDS } from "../../domain/schedule"
import { periodHold, type RenewalHold } from "../../modules/subscriptions/renewal-holds"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import type { RenewalCore } from "./core"
import { RenewalStuckError, type Renewed } from "./outcome"

const ZERO = majorAmount(0)
/** More steps than any renewal has: whoever takes more goes in circles. */
const MOST_STEPS = 8

export interface PassDeps {
  subscriptions: PayInSubscriptionsService
  core: RenewalCore
  options: PayInOptions
}

/**
 * Takes one open period as far as it goes now, under its lease: cart, hold, order, capture. Each step is
 * written before the next begins, so that whoever comes after a crash goes on where it stopped.
 */
export class RenewalPass {
  private prepared = false

  constructor(
    private readonly deps: PassDeps,
    private subscription: Subscription,
    private cycle: Cycle,
    /** A person asks: the day of the next try need not have come. */
    private readonly now: boolean
  ) {}

  async run(): Promise<Renewed> {
    for (let taken = 0; taken < MOST_STEPS; taken++) {
      const renewed = await this.step()
      if (renewed !== null) {
        return renewed
      }
    }
    throw new RenewalStuckError("The renewal does not come to an end: look at its order.", false)
  }

  private async step(): Promise<Renewed | null> {
    const hold = await this.refresh()
    const next = await this.next(hold)
    switch (next.step) {
      case "hold":
        return this.hold(next.kind)
      case "pay":
        return this.pay(hold)
      case "wait":
        await this.due(RENEWAL_UNKNOWN_SECONDS)
        return "waiting"
      case "refused":
        await this.freeOrder()
        return this.count(reasonOf(hold))
      case "rest":
        await this.due(this.cycle.next_try && startOfDay(this.cycle.next_try, this.zone))
        return "resting"
      case "end":
        return this.end(hold)
      case "let_go":
        await this.letGo(hold)
        return this.end(null)
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
      await this.firstKind()
    )
  }

  /** A hold is written; core is asked for its session by the next step. One in each pass. */
  private async hold(kind: HoldKind): Promise<Renewed | null> {
    if (this.prepared) {
      throw new RenewalStuckError(this.cycle.last_error ?? "The card could not be asked.", true)
    }
    this.prepared = true
    if (this.cycle.cart_id === null) {
      const cart_id = await this.deps.core.makeCart(this.subscription, this.cycle)
      this.cycle = await this.periods.write(this.cycle, { cart_id })
    }
    const cart = await this.cart()
    const { options } = this.deps
    const linked = kind === "renewal" ? await this.linkedTransaction() : null
    const amount = askedAmount(cart.total, CARD_DECIMALS, options.rounding)
    const prepared = await this.deps.subscriptions.renewalHolds.prepare(
      this.cycle,
      this.subscription,
      {
        kind,
        provider_id: cardProviderId(this.subscription.account),
        payment_collection_id: cart.collection_id,
        cart_id: cart.id,
        currency: cart.currency,
        exact_amount: cart.total,
        amount,
        tax: options.card?.tax === "order" ? roundDown(cart.tax, CARD_DECIMALS) : ZERO,
        linked_transaction_id: linked,
      }
    )
    if (prepared !== null) {
      // What it is made for is tried now: a crash from here on must not wait for another day.
      this.cycle = { ...this.cycle, next_try: null }
    }
    return null
  }

  /** From a hold that is prepared or stands to an order that is paid. */
  private async pay(hold: RenewalHold | null): Promise<Renewed | null> {
    const { core } = this.deps
    if (hold === null || this.cycle.cart_id === null) {
      throw new RenewalStuckError("The period has no cart: look at its subscription.", false)
    }
    const order_id = await core.orderOf(this.cycle.cart_id)
    if (order_id === null) {
      await this.place(hold, this.cycle.cart_id)
      return null
    }
    if (this.cycle.order_id !== order_id) {
      this.cycle = await this.periods.write(this.cycle, { order_id })
    }
    if (hold.status === "creating") {
      // A completion died between its order and the card: nothing was asked, so both begin anew.
      await this.freeOrder()
      await this.deps.subscriptions.renewalHolds.drop(hold.id)
      return null
    }
    return this.capture(hold, order_id)
  }

  /** Has core make the order; our provider asks for the hold inside. */
  private async place(hold: RenewalHold, cartId: string): Promise<void> {
    const { core, subscriptions } = this.deps
    const cart = await this.cart()
    const bound = cart.sessions.find(({ id }) => id === hold.session_id)
    if (bound === undefined) {
      if (hold.status === "creating") {
        if (!sameAmount(hold.exact_amount, cart.total)) {
          // What was prepared is not what the cart costs now: nobody was asked for it.
          await subscriptions.renewalHolds.drop(hold.id)
          throw new RenewalStuckError("What the renewal costs has changed: it is made anew.", true)
        }
        await subscriptions.renewalHolds.unbind(hold.id)
      }
      await core.openSession(cart.collection_id, hold.provider_id)
    }
    try {
      await core.completeCart(cartId)
    } catch (error) {
      await this.unlessAsked(hold, error)
    }
  }

  /** A completion that failed because the card was refused has said so in the hold's row. */
  private async unlessAsked(hold: RenewalHold, error: unknown): Promise<void> {
    const now = await this.deps.subscriptions.renewalHolds.find(hold.id)
    if (now === null || now.status === hold.status) {
      throw error
    }
    this.cycle = await this.periods.write(this.cycle, { last_error: reasonOf(now) })
  }

  private async capture(hold: RenewalHold, order_id: string): Promise<Renewed | null> {
    const { core } = this.deps
    if (this.cycle.next_try !== null) {
      this.cycle = await this.periods.write(this.cycle, { next_try: null })
    }
    const booked = await core.capture(hold)
    if (booked.done) {
      const { id: transaction_id, amount } = hold
      await this.periods.paid(this.cycle, { order_id, transaction_id, amount })
      return "paid"
    }
    const now = await this.refresh()
    switch (now?.status) {
      case "captured":
        // Taken, and core could not book it: the card's own sweep does, and the next look finds it.
        throw booked.error
      case "authorized":
        if (now.status_cause !== "refused") {
          throw booked.error
        }
        return this.count(reasonOf(now), now)
      default:
        return null
    }
  }

  /** @param held what is let go when it was the last try */
  private async count(reason: string, held: RenewalHold | null = null): Promise<Renewed> {
    const { retryDays } = this.deps.options.subscriptions.renewal
    const today = await this.today()
    const counted = await this.periods.refused(this.cycle, { today, days: retryDays, reason })
    if (counted === "given_up") {
      await this.letGo(held)
    }
    return counted === "given_up" ? "given_up" : "refused"
  }

  /** An order that waits for a hold which came to nothing keeps no stock; the next try has a cart of its own. */
  private async freeOrder(): Promise<void> {
    const { cart_id } = this.cycle
    const order_id = cart_id && (await this.deps.core.orderOf(cart_id))
    if (order_id) {
      await this.deps.core.cancelOrder(order_id)
      this.cycle = await this.periods.write(this.cycle, { cart_id: null, order_id: null })
    }
  }

  private async letGo(hold: RenewalHold | null): Promise<void> {
    if (this.cycle.cart_id !== null) {
      const order_id = await this.deps.core.orderOf(this.cycle.cart_id)
      if (order_id !== null) {
        await this.deps.core.cancelOrder(order_id)
      }
    }
    if (hold !== null) {
      await this.deps.subscriptions.cardTransactions.wantRelease(hold.id)
    }
  }

  private async end(hold: RenewalHold | null): Promise<Renewed | null> {
    if (hold?.status === "creating") {
      const dropped = await this.deps.subscriptions.renewalHolds.drop(hold.id)
      if (!dropped) {
        // Somebody asks for it at this moment.
        await this.due(RENEWAL_UNKNOWN_SECONDS)
        return "waiting"
      }
    }
    await this.freeOrder()
    await this.periods.failed(this.cycle)
    return "ended"
  }

  private async cart() {
    const { cart_id } = this.cycle
    const cart = cart_id && (await this.deps.core.payableCart(cart_id))
    if (!cart) {
      throw new RenewalStuckError("The renewal's cart is gone: cancel the subscription.", false)
    }
    return cart
  }

  /** Of the latest paid period; null when its money was never taken, or the service did not name it. */
  private async linkedTransaction(): Promise<string | null> {
    const { renewalHolds } = this.deps.subscriptions
    const latest = await renewalHolds.find(this.subscription.latest_transaction_id)
    return latest?.status === "captured" ? latest.transaction_id : null
  }

  // A renewal cancels what it renews: a first order that nobody captured yet keeps its hold.
  private async firstKind(): Promise<HoldKind> {
    const { call } = this.deps.options.subscriptions.renewal
    const linked = call === "renewal" && (await this.linkedTransaction()) !== null
    return linked ? "renewal" : "preauthorization"
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
    await this.deps.subscriptions.subscriptions.dueAgain(this.subscription.id, when)
  }

  private get zone(): string {
    return this.deps.options.timeZone
  }

  private get periods() {
    return this.deps.subscriptions.cycles
  }
}

function reasonOf(hold: RenewalHold | null): string {
  return hold?.refusal_message ?? hold?.refusal_code ?? "The card was refused."
}
