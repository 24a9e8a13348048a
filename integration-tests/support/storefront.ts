import request from "supertest"
import type { SeededStore } from "../demo/seed"
import { CANARY } from "./personal-data"

export type MarketCode = "co" | "pe"

export interface SessionAnswer {
  id: string
  status: string
  data: Record<string, unknown>
}

/** What a shopper's browser does with a seeded store: over HTTP alone, whoever serves it. */
export class Storefront {
  store!: SeededStore

  constructor(readonly url: string) {}

  /** HTTP against the running store; the publishable key is set. */
  http(): request.Agent {
    return request.agent(this.url).set("x-publishable-api-key", this.store.publishable_key)
  }

  /** A cart with address and shipping, ready to be paid. */
  async cart(market: MarketCode = "co", items: Record<string, number> = { "CAFE-GRANO": 1 }) {
    const address = {
      ...CANARY.address,
      city: "Ciudad",
      country_code: market,
      postal_code: "110111",
    }
    const created = await this.http()
      .post("/store/carts")
      .send({
        region_id: this.store.regions[market],
        email: CANARY[market].email,
        shipping_address: address,
        billing_address: address,
        items: Object.entries(items).map(([sku, quantity]) => ({
          variant_id: this.store.variants[sku].id,
          quantity,
        })),
      })
      .expect(200)
    const id: string = created.body.cart.id
    const options = await this.http().get(`/store/shipping-options?cart_id=${id}`).expect(200)
    const shipped = await this.http()
      .post(`/store/carts/${id}/shipping-methods`)
      .send({ option_id: options.body.shipping_options[0].id })
      .expect(200)
    const cart: { id: string; total: number; region_id: string } = shipped.body.cart
    return cart
  }

  async collection(cartId: string): Promise<string> {
    const answer = await this.http()
      .post("/store/payment-collections")
      .send({ cart_id: cartId })
      .expect(200)
    return answer.body.payment_collection.id
  }

  /** Posts a payment session and answers what the storefront gets. */
  postSession(collectionId: string, market: MarketCode, data: Record<string, unknown>) {
    return this.http()
      .post(`/store/payment-collections/${collectionId}/payment-sessions`)
      .send({ provider_id: `pp_payin_${market}`, data })
  }

  async session(
    collectionId: string,
    market: MarketCode,
    data: Record<string, unknown> = {}
  ): Promise<SessionAnswer> {
    const answer = await this.postSession(collectionId, market, {
      payment_method: market === "co" ? "PSE" : "QR",
      customer_data: CANARY[market],
      ...data,
    }).expect(200)
    const sessions: SessionAnswer[] = answer.body.payment_collection.payment_sessions
    if (sessions.length !== 1) {
      throw new Error(`expected one payment session, found ${sessions.length}`)
    }
    return sessions[0]
  }

  /** Cart, collection and session in one go. */
  async checkout(
    market: MarketCode = "co",
    data: Record<string, unknown> = {},
    items?: Record<string, number>
  ) {
    const cart = await this.cart(market, items)
    const collection_id = await this.collection(cart.id)
    const session = await this.session(collection_id, market, data)
    return { cart, collection_id, session, reference: String(session.data.reference) }
  }

  /**
   * Changes how many pieces of its first item a cart has: Medusa deletes the session, the total
   * changed.
   */
  async changeQuantity(cartId: string, quantity: number): Promise<void> {
    const cart = await this.http().get(`/store/carts/${cartId}?fields=*items`).expect(200)
    await this.http()
      .post(`/store/carts/${cartId}/line-items/${cart.body.cart.items[0].id}`)
      .send({ quantity })
      .expect(200)
  }

  complete(cartId: string) {
    return this.http().post(`/store/carts/${cartId}/complete`).send()
  }

  /** What a return page reads of its payment session. */
  async poll(sessionId: string) {
    const { body } = await this.http().get(`/store/payin/sessions/${sessionId}`).expect(200)
    const view: {
      status: string
      payment_url: string | null
      instructions: Record<string, unknown> | null
      order_id: string | null
    } = body
    return view
  }
}
