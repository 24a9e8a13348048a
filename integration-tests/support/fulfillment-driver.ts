import { randomUUID } from "node:crypto"
import type request from "supertest"
import type { RuleTrigger } from "../../src/domain/payout/rule"
import payinRules from "../../src/jobs/payin-rules"
import type { Beneficiary, Payout, Rule } from "../../src/modules/payouts/rows"
import { clawbacksOf } from "../../src/workflows/payout"
import type { AnomalyKind } from "../../src/domain/anomaly/kinds"
import { Desk } from "./desk"
import type { Shop } from "./shop"
import { CHECKER, DESTINATION, MAKER, PayoutDriver } from "./payout-driver"

interface ParcelItem {
  id: string
  quantity: number
}

/** Fulfills and delivers a store's orders, and books the sellers who are paid for them. */
export class FulfillmentDriver {
  readonly payoutDriver: PayoutDriver

  private constructor(
    private readonly shop: Shop,
    private readonly http: request.Agent
  ) {
    this.payoutDriver = new PayoutDriver(shop)
  }

  /** `by`: the operator who does the work; a new one unless given. */
  static async of(shop: Shop, by?: request.Agent): Promise<FulfillmentDriver> {
    return new FulfillmentDriver(shop, by ?? (await shop.admin()))
  }

  /**
   * A seller with goods at this stock location, paid in pesos unless given otherwise; a second
   * person confirmed where their money goes.
   */
  async seller(more: Partial<Pick<Beneficiary, "account" | "country" | "currency">> = {}) {
    const { beneficiaries, confirmations } = this.payoutDriver.payouts
    const made = await beneficiaries.create(
      {
        name: "Tejidos del Norte",
        account: "co",
        country: "CO",
        currency: "COP",
        payment_method: "BANK_TRANSFER",
        destination: DESTINATION,
        stock_location_id: this.shop.store.stock_location_id,
        ...more,
      },
      MAKER
    )
    await confirmations.approve("beneficiary", made.id, made.version, CHECKER)
    return made
  }

  /** A seller's rule for this stock location, confirmed by a second person. */
  async rule(
    beneficiary: Beneficiary,
    percent: number,
    trigger: RuleTrigger = "delivery.created",
    tax = true
  ): Promise<Rule> {
    const { stock_location_id } = this.shop.store
    const made = await this.payoutDriver.payouts.rules.create(
      { beneficiary_id: beneficiary.id, stock_location_id, percent, trigger, tax },
      MAKER
    )
    if (made.outcome !== "written") {
      throw new Error(`the rule was not written: ${made.outcome}`)
    }
    const { id, version } = made.rule
    await this.payoutDriver.payouts.confirmations.approve("rule", id, version, CHECKER)
    return made.rule
  }

  /** The paid order of a new cart. */
  async sell(items?: Record<string, number>, promotion?: string): Promise<{ id: string }> {
    const cart = await this.shop.cart("co", items)
    if (promotion !== undefined) {
      await this.shop
        .http()
        .post(`/store/carts/${cart.id}/promotions`)
        .send({ promo_codes: [promotion] })
        .expect(200)
    }
    const { data } = await this.shop.session(await this.shop.collection(cart.id), "co")
    this.shop.sandbox.settle(String(data.reference), { status: "APPROVED" })
    const { id } = await this.shop.captured(cart.id)
    return { id }
  }

  /** Forgives a part of an order's debt. */
  async forgive(orderId: string, amount: number): Promise<void> {
    await this.http
      .post(`/admin/orders/${orderId}/credit-lines`)
      .send({ amount, reference: "courtesy", reference_id: orderId })
      .expect(200)
  }

  /**
   * Fulfills the whole order, or this many pieces of each sku, and returns the fulfillment's id.
   */
  async pack(orderId: string, pieces?: Record<string, number>): Promise<string> {
    const items = await this.items(orderId)
    const chosen = items.flatMap(({ id, sku, quantity }): ParcelItem[] => {
      const wanted = pieces === undefined ? quantity : (pieces[sku] ?? 0)
      return wanted > 0 ? [{ id, quantity: wanted }] : []
    })
    const before = await this.parcels(orderId)
    await this.http
      .post(`/admin/orders/${orderId}/fulfillments`)
      .send({ items: chosen, location_id: this.shop.store.stock_location_id })
      .expect(200)
    const [parcel] = (await this.parcels(orderId)).filter((id) => !before.includes(id))
    return parcel
  }

