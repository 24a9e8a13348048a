import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createSandbox, type Sandbox } from "../../src/sandbox"
import { Balancer } from "../support/balancer"
import type { Redis } from "../support/redis"
import { MERCHANT, shopEnvironment } from "../support/shop-environment"
import {
  makeStoreDatabase,
  type DatabaseServer,
  type StoreDatabase,
} from "../support/store-database"
import type { Dice } from "./dice"
import { APPROVAL_ABOVE } from "./payout-invariants"
import { RedisLocks } from "./redis-locks"
import { hireSellers } from "./sellers"
import { Shelf } from "./shelf"
import { Side } from "./side"
import { Slate } from "./slate"

/** Short, because a time-out is waited for in real time. */
const OPTIONS = {
  timeouts: { requestMs: 500 },
  breaker: { failures: 8, openMs: 200 },
  refunds: "payout",
  approvalAbove: APPROVAL_ABOVE,
}
/** Between two statements of one workflow a connection looks idle. */
const CALM_LOOKS = 6
const LOOK_EVERY_MS = 30

export interface WorldSettings {
  name: string
  /** Redis instead of PostgreSQL for what the processes share. */
  redis: Redis | null
}

/** Two Medusa processes on one database behind one address, and the sandbox as their service. */
export class World {
  private offset = 0
  /** A process was killed in this schedule: only then are there locks of the dead. */
  private someDied = false

  private constructor(
    readonly sandbox: Sandbox,
    readonly address: Balancer,
    readonly database: StoreDatabase,
    readonly sides: readonly Side[],
    readonly shelf: Shelf,
    private readonly slate: Slate,
    private readonly redisLocks: RedisLocks | null
  ) {}

  /**
   * Makes and starts all of it, some 25 s.
   * @param server a running PostgreSQL
   * @param ends takes what has to be stopped, the last started first
   */
  static async open(
    server: DatabaseServer,
    settings: WorldSettings,
    ends: (stop: () => Promise<unknown>) => void
  ): Promise<World> {
    const sandbox = createSandbox({ port: 0, merchants: [MERCHANT] })
    const address = new Balancer()
    ends(() => sandbox.stop())
    await sandbox.start()
    ends(() => address.stop())
    await address.start()
    const shop = shopEnvironment({
      serviceUrl: sandbox.url,
      callbackUrl: address.url,
      options: OPTIONS,
    })
    const environment = {
      ...shop,
      ...(settings.redis === null
        ? { MEDUSA_LOCKING: "postgres" }
        : { REDIS_URL: settings.redis.url }),
    }
    // Without Redis: a command of Medusa that has connections to it does not end.
    const database = await makeStoreDatabase(server, settings.name, shop)
    ends(() => database.close())
    const empty = await Slate.emptyTables(database.pg)
    const sides: Side[] = []
    ends(() => Promise.all(sides.map((side) => side.stop())))
    for (const name of ["one", "two"]) {
      sides.push(await Side.start(`${settings.name}-${name}`, database, environment))
    }
    address.targets = sides.map(({ url }) => url)
    const shelf = await Shelf.fill(sides[0].url, database)
    await hireSellers(sides[0].url, database.store.stock_location_id)
    const slate = await Slate.take(database.pg, empty)
    await Slate.nameHolders(database.pg)
    await Slate.tellTime(database.pg)
    await Slate.dawdle(database.pg)
    const redisLocks = settings.redis && new RedisLocks(settings.redis)
    return new World(sandbox, address, database, sides, shelf, slate, redisLocks)
  }

  get pg(): Knex {
    return this.database.pg
  }

  get store() {
    return this.database.store
  }

  /** Milliseconds that the plugin's clock runs ahead. */
  get offsetMs(): number {
    return this.offset
  }

  get living(): Side[] {
    return this.sides.filter(({ alive }) => alive)
  }

  /** A process that serves, as a load balancer would choose. */
  any(dice: Dice): Side {
    return dice.pick(this.living)
  }

  /** Kills one process unless it is the last. Answers whether it did. */
  async kill(side: Side): Promise<boolean> {
    if (!side.alive || this.living.length < 2) {
      return false
    }
    this.someDied = true
    await side.kill()
    return true
  }

  /** As if the locks that a dead process left were old already. */
  async releaseLocksOf(side: Side): Promise<void> {
    await (this.redisLocks?.release() ?? Slate.releaseLocksOf(this.pg, side.name))
  }

  /** Starts a killed process again in the background; it is back after some seconds. */
  revive(side: Side): void {
    side.revive(() => this.offset)
  }

  /** All clocks, the service's and the plugin's, go on. What the service does by then is done. */
  async advance(ms: number, serviceToo = true): Promise<void> {
    this.offset += ms
    if (this.someDied) {
      await (this.redisLocks?.age(ms) ?? Slate.ageDeadLocks(this.pg, ms))
    }
    await Slate.ageCaptures(this.pg, ms)
    await Slate.setTime(this.pg, this.offset)
    await Promise.all(this.living.map((side) => side.clock(this.offset)))
    if (serviceToo) {
      await this.sandbox.advanceClock(ms)
    }
  }

  async loseSignals(lose: boolean): Promise<void> {
    await Promise.all(this.living.map((side) => side.loseSignals(lose)))
  }

  /** Changes how the living processes behave (remote.mjs). */
  async tell(command: string, values: Record<string, string>): Promise<void> {
    await Promise.all(this.living.map((side) => side.tell(command, values)))
  }

  /** Waits, not for long, until nobody talks to the database: a jump in time must not end living leases. */
  async rest(mostMs = 2_000): Promise<void> {
    await this.sandbox.idle()
    const until = Date.now() + mostMs
    let calm = 0
    while (calm < CALM_LOOKS && Date.now() < until) {
      calm = (await this.isBusy()) ? 0 : calm + 1
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** Everything as before the first schedule, both processes there. */
  async reset(): Promise<void> {
    await Promise.all(this.sides.map((side) => side.whenBack()))
    await this.rest()
    this.sandbox.reset()
    this.offset = 0
    await Slate.setTime(this.pg, 0)
    await Promise.all(this.sides.map((side) => side.clock(0)))
    await this.loseSignals(false)
    if (this.someDied) {
      await this.redisLocks?.release()
    }
    this.someDied = false
    await this.slate.wipe()
  }

  private async isBusy(): Promise<boolean> {
    const names = this.sides.map(({ name }) => name)
    const { rows }: { rows: { busy: boolean }[] } = await this.pg.raw(
      `select exists (
         select 1 from pg_stat_activity where application_name = any(?) and state <> 'idle'
       ) or exists (
         select 1 from payin_transaction
         where leased_until > now() + ? * interval '1 millisecond'
       ) or exists (
         select 1 from payin_payout_attempt
         where status = 'sending' and lookup_after > now() + ? * interval '1 millisecond'
       ) or exists (
         select 1 from payin_card_transaction
         where status in ('creating', 'capturing') and leased_until > now() + ? * interval '1 millisecond'
       ) or exists (
         select 1 from payin_cycle where leased_until > now() + ? * interval '1 millisecond'
       ) as busy`,
      [names, this.offset, this.offset, this.offset, this.offset]
    )
    return rows[0].busy
  }
}
