import { pathToFileURL } from "node:url"
import path from "node:path"
import { Instance } from "../support/instance"
import type { StoreDatabase } from "../support/store-database"
import { z } from "zod"
import { read, send, UNHURRIED_MS, type Answer } from "./http"
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

const rest = z.object({ begun: z.number(), queued: z.number() })

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

  /** @param jobsRest whether Medusa's own schedule starts no job */
  static async start(
    name: string,
    database: StoreDatabase,
    environment: Record<string, string>,
    jobsRest: boolean
  ): Promise<Side> {
    const { freePort } = await import("../support/postgres/port.mjs")
    const port = await freePort()
    const instance = await Instance.start(database, {
      ...environment,
      DATABASE_URL: `${database.url}?application_name=${name}`,
      NODE_OPTIONS: `--import ${REMOTE}`,
      FAULTS_REMOTE_PORT: String(port),
      FAULTS_JOBS_REST: jobsRest ? "yes" : "no",
    })
    const side = new Side(name, instance, `http://127.0.0.1:${port}`)
    await side.clock(0)
    return side
  }

  get url(): string {
    return this.instance.url
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.alive = false
    await this.instance.kill9()
  }

  /**
   * Starts it again in the background, with the clock that the others have by then; `isBack` hears of it.
   *
   * @param tell what the others were told before
   */
  revive(offsetMs: () => number, tell: () => Promise<void>, isBack: () => void): void {
    this.back = this.instance.restart().then(async () => {
      await tell()
      let told: number
      do {
        told = offsetMs()
        await this.clock(told)
      } while (told !== offsetMs())
      this.alive = true
      isBack()
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

  /** Until it is first told, a process takes no event and runs no job. */
  async clock(ms: number): Promise<void> {
    await this.tell("clock", { ms: String(ms) })
  }

  /** Runs jobs of the plugin now, one after the other. Answers what went wrong, null for nothing. */
  async work(jobs: readonly Job[]): Promise<string | null> {
    if (jobs.length === 0) {
      return null
    }
    const answer = await this.command(`work?jobs=${jobs.join(",")}`)
    return answer === null || answer.status === 200
      ? null
      : `${this.name}: ${jobs.join()}: ${answer.status} ${String(answer.body)}`
  }

  /** Whether the plugin's own signals on the event bus are lost from now on. */
  async loseSignals(lose: boolean): Promise<void> {
    await this.tell("bus", { lose: lose ? "yes" : "no" })
  }

  async tell(command: string, values: Record<string, string>): Promise<void> {
    await this.needed(`${command}?${new URLSearchParams(values).toString()}`)
  }

  /**
   * Waits until the process is at nothing. Answers what it had begun by then, and how many events wait in Redis; null
   * for one that died.
   */
  async rest(): Promise<{ begun: number; queued: number } | null> {
    const answer = await this.needed("rest")
    return answer === null ? null : rest.parse(answer.body)
  }

  /** How the process is; null when it does not say. */
  async vitals(): Promise<Vitals | null> {
    const answer = await this.command("vitals")
    return answer === null ? null : read(vitals, answer)
  }

  private async needed(command: string): Promise<Answer | null> {
    const answer = await this.command(command)
    if (answer !== null && answer.status !== 200) {
      throw new Error(`${this.name}: ${command}: ${answer.status} ${String(answer.body)}`)
    }
    return answer
  }

  /** Null for a process that was killed meanwhile. */
  private async command(command: string): Promise<Answer | null> {
    const { pid } = this.instance
    const limit = AbortSignal.timeout(UNHURRIED_MS)
    const answer = await send(`${this.remote}/${command}`, { signal: limit })
    if (answer.status === 0 && this.alive && this.instance.pid === pid) {
      throw new Error(`${this.name}: ${command}: no answer`)
    }
    return answer.status === 0 ? null : answer
  }
}