  async ship(orderId: string, parcel: string): Promise<void> {
    const items = await this.items(orderId)
    await this.http
      .post(`/admin/orders/${orderId}/fulfillments/${parcel}/shipments`)
      .send({ items: items.map(({ id, quantity }) => ({ id, quantity })) })
      .expect(200)
  }

  async deliver(orderId: string, parcel: string): Promise<void> {
    await this.http
      .post(`/admin/orders/${orderId}/fulfillments/${parcel}/mark-as-delivered`)
      .send()
      .expect(200)
  }

  async cancel(orderId: string, parcel: string): Promise<void> {
    await this.http
      .post(`/admin/orders/${orderId}/fulfillments/${parcel}/cancel`)
      .send({})
      .expect(200)
  }

  /** Takes pieces back that the shopper returned. */
  async takeBack(orderId: string, pieces: Record<string, number>): Promise<void> {
    const items = (await this.items(orderId)).flatMap(({ id, sku }) =>
      sku in pieces ? [{ id, quantity: pieces[sku] }] : []
    )
    const { stock_location_id: location_id } = this.shop.store
    const asked = await this.http
      .post("/admin/returns")
      .send({ order_id: orderId, location_id })
      .expect(200)
    const id: string = asked.body.return.id
    await this.http.post(`/admin/returns/${id}/request-items`).send({ items }).expect(200)
    await this.http.post(`/admin/returns/${id}/request`).send({}).expect(200)
    await this.http.post(`/admin/returns/${id}/receive`).send({}).expect(200)
    await this.http.post(`/admin/returns/${id}/receive-items`).send({ items }).expect(200)
    await this.http.post(`/admin/returns/${id}/receive/confirm`).send({}).expect(200)
  }

  /** Books a refund of the order's only payment. */
  async refund(orderId: string, amount: number): Promise<void> {
    const order = await this.shop.order(orderId)
    const [payment] = order.payment_collections[0].payments
    await this.http
      .post(`/admin/payments/${payment.id}/refund`)
      .set("Idempotency-Key", randomUUID())
      .send({ amount })
      .expect(200)
  }

  /** Payouts to sellers for an order, the oldest first. */
  async payouts(orderId: string): Promise<Payout[]> {
    const rows: { id: string }[] = await this.shop
      .pg("payin_payout")
      .where({ order_id: orderId, source: "rule" })
      .orderBy(["created_at", "id"])
    return Promise.all(rows.map(({ id }) => this.payoutDriver.payout(id)))
  }

  /** Waits until there are this many payouts to sellers for an order. */
  async paid(orderId: string, count = 1): Promise<Payout[]> {
    return this.shop.until(async () => {
      const payouts = await this.payouts(orderId)
      return payouts.length >= count ? payouts : null
    })
  }

  /** Sends what is queued, and lets the service pay it. */
  async pay({ id }: Pick<Payout, "id">): Promise<Payout> {
    await this.payoutDriver.run()
    const taken = await this.shop.until(async () => this.payoutDriver.taken(id).at(0) ?? null)
    await this.payoutDriver.reaches(id, "pending")
    this.shop.sandbox.approvePayout(taken.reference, { notify: false })
    await this.payoutDriver.runIn(11)
    return this.payoutDriver.reaches(id, "approved")
  }

  /** Does what a worker does every minute, a good minute from now. */
  async sweepLater(): Promise<void> {
    this.shop.advanceClock(61_000)
    await this.sweep()
  }

  async sweep(): Promise<void> {
    await payinRules(this.shop.container)
  }

  /** Clawbacks of sellers. */
  clawbacks(where: Parameters<typeof clawbacksOf>[1]) {
    return clawbacksOf(this.shop.container, where)
  }

  /** Ignores every anomaly of a kind. */
  async ignoreAll(kind: AnomalyKind): Promise<void> {
    const desk = await Desk.open(this.shop)
    await desk.decide((await desk.find(kind)).id, { action: "ignore" })
  }

  private async parcels(orderId: string): Promise<string[]> {
    const { body } = await this.http
      .get(`/admin/orders/${orderId}?fields=*fulfillments`)
      .expect(200)
    return body.order.fulfillments.map(({ id }: { id: string }) => id)
  }

  private async items(orderId: string): Promise<{ id: string; sku: string; quantity: number }[]> {
    const { body } = await this.http.get(`/admin/orders/${orderId}?fields=*items`).expect(200)
    return body.order.items.map((item: { id: string; variant_sku: string; quantity: number }) => ({
      id: item.id,
      sku: item.variant_sku,
      quantity: item.quantity,
    }))
  }
}
