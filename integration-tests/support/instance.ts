import { randomUUID } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import request from "supertest"
import type { Transaction } from "../../src/modules/ledger/rows"
import { transactionRow } from "../../src/modules/ledger/rows"
import { logFolder } from "./log-folder"
import { OPERATOR, type StoreDatabase } from "./store-database"
import { Storefront, type MarketCode } from "./storefront"

const ROOT = path.resolve(__dirname, "../..")
const NO_REDIS = { REDIS_URL: "", MEDUSA_LOCKING: "" }

/** What of {@link "./medusa/process.mjs"} an instance uses. */
interface Running {
  kill(): Promise<void>
  stop(): Promise<void>
  serve(server: { port: number; environment?: Record<string, string> }): Promise<{ pid: number }>
}

/**
 * A Medusa process of this repository's own store, on a database that others may serve too. What a
 * browser and an operator do goes to this very process.
 *
 * ```ts
 * const one = await Instance.start(database, { ...shopEnvironment({ serviceUrl, callbackUrl }) })
 * ```
 */
export class Instance extends Storefront {
  private constructor(
    readonly database: StoreDatabase,
    readonly port: number,
    readonly log: string,
    private readonly medusa: Running,
    /** Of the process that runs now. */
    public pid: number
  ) {
    super(`http://127.0.0.1:${port}`)
    this.store = database.store
  }

  /**
   * Starts `medusa start` and resolves once `/health` answers, after some 4 s.
   *
   * @param environment what `medusa-config.ts` reads; in-memory parts unless told
   * @param port a free one unless told
   */
  static async start(
    database: StoreDatabase,
    environment: Record<string, string>,
    port?: number
  ): Promise<Instance> {
    const { Medusa, medusaEnvironment } = await import("./medusa/process.mjs")
    const { freePort } = await import("./postgres/port.mjs")
    const log = path.join(logFolder(), `${randomUUID()}.log`)
    writeFileSync(log, "")
    const medusa = new Medusa({
      folder: ROOT,
      log,
      environment: medusaEnvironment({
        // Under "test" Medusa leaves out its log of requests, whose addresses the log search has to
        // see.
        NODE_ENV: "integration",
        TS_NODE_TRANSPILE_ONLY: "true",
        DISABLE_MEDUSA_ADMIN: "true",
        DATABASE_URL: database.url,
        ...NO_REDIS,
        ...environment,
      }),
    })
    const chosen = port ?? (await freePort())
    const { pid } = await medusa.serve({ port: chosen })
    return new Instance(database, chosen, log, medusa, pid)
  }

  /** As `kill -9`: nothing gets to finish what it does. */
  kill9(): Promise<void> {
    return this.medusa.kill()
  }

  /** As Ctrl-C: Medusa shuts down. */
  stop(): Promise<void> {
    return this.medusa.stop()
  }

  /**
   * Started again after it was killed or stopped; `environment` adds to what it was started with.
   */
  async restart(environment: Record<string, string> = {}): Promise<void> {
    this.pid = (await this.medusa.serve({ port: this.port, environment })).pid
  }

  /** Everything it said so far, earlier runs included. */
  output(): string {
    return readFileSync(this.log, "utf8")
  }

  /** HTTP as the operator. */
  async admin(): Promise<request.Agent> {
    const { body } = await request(this.url).post("/auth/user/emailpass").send(OPERATOR).expect(200)
    return request.agent(this.url).set("Authorization", `Bearer ${body.token}`)
  }

  get pg(): Knex {
    return this.database.pg
  }

  override cart(market: MarketCode = "co", items?: Record<string, number>) {
    const fill = () => super.cart(market, items)
    return this.database.carts.like(JSON.stringify([market, items]), fill)
  }

  /** The orders of a cart, through Medusa's own link. */
  async ordersOf(cartId: string): Promise<string[]> {
    const links: { order_id: string }[] = await this.pg("order_cart")
      .where({ cart_id: cartId })
      .whereNull("deleted_at")
    return links.map((link) => link.order_id)
  }

  /** An order with all that says whether it is paid, as the admin reads it. */
  async order(id: string) {
    const fields = [
      "id,status,total,items.id,*transactions,*payment_collections,*payment_collections.payments",
      "*payment_collections.payments.captures,*payment_collections.payments.refunds",
      "*payment_collections.payment_sessions",
    ].join(",")
    const admin = await this.admin()
    const { body } = await admin.get(`/admin/orders/${id}?fields=${fields}`).expect(200)
    return body.order
  }

  /** The ledger's row of a reference. */
  async row(reference: string): Promise<Transaction> {
    return transactionRow.parse(await this.pg("payin_transaction").where({ reference }).first())
  }
}
