import type { SeededRandom } from "./seeded-random"
import { DUE, EVERY_MS, isJob, JOBS, type Job } from "./jobs"
import type { Side } from "./side"
import type { World } from "./world"

/** What one round of jobs came to. */
export interface Round {
  /** How many jobs ran, on however many processes. */
  ran: number
  failed: string[]
}

/** How often what is due runs on all processes at once. */
const AT_ONCE = 0.5

/**
 * Who runs which job when: what is due, at once on all processes or on one of them; the rest on one, and no
 * oftener than the plugin itself would, because nearly always it finds nothing.
 */
export class JobScheduler {
  private readonly last = new Map<Job, number>()

  constructor(
    private readonly world: World,
    private readonly random: SeededRandom
  ) {}

  /** What has come round by now. */
  async round(): Promise<Round> {
    const due = await this.due()
    const now = performance.now() + this.world.offsetMs
    const round = JOBS.filter(
      (job) => due.has(job) || now - (this.last.get(job) ?? -Infinity) >= EVERY_MS[job]
    )
    const one = this.world.any(this.random)
    const race = this.random.chance(AT_ONCE)
    return this.run(now, round, (side, job) => side === one || (race && due.has(job)))
  }

  /** All jobs on all processes at once, due or not. */
  all(): Promise<Round> {
    return this.run(performance.now() + this.world.offsetMs, JOBS, () => true)
  }

  /** Whether anything has come to its due time. */
  async isDue(): Promise<boolean> {
    return (await this.due()).size > 0
  }

  private async run(
    now: number,
    jobs: readonly Job[],
    isFor: (side: Side, job: Job) => boolean
  ): Promise<Round> {
    jobs.forEach((job) => this.last.set(job, now))
    const messages = await Promise.all(
      this.world.living.map((side) => side.work(jobs.filter((job) => isFor(side, job))))
    )
    return { ran: jobs.length, failed: messages.filter((message) => message !== null) }
  }

  private async due(): Promise<Set<Job>> {
    const asked = Object.entries(DUE).map(
      ([job, calls]) => `select '${job}' as job where exists (${calls})`
    )
    const { rows }: { rows: { job: string }[] } = await this.world.pg.raw(
      `with clock as (select now() + ? * interval '1 millisecond' as time)
       ${asked.join(" union all ")}`,
      [this.world.offsetMs]
    )
    return new Set(rows.map(({ job }) => job).filter(isJob))
  }
}
