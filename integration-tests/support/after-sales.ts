import { createShippingOptionsWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type request from "supertest"
import type { Shop } from "./shop"
import { FulfillmentDriver } from "./fulfillment-driver"

interface Line {
  id: string
  variant_sku: string
  quantity: number
}

/** Returns, exchanges, claims and transfers in the admin. */
export class AfterSales {
  private constructor(
    private readonly shop: Shop,
    private readonly http: request.Agent,
    private readonly fulfillmentDriver: FulfillmentDriver
  ) {}

  static async of(shop: Shop): Promise<AfterSales> {
    return new AfterSales(shop, await shop.admin(), await FulfillmentDriver.of(shop))
  }

  /** A shipping option for returns, with a price. */
  async wayBack(): Promise<string> {
    const [there] = this.shop.store.shipping_options.co
    const { service_zone_id, shipping_profile_id, provider_id } = await this.shop.container
      .resolve(Modules.FULFILLMENT)
      .retrieveShippingOption(there)
    const { result } = await createShippingOptionsWorkflow(this.shop.container).run({
      input: [
        {
          name: "Devolución",
          price_type: "flat",
          provider_id,
          service_zone_id,
          shipping_profile_id,
          type: { label: "Devolución", description: "Devolución", code: "return" },
          prices: [{ currency_code: "cop", amount: 9_000 }],
          rules: [{ attribute: "is_return", value: "true", operator: "eq" }],
        },
      ],
    })
    return result[0].id
  }

  /** Exchanges a delivered piece for another one, both for a delivery's price. */
  async exchange(orderId: string, skus: [string, string]): Promise<void> {
    await this.request(await this.exchanging(orderId, skus))
  }

  /** The same, not yet confirmed. Returns its path, for {@link request} and {@link cancel}. */
  async exchanging(orderId: string, [back, forth]: [string, string]): Promise<string> {
    await this.delivered(orderId)
    const exchange = await this.begin("exchanges", { order_id: orderId })
    const item = await this.line(orderId, back)
    await this.post(`${exchange}/inbound/items`, {
      location_id: this.shop.store.stock_location_id,
      items: [{ id: item.id, quantity: 1 }],
    })
    await this.send(exchange, forth)
    return exchange
  }

  /** Claims a bad piece: another one leaves for it, at the shop's price unless given. */
  async claim(orderId: string, skus: [string, string], price?: number): Promise<void> {
    await this.request(await this.claiming(orderId, skus, price))
  }

  /** The same, not yet confirmed. */
  async claiming(orderId: string, [bad, good]: [string, string], price?: number): Promise<string> {
    await this.delivered(orderId)
    const claim = await this.begin("claims", { order_id: orderId, type: "replace" })
    const item = await this.line(orderId, bad)
    await this.post(`${claim}/claim-items`, {
      items: [{ id: item.id, quantity: 1, reason: "production_failure" }],
    })
    await this.send(claim, good, price)
    return claim
  }

  /** Returns a delivered piece, for a delivery's price. */
  async takeBack(orderId: string, sku: string): Promise<void> {
    const asked = await this.returning(orderId, sku)
    await this.request(asked)
    await this.receive(asked, orderId, sku)
  }

  /** A return that is not yet confirmed. */
  async returning(orderId: string, sku: string): Promise<string> {
    await this.delivered(orderId)
    const { stock_location_id: location_id } = this.shop.store
    const { id } = await this.line(orderId, sku)
    const items = [{ id, quantity: 1 }]
    const asked = await this.begin("returns", { order_id: orderId, location_id })
    await this.post(`${asked}/request-items`, { items })
    await this.post(`${asked}/shipping-method`, { shipping_option_id: await this.wayBack() })
    return asked
  }

  /** Confirms a return, an exchange or a claim. */
  async request(change: string): Promise<void> {
    await this.post(`${change}/request`, {})
  }

  async cancel(change: string): Promise<void> {
    await this.post(`${change}/cancel`, {})
  }

  /** The returned piece is back. */
  async receive(asked: string, orderId: string, sku: string): Promise<void> {
    const { id } = await this.line(orderId, sku)
    await this.post(`${asked}/receive`, {})
    await this.post(`${asked}/receive-items`, { items: [{ id, quantity: 1 }] })
    await this.post(`${asked}/receive/confirm`, {})
  }

  /** Transfers an order to another customer, who accepts. */
  async transfer(orderId: string, to: { customer_id: string; token: string }): Promise<void> {
    const token = await this.offer(orderId, to.customer_id)
    await this.asCustomer(to.token, orderId, "accept", { token })
  }

  /** A customer asks for an order, with or without their own e-mail, and knows the token for accepting it. */
  async takeOver(orderId: string, token: string, update_order_email = true): Promise<void> {
    await this.asCustomer(token, orderId, "request", { update_order_email })
    await this.asCustomer(token, orderId, "accept", { token: await this.transferToken(orderId) })
  }

  /** Offers an order to another customer. Returns the token for accepting it. */
  async offer(orderId: string, customer_id: string): Promise<string> {
    await this.post(`orders/${orderId}/transfer`, { customer_id })
    return this.transferToken(orderId)
  }

  private async asCustomer(
    token: string,
    orderId: string,
    what: "request" | "accept",
    body: object
  ): Promise<void> {
    await this.shop
      .http()
      .post(`/store/orders/${orderId}/transfer/${what}`)
      .set("Authorization", `Bearer ${token}`)
      .send(body)
      .expect(200)
  }

  private async transferToken(orderId: string): Promise<string> {
    const action: { details: { token: string } } = await this.shop
      .pg("order_change_action")
      .where({ order_id: orderId, action: "TRANSFER_CUSTOMER" })
      .first()
    return action.details.token
  }

  private async begin(what: "exchanges" | "claims" | "returns", body: object): Promise<string> {
    const begun = await this.post(what, body)
    const { id }: { id: string } = begun[what.slice(0, -1)]
    return `${what}/${id}`
  }

  private async send(change: string, sku: string, unit_price?: number): Promise<void> {
    const { variants, shipping_options } = this.shop.store
    await this.post(`${change}/outbound/items`, {
      items: [
        {
          variant_id: variants[sku].id,
          quantity: 1,
          ...(unit_price !== undefined && { unit_price }),
        },
      ],
    })
    await this.post(`${change}/outbound/shipping-method`, {
      shipping_option_id: shipping_options.co[0],
    })
  }

  private async delivered(orderId: string): Promise<void> {
    await this.fulfillmentDriver.deliver(orderId, await this.fulfillmentDriver.pack(orderId))
  }

  private async line(orderId: string, sku: string): Promise<Line> {
    const { body } = await this.http.get(`/admin/orders/${orderId}?fields=*items`).expect(200)
    const lines: Line[] = body.order.items
    const found = lines.find(({ variant_sku }) => variant_sku === sku)
    if (found === undefined) {
      throw new Error(`order ${orderId} has no ${sku}`)
    }
    return found
  }

  private async post(path: string, body: object) {
    const answer = await this.http.post(`/admin/${path}`).send(body)
    if (answer.status !== 200) {
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }
}
