import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import request from "supertest"
import type { PayInGatewayService } from "../../src/modules/gateway/service"
import type { PayInInboxService } from "../../src/modules/inbox/service"
import type { Anomaly, Transaction } from "../../src/modules/ledger/rows"
import type { PayInLedgerService } from "../../src/modules/ledger/service"
import type { PayInProviderService } from "../../src/providers/payin/service"
import type { Sandbox } from "../../src/sandbox"
import { sweep } from "../../src/workflows/settle/sweep"
import type { SeededStore } from "../demo/seed"
import { operatorToken } from "./people"
import { CANARY } from "./personal-data"

export type MarketCode = "co" | "pe"

export interface SessionAnswer {
  id: string
  status: string
  data: Record<string, unknown>
}

/** One store under test: a real Medusa on a real PostgreSQL, and the sandbox as the service. */
export class Shop {
  readonly sandbox: Sandbox
  readonly url: string
  store!: SeededStore
  private readonly container_: () => MedusaContainer

  constructor(sandbox: Sandbox, url: string, container: () => MedusaContainer) {
    this.sandbox = sandbox
    this.url = url
    this.container_ = container
  }

  get container(): MedusaContainer {
    return this.container_()
  }

  get ledger(): PayInLedgerService {
    return this.container.resolve<PayInLedgerService>("payinLedger")
  }

  get inbox(): PayInInboxService {
    return this.container.resolve<PayInInboxService>("payinInbox")
  }

  get gateway(): PayInGatewayService {
    return this.container.resolve<PayInGatewayService>("payinGateway")
  }

  /** Our payment provider of a market, as the payment module holds it. */
  provider(market: MarketCode): PayInProviderService {
    const providers: { retrieveProvider(id: string): PayInProviderService } = Reflect.get(
      this.container.resolve(Modules.PAYMENT),
      "paymentProviderService_"
    )
    return providers.retrieveProvider(`pp_payin_${market}`)
  }

  get pg(): Knex {
    return this.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  }

  /** HTTP against the running store; the publishable key is set. */
  http(): request.Agent {
    return request.agent(this.url).set("x-publishable-api-key", this.store.publishable_key)
  }

  /** HTTP as an operator of the admin. */
  async admin(): Promise<request.Agent> {
    const token = await operatorToken(this.container)
    return request.agent(this.url).set("Authorization", `Bearer ${token}`)
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

  complete(cartId: string) {
    return this.http().post(`/store/carts/${cartId}/complete`).send()
  }

  /** The orders of a cart, through core's own link. */
  async ordersOf(cartId: string): Promise<string[]> {
    const query = this.container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "order_cart",
      fields: ["order_id"],
      filters: { cart_id: cartId },
    })
    return data.map((link: { order_id: string }) => link.order_id)
  }

  /** An order with all that says whether it is paid. */
  async order(id: string) {
    const query = this.container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "order",
      fields: [
        "id",
        "status",
        "total",
        "items.id",
        "transactions.*",
        "payment_collections.*",
        "payment_collections.payments.*",
        "payment_collections.payments.captures.*",
        "payment_collections.payments.refunds.*",
        "payment_collections.payment_sessions.*",
      ],
      filters: { id },
    })
    return data[0]
  }

  /** What a return page reads of its payment session. */
  async poll(sessionId: string) {
    const { body } = await this.http().get(`/store/payin/sessions/${sessionId}`).expect(200)
    const view: { status: string; payment_url: string | null; order_id: string | null } = body
    return view
  }

  /** The ledger's row of a reference. */
  async row(reference: string): Promise<Transaction> {
    const found = await this.ledger.transactions.findByReference(reference)
    if (found === null) {
      throw new Error(`the ledger has no ${reference}`)
    }
    return found
  }

  /** Every anomaly there ever was, the oldest first; `status` keeps the open or the resolved ones. */
  async anomalies(status?: Anomaly["status"]) {
    const found = await this.ledger.listPayinAnomalies(status === undefined ? {} : { status })
    return found.map(({ kind, status, transaction_id, order_id, facts, action }) => ({
      kind,
      status,
      transaction_id,
      order_id,
      facts,
      action,
    }))
  }

  /** Sets how many pieces of a variant the warehouse has. */
  async stock(sku: string, stocked_quantity: number): Promise<void> {
    await this.container.resolve(Modules.INVENTORY).updateInventoryLevels({
      inventory_item_id: this.store.variants[sku].inventory_item_id,
      location_id: this.store.stock_location_id,
      stocked_quantity,
    })
  }

  /** Runs what a worker does every few seconds. */
  async sweep(): Promise<void> {
    await sweep(this.container)
  }

  /** Moves the plugin's clock forward until the end of the test. */
  advanceClock(ms: number): void {
    const offset = Number(process.env.PAYIN_CLOCK_OFFSET_MS ?? 0) + ms
    process.env.PAYIN_CLOCK_OFFSET_MS = String(offset)
  }

  /** Waits until every notification of a reference was looked into and nobody works on its row. */
  async digested(reference: string): Promise<Transaction> {
    await this.sandbox.idle()
    return this.until(async () => {
      // One that the lookup does not confirm yet was looked into, and is asked about again later.
      const waiting = await this.pg("payin_event")
        .where({ reference, status: "received" })
        .whereNull("last_error")
      const row = await this.row(reference)
      const busy = waiting.length > 0 || row.leased_by !== null
      return busy ? null : row
    })
  }

  /** Waits for the one captured order of a cart. */
  async captured(cartId: string, timeoutMs = 30_000) {
    return this.until(async () => {
      const [orderId] = await this.ordersOf(cartId)
      if (orderId === undefined) {
        return null
      }
      const order = await this.order(orderId)
      const rows = await this.rowsOfCart(cartId)
      const settled = rows.some((row) => row.settled_at !== null)
      return settled ? order : null
    }, timeoutMs)
  }

  async rowsOfCart(cartId: string) {
    const query = this.container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "cart_payment_collection",
      fields: ["payment_collection_id"],
      filters: { cart_id: cartId },
    })
    return this.ledger.transactions.ofCollections(
      data.map((link: { payment_collection_id: string }) => link.payment_collection_id)
    )
  }

  /** Asks again until the answer is not null. */
  async until<T>(ask: () => Promise<T | null>, timeoutMs = 30_000): Promise<T> {
    const end = Date.now() + timeoutMs
    for (;;) {
      const answer = await ask()
      if (answer !== null) {
        return answer
      }
      if (Date.now() > end) {
        throw new Error("waited in vain")
      }
      await sleep(100)
    }
  }

  /** Counts an event of Medusa's bus from now on. */
  listen(name: string): { data: unknown[] } {
    const heard: { data: unknown[] } = { data: [] }
    const bus = this.container.resolve(Modules.EVENT_BUS)
    bus.subscribe(name, async (event: { data: unknown }) => {
      heard.data.push(event.data)
    })
    return heard
  }
}
