import { addDays, dayIn, startOfDay, type CalendarDay } from "../../src/domain/time/calendar-day"
import type { RenewalHold } from "../../src/modules/subscriptions/renewal-holds"
import type { Cycle, Subscription } from "../../src/modules/subscriptions/subscription-rows"
import type { PayInSubscriptionsService } from "../../src/modules/subscriptions/service"
import { majorAmount } from "../../src/domain/money/amount"
import { Modules } from "@medusajs/framework/utils"
import { renewDue } from "../../src/workflows/renew"
import { capture, cardOrder, subscriptionsOf, type WantedCard } from "./card-checkout"
import type { Shop } from "./shop"

const ZONE = "America/Bogota"

/** A subscription as its row stands, without an order or a card behind it. */
export async function plainSubscription(
  shop: Shop,
  values: Partial<Pick<Subscription, "order_id" | "customer_id" | "due_after">> = {}
): Promise<Subscription> {
  const service = shop.container.resolve<PayInSubscriptionsService>("payinSubscriptions")
  const anchor = dayIn(ZONE, new Date())
  const { subscription } = await service.subscriptions.start({
    account: "co",
    card_id: "paycard_none",
    subscription_id: "sub_none",
    customer_id: null,
    order_id: "order_none",
    first_lines: [],
    latest_transaction_id: "paycdtx_none",
    plan_name: "Café del mes",
    periodicity: "monthly",
    every: null,
    anchor,
    next_date: addDays(anchor, 30),
    amount: majorAmount("60000"),
    currency_code: "COP",
    last_four: "1111",
    brand: "VISA",
    due_after: null,
    ...values,
  })
  return subscription
}

const DAY_MS = 86_400_000

/** A store that sells coffee by subscription, and its shoppers. */
export class CoffeeClub {
  private constructor(readonly shop: Shop) {}

  /** @param metadata of the product, as a store writes it */
  static async of(shop: Shop, metadata: Record<string, unknown> = {}): Promise<CoffeeClub> {
    const club = new CoffeeClub(shop)
    await club.sell("CAFE-GRANO", {
      payin_plan_name: "Café del mes",
      payin_periodicity: "monthly",
      ...metadata,
    })
    return club
  }

  get subscriptions() {
    return subscriptionsOf(this.shop)
  }

  async sell(sku: string, metadata: Record<string, unknown>): Promise<void> {
    const { product_id } = this.shop.store.variants[sku]
    await this.shop.container.resolve(Modules.PRODUCT).updateProducts(product_id, { metadata })
  }

  /** Sets what a variant costs from now on. */
  async price(sku: string, amount: number): Promise<void> {
    const pricing = this.shop.container.resolve(Modules.PRICING)
    const query = this.shop.container.resolve("query")
    const { data } = await query.graph({
      entity: "variant",
      fields: ["id", "price_set.id", "price_set.prices.id", "price_set.prices.currency_code"],
      filters: { id: this.shop.store.variants[sku].id },
    })
    const { price_set } = data[0]
    const prices: { id: string; currency_code: string }[] = price_set.prices
    await pricing.updatePriceSets(price_set.id, {
      prices: prices.map(({ id, currency_code }) => ({ id, currency_code, amount })),
    })
  }

  /** Somebody subscribes, and the first order is captured. */
  async join(wanted: WantedCard = {}): Promise<{ subscription: Subscription; order_id: string }> {
    const sale = await cardOrder(this.shop, wanted)
    await capture(await this.shop.admin(), sale.payment_id).expect(200)
    const subscription = await this.started(sale.order.id)
    return { subscription, order_id: sale.order.id }
  }

  async started(orderId: string): Promise<Subscription> {
    return this.shop.until(() => this.subscriptions.subscriptions.ofOrder(orderId))
  }

  async find(id: string): Promise<Subscription> {
    const found = await this.subscriptions.subscriptions.find(id)
    if (found === null) {
      throw new Error(`there is no subscription ${id}`)
    }
    return found
  }

