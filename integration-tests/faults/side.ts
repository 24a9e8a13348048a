import { pathToFileURL } from "node:url"
import path from "node:path"
import { Instance } from "../support/instance"
import type { StoreDatabase } from "../support/store-database"
import { z } from "zod"
import { ask, read } from "./http"
import type { Job } from "./jobs"

const REMOTE = pathToFileURL(path.join(__dirname, "remote.mjs")).href

const vitals = z.object({
  pid: z.number(),
  /** Bytes. */
  rss: z.number(),
  /** Bytes that somebody still holds: read after the garbage was collected. */
  heap: z.number(),
  /** What the event loop was late by, but for one time in a hundred, since it was last asked. */
  delay_ms: z.number(),
  /** Kinds of what keeps the process awake, one for each. */
  resources: z.array(z.string()),
  /** Open files and sockets; null where the system does not say. */
  files: z.number().nullable(),
})
/** How a process is. */
export type Vitals = z.infer<typeof vitals>

/** Longer than core itself waits for a lock. */
const WORK_WITHIN_MS = 60_000

/** One of the Medusa processes that serve the store, with the driver's hand on its clock and its jobs. */
export class Side {
  alive = true
  /** Resolves once the process that is being started again serves. */
  private back: Promise<void> = Promise.resolve()

  private constructor(
    /** As its connections are named in PostgreSQL. */
    readonly name: string,
    private readonly instance: Instance,
    private readonly remote: string
  ) {}

  static async start(
    name: string,
    database: StoreDatabase,
    environment: Record<string, string>
  ): Promise<Side> {
    const { freePort } = await import("../support/postgres/port.mjs")
    const port = await freePort()
    const instance = await Instance.start(database, {
      ...environment,
      DATABASE_URL: `${database.url}?application_name=${name}`,
      NODE_OPTIONS: `--import ${REMOTE}`,
      FAULTS_REMOTE_PORT: String(port),
    })
    return new Side(name, instance, `http://127.0.0.1:${port}`)
  }

  get url(): string {
    return this.instance.url
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.alive = false
    await this.instance.kill9()
  }

  /** Starts it again in the background, with the clock that the others have by then. */
  revive(offsetMs: () => number): void {
    const start = () => this.instance.restart({ PAYIN_CLOCK_OFFSET_MS: String(offsetMs()) })
    this.back = start()
      // Two minutes are not always enough on a machine that does much else.
      .catch(async () => {
        await this.instance.kill9()
        await start()
      })
      .then(() => this.clock(offsetMs()))
      .then(() => {
        this.alive = true
      })
    // Told to whoever waits for it.
    this.back.catch(() => undefined)
  }

  whenBack(): Promise<void> {
    return this.back
  }

  stop(): Promise<void> {
    return this.instance.stop()
  }

  output(): string {
    return this.instance.output()
  }

  async clock(ms: number): Promise<void> {
    await this.command(`clock?ms=${ms}`, 5_000)
  }

  /** Runs jobs of the plugin now, one after the other. Answers what went wrong, null for nothing. */
  async work(jobs: readonly Job[]): Promise<string | null> {
    return jobs.length === 0 ? null : this.command(`work?jobs=${jobs.join(",")}`, WORK_WITHIN_MS)
  }

  /** Whether the plugin's own signals on the event bus are lost from now on. */
  async loseSignals(lose: boolean): Promise<void> {
    await this.command(`bus?lose=${lose ? "yes" : "no"}`, 5_000)
  }

  async tell(command: string, values: Record<string, string>): Promise<void> {
    await this.command(`${command}?${new URLSearchParams(values).toString()}`, 5_000)
  }

  /** How the process is; null when it does not say. */
  async vitals(): Promise<Vitals | null> {
    return read(vitals, await ask(`${this.remote}/vitals`, { timeoutMs: 20_000 }))
  }

  private async command(command: string, timeoutMs: number): Promise<string | null> {
    const { status, body } = await ask(`${this.remote}/${command}`, { timeoutMs })
    return status === 200 ? null : `${this.name}: ${command}: ${status} ${String(body)}`
  }
}
