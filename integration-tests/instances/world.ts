import { setTimeout as sleep } from "node:timers/promises"
import { createSandbox, type Sandbox } from "../../src/sandbox"
import { Balancer } from "../support/balancer"
import { Instance } from "../support/instance"
import { MERCHANT, shopEnvironment } from "../support/shop-environment"
import { startStoreServer, type StoreServer } from "../support/kept-store"
import type { StoreDatabase } from "../support/store-database"

/** Only ends what hangs. */
const UNTIL_MS = 15 * 60_000

/** Several Medusa processes on one database, behind one address, and the sandbox as their service. */
export class World {
  readonly sandbox: Sandbox = createSandbox({ port: 0, merchants: [MERCHANT] })
  readonly address = new Balancer()
  private server: StoreServer | null = null
  private database_: StoreDatabase | null = null
  private instances: Instance[] = []

  /** Starts what every part needs; each has a copy of the one store that is kept. */
  async prepare(): Promise<void> {
    await this.sandbox.start()
    await this.address.start()
    this.server = await startStoreServer()
  }

  get database(): StoreDatabase {
    if (this.database_ === null) {
      throw new Error("no instances were opened")
    }
    return this.database_
  }

  /** A fresh database with these processes on it; those with an address of their own take requests. */
  async open(...settings: Record<string, string>[]): Promise<Instance[]> {
    if (this.server === null) {
      throw new Error("the world was not prepared")
    }
    const database = await this.server.store.copy("instances")
    this.database_ = database
    const started = await Promise.allSettled(
      settings.map((one) => Instance.start(database, { ...this.environment(), ...one }))
    )
    this.instances = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    for (const one of started) {
      if (one.status === "rejected") {
        throw one.reason
      }
    }
    const serving = this.instances.filter((_, n) => settings[n].MEDUSA_WORKER_MODE !== "worker")
    this.address.targets = serving.map(({ url }) => url)
    return this.instances
  }

  /** Ends the processes; what they logged goes where the log search finds it. */
  async close(): Promise<void> {
    await this.sandbox.idle()
    await Promise.all(this.instances.map((instance) => instance.stop()))
    this.instances.forEach((instance) => process.stdout.write(instance.output()))
    this.instances = []
    await this.database_?.drop()
    this.database_ = null
    this.sandbox.reset()
  }

  async end(): Promise<void> {
    await this.address.stop()
    await this.sandbox.stop()
    await this.server?.stop()
  }

  /** As if so many minutes had passed for everything that waits or expires in the database. */
  async age(minutes: number): Promise<void> {
    const earlier = (column: string) => `${column} = ${column} - interval '${minutes} minutes'`
    const { pg } = this.database
    const waiting = ["leased_until", "apply_after", "lookup_after", "settled_at", "released_at"]
    await pg.raw(`update payin_transaction set ${waiting.map(earlier).join(", ")}`)
    await pg.raw(
      `update payin_event set ${["leased_until", "next_attempt_at"].map(earlier).join(", ")}`
    )
    await pg.raw(`update payin_order_lock set ${earlier("leased_until")}`)
    await pg.raw(`update locking set ${earlier("expiration")}`)
  }

  /** Waits until a pay-in is settled; answers its row. */
  async settled(instance: Instance, reference: string) {
    return this.until(async () => {
      const row = await instance.row(reference)
      return row.settled_at === null ? null : row
    })
  }

  /** Asks again until the answer is not null. */
  async until<T>(ask: () => Promise<T | null>): Promise<T> {
    const end = Date.now() + UNTIL_MS
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

  private environment(): Record<string, string> {
    return shopEnvironment({ serviceUrl: this.sandbox.url, callbackUrl: this.address.url })
  }
}
