import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createSandbox, type Sandbox } from "../../src/sandbox"
import { Balancer } from "../support/balancer"
import type { Redis } from "../support/redis"
import { copyLiving, onServer } from "../support/living-copy"
import { MERCHANT, shopEnvironment } from "../support/shop-environment"
import { StoreDatabase } from "../support/store-database"
import type { SeededRandom } from "./seeded-random"
import { allAnswered } from "./http"
import { APPROVAL_ABOVE, APPROVAL_ABOVE_PER_DAY } from "./four-eyes-invariants"
import { RedisLocks } from "./redis-locks"
import { ServicePort } from "./service-port"
import { hireSellers } from "./sellers"
import { COLLEAGUES } from "./colleagues"
import { addOperators, makeSecretKeys } from "./signed-in"
import { CartStock } from "./cart-stock"
import { Side } from "./side"
import { DatabaseReset } from "./database-reset"

/** Short, because a time-out is waited for in real time. */
const OPTIONS = {
  timeouts: { requestMs: 500 },
  breaker: { failures: 8, openMs: 200 },
  refunds: "payout",
  approvalAbove: APPROVAL_ABOVE,
  approvalAbovePerDay: APPROVAL_ABOVE_PER_DAY,
  // Both calls are met here: the tries after a refusal are fresh preauthorizations.
  renewal: { call: "renewal" },
}
/** Longer than any lock of Medusa's lasts. */
const DEAD_LOCK_MS = 10 * 60_000

export interface WorldSettings {
  name: string
  /** Redis instead of PostgreSQL for what the processes share. */
  redis: Redis | null
  /** Medusa's own schedule starts no job: the driver does. */
  jobsRest: boolean
  /** Carts that stand ready, of each kind. */
  carts: number
}

/** Two Medusa processes on one database behind one address, and the sandbox as their service. */
export class World {
  private offset = 0
  /** A process was killed in this schedule: only then are there locks of the dead. */
  private someDied = false

  /** Accounts that the options lack in this schedule. */
  private readonly missing = new Set<string>()

  private constructor(
    readonly sandbox: Sandbox,
    readonly servicePort: ServicePort,
    readonly address: Balancer,
    readonly database: StoreDatabase,
    readonly sides: readonly Side[],
    readonly cartStock: CartStock,
    /** A secret API key of each person who acts by one too. */
    readonly secretKeys: ReadonlyMap<string, string>,
    private readonly databaseReset: DatabaseReset,
    private readonly redisLocks: RedisLocks | null,
    /** What its processes are started with, but for what they share. */
    private readonly shop: Record<string, string>
  ) {}

  /**
   * Makes and starts all of it.
   * @param store is copied
   * @param ends takes what has to be stopped, the last started first
   */
  static async open(
    store: StoreDatabase,
    { name, redis, jobsRest, carts }: WorldSettings,
    ends: (stop: () => Promise<unknown>) => void
  ): Promise<World> {
    const sandbox = createSandbox({ port: 0, merchants: [MERCHANT] })
    const address = new Balancer()
    ends(() => sandbox.stop())
    await sandbox.start()
    const servicePort = new ServicePort(() => sandbox.url)
    ends(() => servicePort.close())
    await servicePort.open()
    ends(() => address.stop())
    await address.start()
    const shop = shopEnvironment({
      serviceUrl: servicePort.url,
      callbackUrl: address.url,
      options: OPTIONS,
    })
    const environment = {
      ...shop,
      ...(redis === null ? { MEDUSA_LOCKING: "postgres" } : { REDIS_URL: redis.url }),
    }
    const database = await store.copy(name)
    ends(() => database.close())
    await addOperators(database.pg)
    const empty = await DatabaseReset.emptyTables(database.pg)
    const sides: Side[] = []
    ends(() => Promise.all(sides.map((side) => side.stop())))
    await Promise.all(
      ["one", "two"].map(async (side, n) => {
        sides[n] = await Side.start(`${name}-${side}`, database, environment, jobsRest)
      })
    )
    address.targets = sides.map(({ url }) => url)
    const cartStock = await CartStock.fill(sides, database, carts)
    await hireSellers(sides[0].url, database.store.stock_location_id)
    const keys = await makeSecretKeys(sides[0].url, COLLEAGUES)
    const databaseReset = await DatabaseReset.take(database.pg, empty)
    await DatabaseReset.nameHolders(database.pg)
    await DatabaseReset.tellTime(database.pg)
    await DatabaseReset.dawdle(database.pg)
    await DatabaseReset.countNotKnown(database.pg)
    const redisLocks = redis && new RedisLocks(redis)
    return new World(
      sandbox,
      servicePort,
      address,
      database,
      sides,
      cartStock,
      keys,
      databaseReset,
      redisLocks,
      shop
    )
  }

