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
import { reconcile } from "../../src/workflows/reconcile"
import { sweep } from "../../src/workflows/settle/sweep"
import type { ServiceProxy } from "./service-proxy"
import { runJobs, type JobName } from "./jobs"
import { operatorToken } from "./people"
import { Storefront, type MarketCode } from "./storefront"

/** What never comes is waited for this long: what comes, comes sooner on the busiest machine. */
const UNTIL_MS = 240_000

/** What a worker does every few seconds (src/jobs). */
const WORK = [
  "payin-sweep",
  "payin-reconcile",
  "payin-cards",
  "payin-payouts",
  "payin-renew",
] as const
const WORK_EVERY_MS = 5_000

interface CopiesCarts {
  copy(cartId: string, count: number): Promise<string[]>
}

type UsualCarts = Record<MarketCode, Awaited<ReturnType<Storefront["cart"]>>>

/** One store under test: a real Medusa on a real PostgreSQL, and the sandbox as the service. */
export class Shop extends Storefront {
  private usual: { carts: UsualCarts; rows: CopiesCarts } | null = null

  constructor(
    readonly sandbox: Sandbox,
    /** Between the store and the sandbox, of every call of the store. */
    readonly proxy: ServiceProxy,
    url: string,
    private readonly container_: () => MedusaContainer
  ) {
    super(url)
  }

  /** Fills the usual cart of each market. */
  async fillCarts(): Promise<UsualCarts> {
    return { co: await super.cart("co"), pe: await super.cart("pe") }
  }

  /**
   * From here on the usual carts are copies of these: to fill one is half of what a sale takes
   * Medusa.
   */
  async copyCarts(carts: UsualCarts): Promise<void> {
    const { CartRows } = await import("./cart-rows.mjs")
    this.usual = { carts, rows: new CartRows((sql) => this.pg.raw(sql)) }
  }

  /** As a storefront fills it. The usual one is copied in the database, with ids of its own. */
  override async cart(market: MarketCode = "co", items?: Record<string, number>) {
    if (items !== undefined || this.usual === null) {
      return super.cart(market, items)
    }
    const like = this.usual.carts[market]
    const [suffix] = await this.usual.rows.copy(like.id, 1)
    return { ...like, id: like.id + suffix }
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

  /** HTTP as an operator of the admin. */
  async admin(): Promise<request.Agent> {
    const token = await operatorToken(this.container)
    return request.agent(this.url).set("Authorization", `Bearer ${token}`)
  }

  /** The orders of a cart, through Medusa's own link. */
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

  /** The ledger's row of a reference. */
  async row(reference: string): Promise<Transaction> {
    const found = await this.ledger.transactions.findByReference(reference)
    if (found === null) {
      throw new Error(`the ledger has no ${reference}`)
    }
    return found
  }

  /**
   * Every anomaly there ever was, the oldest first; `status` keeps the open or the resolved ones.
   */
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

  /** Sets how many pieces of a variant are in stock. */
  async stock(sku: string, stocked_quantity: number): Promise<void> {
    await this.container.resolve(Modules.INVENTORY).updateInventoryLevels({
      inventory_item_id: this.store.variants[sku].inventory_item_id,
      location_id: this.store.stock_location_id,
      stocked_quantity,
    })
  }

  /** Runs these jobs of the store once: no job runs unless a test runs it. */
  async run(...names: JobName[]): Promise<void> {
    await runJobs(this.container, ...names)
  }

  /** Does what a worker does every few seconds with notifications and approved money. */
  async sweep(): Promise<void> {
    await sweep(this.container)
  }

  /** Asks about all that is due, as a worker does every few seconds. */
  async reconcile(): Promise<void> {
    await reconcile(this.container)
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
      // The notification is done with before Medusa is told of the money.
      const untold = row.settled_at === null && row.apply_after !== null && row.apply_error === null
      const busy = waiting.length > 0 || row.leased_by !== null || untold
      return busy ? null : row
    })
  }

  /** Waits until Medusa was told of a pay-in's money. */
  async settled(reference: string): Promise<Transaction> {
    return this.until(async () => {
      const row = await this.row(reference)
      await this.tryAgain([row])
      return row.settled_at === null ? null : row
    })
  }

  /**
   * What a signal could not do at once is left to the schedule, which only a job looks at: as a
   * worker would, without moving the clock.
   */
  private async tryAgain(rows: readonly Transaction[]): Promise<void> {
    const left = rows.some(
      ({ settled_at, apply_error, leased_by }) =>
        settled_at === null && apply_error !== null && leased_by === null
    )
    if (left) {
      await this.sweep()
    }
  }

  /** Waits for the one captured order of a cart. */
  async captured(cartId: string, timeoutMs = UNTIL_MS) {
    return this.until(async () => {
      await this.tryAgain(await this.rowsOfCart(cartId))
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

  /**
   * Lets the store's worker run every five seconds of the plugin's clock until the answer is not
   * null.
   */
  async workUntil<T>(ask: () => Promise<T | null>): Promise<T> {
    return this.until(async () => {
      await this.run(...WORK)
      this.advanceClock(WORK_EVERY_MS)
      return ask()
    })
  }

  /** Asks again until the answer is not null. */
  async until<T>(ask: () => Promise<T | null>, timeoutMs = UNTIL_MS): Promise<T> {
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
