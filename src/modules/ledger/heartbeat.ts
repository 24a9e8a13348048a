import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import type { Logger } from "@medusajs/framework/types"
import {
  BEAT_SECONDS,
  REPEAT_SECONDS,
  instanceProblems,
  type InstanceProblem,
} from "../../domain/installation/instances"
import type { Instances } from "./instances"
import type { RefusedWebhookCounts } from "./refused-webhooks"
import { describeThisProcess, type ThisProcess } from "./this-process"

const LEAVE_WITHIN_MS = 1_000
const REPEAT_AFTER_BEATS = REPEAT_SECONDS / BEAT_SECONDS

/**
 * Instances: reports that this process runs, and logs a problem when instances do not fit together
 * (docs/medusa.md#locks-in-one-process). A timer of the process and no job, because Medusa runs no
 * jobs in worker mode `server`. No money depends on it.
 */
export class Heartbeat {
  private readonly startedAt = performance.now()
  private self: ThisProcess | null = null
  private timer: NodeJS.Timeout | null = null
  private beating: Promise<void> = Promise.resolve()
  private complaint = ""
  private beatsSinceComplaint = 0
  private failing = false

  constructor(
    private readonly id: string,
    private readonly instances: Instances,
    private readonly refused: Pick<RefusedWebhookCounts, "own">,
    private readonly logger: () => Logger | undefined
  ) {}

  /** The first beat comes after one interval: a short `medusa exec` is no instance. */
  start(): void {
    this.timer ??= setInterval(() => {
      this.beating = this.beating.then(() => this.beat())
    }, BEAT_SECONDS * 1000).unref()
  }

  /** A database that does not answer must not keep the process from ending. */
  async stop(): Promise<void> {
    clearInterval(this.timer ?? undefined)
    this.timer = null
    const left = this.beating.then(() => this.instances.leave(this.id)).catch(() => undefined)
    await Promise.race([left, sleep(LEAVE_WITHIN_MS, undefined, { ref: false })])
  }

  private async beat(): Promise<void> {
    if (this.timer === null) {
      return
    }
    try {
      this.self ??= await describeThisProcess()
      const upMs = performance.now() - this.startedAt
      await this.instances.beat(this.id, this.self, upMs, this.refused.own())
      this.complain(instanceProblems(await this.instances.living()))
      this.failing = false
    } catch (error) {
      // Other code reports database errors louder, and the next beat comes.
      if (!this.failing) {
        const reason = error instanceof Error && "code" in error ? String(error.code) : "no answer"
        this.logger()?.warn(`payin: this instance could not tell that it lives (${reason})`)
      }
      this.failing = true
    }
  }

  private complain(problems: readonly InstanceProblem[]): void {
    const codes = problems.map(({ code }) => code).join()
    const changed = codes !== this.complaint
    this.beatsSinceComplaint = changed ? 0 : this.beatsSinceComplaint + 1
    if (changed || this.beatsSinceComplaint % REPEAT_AFTER_BEATS === 0) {
      problems.forEach(({ code, message }) => this.logger()?.error(`payin: ${code}: ${message}`))
    }
    if (changed && codes === "") {
      this.logger()?.info("payin: the instances on this database are as they should be again")
    }
    this.complaint = codes
  }
}
