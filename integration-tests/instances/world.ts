import { setTimeout as sleep } from "node:timers/promises"
import { createSandbox, type Sandbox } from "../../src/sandbox"
import { Balancer } from "../support/balancer"
import { Instance } from "../support/instance"
import { MERCHANT, shopEnvironment } from "../support/shop-environment"
import { makeStoreDatabase, serverOfTests, type StoreDatabase } from "../support/store-database"

/** Several Medusa processes on one database, behind one address, and the sandbox as their service. */
export class World {
  readonly sandbox: Sandbox = createSandbox({ port: 0, merchants: [MERCHANT] })
  readonly address = new Balancer()
  private base: StoreDatabase | null = null
  private database_: StoreDatabase | null = null
  private instances: Instance[] = []

  /** Makes the one database that every part starts from. */
  async prepare(): Promise<void> {
    await this.sandbox.start()
    await this.address.start()
    const name = `payin-instances-${process.pid}`
    this.base = await makeStoreDatabase(serverOfTests(), name, this.environment())
  }

  get database(): StoreDatabase {
    if (this.database_ === null) {
      throw new Error("no instances were opened")
    }
    return this.database_
  }

  /** A fresh database with these processes on it; those with an address of their own take requests. */
  async open(...settings: Record<string, string>[]): Promise<Instance[]> {
    if (this.base === null) {
      throw new Error("the world was not prepared")
    }
    const database = await this.base.copy(`${this.base.name}-copy`)
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
    await this.base?.drop()
    await this.address.stop()
    await this.sandbox.stop()
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
    await pg.raw(`update payin_turn set ${earlier("leased_until")}`)
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
  async until<T>(ask: () => Promise<T | null>, timeoutMs = 180_000): Promise<T> {
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

  private environment(): Record<string, string> {
    return shopEnvironment({ serviceUrl: this.sandbox.url, callbackUrl: this.address.url })
  }
}