  /** Lets days pass for store and service alike. */
  async pass(days: number): Promise<void> {
    // The clock counts whole milliseconds, and a part of a day times a day seldom is.
    const ms = Math.round(days * DAY_MS)
    this.shop.advanceClock(ms)
    await this.shop.sandbox.advanceClock(ms)
  }

  /** Until noon of a day in the store: no midnight comes between what a test does then. */
  async untilNoon(day: CalendarDay): Promise<void> {
    const noon = startOfDay(day, ZONE).getTime() + DAY_MS / 2
    const now = await this.subscriptions.subscriptions.now()
    await this.pass((noon - now.getTime()) / DAY_MS)
  }

  /** Until the day that a subscription is due. */
  async untilDue(id: string): Promise<void> {
    const { due_after } = await this.find(id)
    const now = await this.subscriptions.subscriptions.now()
    const ms = (due_after?.getTime() ?? now.getTime()) - now.getTime()
    if (ms > 0) {
      await this.pass((ms + 1000) / DAY_MS)
    }
  }

  /** What a worker does every few seconds, by several of them at once. */
  async renew(workers = 1): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => renewDue(this.shop.container)))
  }

  /** What a worker does every few seconds about cards and renewals. */
  async work(): Promise<void> {
    await this.shop.run("payin-cards")
    await this.renew()
  }

  /** Renews what is due until a subscription stands as it is to. */
  async until(id: string, stands: (row: Subscription) => boolean): Promise<Subscription> {
    return this.shop.until(async () => {
      await this.renew()
      const row = await this.find(id)
      return stands(row) ? row : null
    })
  }

  async cycles(id: string) {
    return this.subscriptions.cycles.of(id, 100)
  }

  /** The newest period and its newest hold. */
  async period(id: string): Promise<{ cycle: Cycle; hold: RenewalHold | null } | null> {
    const [cycle] = await this.cycles(id)
    return cycle ? { cycle, hold: await this.subscriptions.renewalHolds.latestOf(cycle.id) } : null
  }

  /**
   * A renewal whose order stands and whose money is held, because the service had no time to take
   * it. Nobody tries again before some minutes passed, however long the test takes until then.
   */
  async held(id: string): Promise<{ cycle: Cycle; hold: RenewalHold; order_id: string }> {
    this.shop.sandbox.injectFault({ operation: "card_capture", kind: "rate_limited", times: 1 })
    await this.untilDue(id)
    const held = await this.shop.until(async () => {
      await this.renew()
      const now = await this.period(id)
      const order_id = now?.cycle.last_error ? now.cycle.order_id : null
      return now?.hold?.status === "authorized" && order_id
        ? { cycle: now.cycle, hold: now.hold, order_id }
        : null
    })
    await this.subscriptions.subscriptions.dueAgain(await this.find(id), 600)
    return held
  }

  /** The service holds nothing for it any more, and nothing was taken. */
  async voidHold(transactionId: string): Promise<void> {
    const { cardMoves } = this.subscriptions
    const { transaction } = await cardMoves.move(transactionId, {
      ...{ to: "released", cause: "released" },
    })
    expect(transaction.status).toBe("released")
  }

  /**
   * Medusa wrote what an order's money is, and read it before a payment that was booked just then.
   */
  async hidePaid(orderId: string): Promise<void> {
    const summary = () => this.shop.pg("order_summary").where({ order_id: orderId })
    const { totals } = await summary().first("totals")
    const left = totals.transaction_total - totals.paid_total
    await summary().update({
      totals: {
        ...totals,
        ...{ paid_total: 0, raw_paid_total: { value: "0" } },
        ...{ transaction_total: left, raw_transaction_total: { value: String(left) } },
      },
    })
  }

  /** Every order there is, the oldest first. */
  async orders(): Promise<{ id: string; status: string; total: number }[]> {
    const query = this.shop.container.resolve("query")
    const { data } = await query.graph({ entity: "order", fields: ["id", "status", "total"] })
    return data
      .map(({ id, status, total }) => ({ id, status: String(status), total: Number(total) }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}
