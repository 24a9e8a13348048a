import { setImmediate as turn } from "node:timers/promises"
import { WorkflowManager, WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Those whose work tests do by hand. */
const NAMES = [
  "payin-cards",
  "payin-orphans",
  "payin-payouts",
  "payin-reconcile",
  "payin-renew",
  "payin-rules",
  "payin-sweep",
] as const
export type JobName = (typeof NAMES)[number]

interface Told {
  eventType: string
  transactionId: string
}

interface Run {
  over: Promise<void>
  end(): void
}

/**
 * The store's own scheduled jobs, which run while a test does: one of them may have taken a row just before the
 * test does the same work by hand, and still be at it afterwards.
 */
export class Jobs {
  private readonly scheduler = new WorkflowScheduler()
  private readonly runs = new Map<string, Run>()
  private readonly resting = new Set<JobName>()

  /** Notes from now on which runs are under way. */
  async watch(container: MedusaContainer): Promise<void> {
    const engine = container.resolve(Modules.WORKFLOW_ENGINE)
    for (const name of NAMES) {
      await engine.subscribe({
        workflowId: `job-${name}`,
        subscriberId: "jobs-under-test",
        subscriber: ({ eventType, transactionId }: Told) => {
          this.note(`${name} ${transactionId}`, eventType)
        },
      })
    }
  }

  /** Waits until the runs of a job that began before now are over. */
  async over(name: JobName): Promise<void> {
    // The engine tells of a beginning a turn late.
    await turn()
    const runs = [...this.runs].filter(([key]) => key.startsWith(`${name} `))
    await Promise.all(runs.map(([, run]) => run.over))
  }

  /** None of these runs or begins until the end of the test, or until they go on: the test does their work. */
  async rest(...names: JobName[]): Promise<void> {
    for (const name of names) {
      this.resting.add(name)
      await this.scheduler.clearWorkflow(workflowOf(name))
      await this.over(name)
      // A run that was under way put the next one on the schedule.
      await this.scheduler.clearWorkflow(workflowOf(name))
    }
  }

  /** Those that rest go on, after one interval. */
  async goOn(names: Iterable<JobName> = this.resting): Promise<void> {
    for (const name of [...names]) {
      this.resting.delete(name)
      await this.scheduler.scheduleWorkflow(workflowOf(name))
    }
  }

  /** Does something while a job rests: nobody but this is at what it is about. */
  async without<T>(name: JobName, work: () => PromiseLike<T>): Promise<T> {
    if (this.resting.has(name)) {
      return work()
    }
    await this.rest(name)
    try {
      return await work()
    } finally {
      await this.goOn([name])
    }
  }

  private note(key: string, eventType: string): void {
    if (eventType === "onBegin") {
      let end = () => {}
      const over = new Promise<void>((resolve) => (end = resolve))
      this.runs.set(key, { over, end })
    } else if (eventType === "onFinish") {
      this.runs.get(key)?.end()
      this.runs.delete(key)
    }
  }
}

function workflowOf(name: JobName) {
  const workflow = WorkflowManager.getWorkflow(`job-${name}`)
  if (workflow === undefined) {
    throw new Error(`the store has no job ${name}`)
  }
  return workflow
}
