import { randomUUID } from "node:crypto"
import type request from "supertest"
import { CANARY } from "./personal-data"
import type { Shop } from "./store-under-test"
import type { MarketCode } from "./storefront"

/** An operator's work on orders in the admin, over HTTP alone. */
export class BackOffice {
  private constructor(
    private readonly shop: Shop,
    readonly http: request.Agent
  ) {}

  static async of(shop: Shop): Promise<BackOffice> {
    return new BackOffice(shop, await shop.admin())
  }

  /** Adds items to an order, or sets the quantity of one that it has, and confirms the edit. */
  async edit(orderId: string, quantities: Record<string, number>): Promise<void> {
    const { items } = await this.shown(orderId)
    await this.http.post("/admin/order-edits").send({ order_id: orderId }).expect(200)
    for (const [sku, quantity] of Object.entries(quantities)) {
      const item = items.find((one) => one.variant_sku === sku)
      await (item
        ? this.http
            .post(`/admin/order-edits/${orderId}/items/item/${item.id}`)
            .send({ quantity })
            .expect(200)
        : this.http
            .post(`/admin/order-edits/${orderId}/items`)
            .send({ items: [{ variant_id: this.shop.store.variants[sku].id, quantity }] })
            .expect(200))
    }
    await this.http.post(`/admin/order-edits/${orderId}/confirm`).send().expect(200)
  }

  /** Forgives a part of an order's debt. Medusa publishes nothing about it. */
  async credit(orderId: string, amount: number): Promise<void> {
    await this.http
      .post(`/admin/orders/${orderId}/credit-lines`)
      .send({ amount, reference: "courtesy", reference_id: orderId })
      .expect(200)
  }

  /** Marks an order as paid: its debt is collected by hand, in a collection of its own. */
  async markAsPaid(order_id: string): Promise<void> {
    const { summary } = await this.shown(order_id)
    const made = await this.http
      .post("/admin/payment-collections")
      .send({ order_id, amount: summary.pending_difference })
      .expect(200)
    await this.http
      .post(`/admin/payment-collections/${made.body.payment_collection.id}/mark-as-paid`)
      .send({ order_id })
      .expect(200)
  }

  /** A draft order of one bag of coffee, without shipping. */
  async draft(market: MarketCode = "co"): Promise<string> {
    const { store } = this.shop
    const address = {
      ...CANARY.address,
      city: "Ciudad",
      country_code: market,
      postal_code: "110111",
    }
    const { body } = await this.http
      .post("/admin/draft-orders")
      .send({
        region_id: store.regions[market],
        sales_channel_id: store.sales_channel_id,
        email: CANARY[market].email,
        items: [{ variant_id: store.variants["CAFE-GRANO"].id, quantity: 1 }],
        shipping_address: address,
        billing_address: address,
      })
      .expect(200)
    return body.draft_order.id
  }

  /** The order as the admin shows it. */
  async shown(orderId: string) {
    const { body } = await this.http
      .get(
        `/admin/orders/${orderId}?fields=id,status,payment_status,total,+summary,*items,*payment_collections`
      )
      .expect(200)
    const order: {
      id: string
      status: string
      payment_status: string
      total: number
      summary: { pending_difference: number; paid_total: number }
      items: { id: string; variant_sku: string; quantity: number }[]
      payment_collections: { id: string; amount: number; status: string }[]
    } = body.order
    return order
  }

  /** Asks for a link; a new Idempotency-Key unless one is given. */
  link(orderId: string, body: Record<string, unknown> = {}, key: string = randomUUID()) {
    return this.http
      .post(`/admin/payin/orders/${orderId}/payment-link`)
      .set("Idempotency-Key", key)
      .send(body)
  }
}