  /**
   * A store of one process on a copy of the database, which is taken while this one lives: the same
   * options, service, address and time. Nobody hands it what comes to the address.
   */
  async copy(name: string, ends: (stop: () => Promise<unknown>) => void): Promise<World> {
    const { server } = this.database
    await onServer(server.url("postgres"), (pg) => copyLiving(pg, this.database.name, name))
    // Who held a lock of Medusa's lost its connection, and could not release it.
    this.someDied = true
    const database = new StoreDatabase(server, name, this.store)
    ends(() => database.close())
    await database.pg("locking").delete()
    const environment = { ...this.shop, MEDUSA_LOCKING: "postgres" }
    const side = await Side.start(name, database, environment, true)
    ends(() => side.stop())
    const { sandbox, servicePort, address, cartStock, secretKeys, databaseReset, shop } = this
    const parts = [
      sandbox,
      servicePort,
      address,
      database,
      [side],
      cartStock,
      secretKeys,
      databaseReset,
    ] as const
    const copy = new World(...parts, null, shop)
    copy.offset = this.offset
    await side.clock(copy.offset)
    return copy
  }

  /** Every process dies, and none comes back. */
  async die(): Promise<void> {
    await Promise.all(this.living.map((side) => side.kill()))
  }

  get pg(): Knex {
    return this.database.pg
  }

  get store() {
    return this.database.store
  }

  /** Whether its processes share Redis. */
  get redis(): boolean {
    return this.redisLocks !== null
  }

  /** Milliseconds that the plugin's clock runs ahead. */
  get offsetMs(): number {
    return this.offset
  }

  get living(): Side[] {
    return this.sides.filter(({ alive }) => alive)
  }

  /** A process that serves, as a load balancer would choose. */
  any(random: SeededRandom): Side {
    return random.pick(this.living)
  }

  /** Kills one process unless it is the last. Answers whether it did. */
  async kill(side: Side): Promise<boolean> {
    if (!side.alive || this.living.length < 2) {
      return false
    }
    this.someDied = true
    await side.kill()
    this.route()
    return true
  }

  /** As if the locks that a dead process left were old already. */
  async releaseLocksOf(side: Side): Promise<void> {
    await (this.redisLocks?.release() ?? DatabaseReset.releaseLocksOf(this.pg, side.name))
  }

  /** Starts a killed process again in the background; it is back after some seconds. */
  revive(side: Side): void {
    side.revive(
      () => this.offset,
      () => this.tellMissing([side]),
      () => this.route()
    )
  }

  /** All clocks, the service's and the plugin's, go on. What the service does by then is done. */
  async advance(ms: number, serviceToo = true): Promise<void> {
    this.offset += ms
    await this.ageDeadLocks(ms)
    await DatabaseReset.ageCaptures(this.pg, ms)
    await DatabaseReset.setTime(this.pg, this.offset)
    await Promise.all(this.living.map((side) => side.clock(this.offset)))
    if (serviceToo) {
      await this.sandbox.advanceClock(ms)
    }
  }

  /** Whether the options name an account, as if every process were started with them again. */
  async configure(account: string, isThere: boolean): Promise<void> {
    if (isThere) {
      this.missing.delete(account)
    } else {
      this.missing.add(account)
    }
    await this.tellMissing(this.living)
  }

  async loseSignals(lose: boolean): Promise<void> {
    await Promise.all(this.living.map((side) => side.loseSignals(lose)))
  }

  /** Changes how the living processes behave (remote.mjs). */
  async tell(command: string, values: Record<string, string>): Promise<void> {
    await Promise.all(this.living.map((side) => side.tell(command, values)))
  }

  /** Waits until nobody is at anything: a jump in time must not end living leases. */
  async rest(): Promise<void> {
    let before = ""
    for (;;) {
      // Medusa waits half a minute for the lock of a dead one, unless it is old.
      await this.ageDeadLocks(DEAD_LOCK_MS)
      await this.sandbox.idle()
      await allAnswered(this.sides.map(({ url }) => url))
      const sides = await Promise.all(this.living.map((side) => side.rest()))
      const now = JSON.stringify(sides)
      const isQueueEmpty = sides.every((side) => side?.queued === 0)
      // Two equal readings: nothing began between them.
      if (isQueueEmpty && now === before && !(await this.isBusy())) {
        return
      }
      before = now
    }
  }

  /** Everything as before the first schedule, both processes there. */
  async reset(): Promise<void> {
    await Promise.all(this.sides.map((side) => side.whenBack()))
    await this.rest()
    this.sandbox.reset()
    this.offset = 0
    await DatabaseReset.setTime(this.pg, 0)
    await Promise.all(this.sides.map((side) => side.clock(0)))
    await this.loseSignals(false)
    await this.servicePort.open()
    this.missing.clear()
    await this.tellMissing(this.sides)
    if (this.someDied) {
      await this.redisLocks?.release()
    }
    this.someDied = false
    await this.databaseReset.wipe()
  }

  private async tellMissing(sides: readonly Side[]): Promise<void> {
    const accounts = [...this.missing].join()
    await Promise.all(sides.map((side) => side.tell("missing", { accounts })))
  }

  private route(): void {
    this.address.targets = this.living.map(({ url }) => url)
  }

  private async ageDeadLocks(ms: number): Promise<void> {
    if (this.someDied) {
      await (this.redisLocks?.age(ms) ?? DatabaseReset.ageDeadLocks(this.pg, ms))
    }
  }

  /** Whether a process talks to the database, or what a dead one began there still goes on. */
  private async isBusy(): Promise<boolean> {
    const talking: unknown[] = await this.pg("pg_stat_activity")
      .whereIn(
        "application_name",
        this.sides.map(({ name }) => name)
      )
      .whereNot({ state: "idle" })
      .limit(1)
    return talking.length > 0
  }
}
