import { setImmediate as turn } from "node:timers/promises"
import { WorkflowManager, WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

const NAMES = [
  "payin-cards",
  "payin-orphans",
  "payin-payouts",
  "payin-prune",
  "payin-reconcile",
  "payin-renew",
  "payin-rules",
  "payin-scrub",
  "payin-sweep",
] as const
export type JobName = (typeof NAMES)[number]

type Start = (workflow: unknown, options?: unknown) => Promise<unknown>

/**
 * The store's own scheduled jobs, which run while a test does: one of them may have taken a row just before the
 * test does the same work by hand, and still be at it afterwards.
 */
export class Jobs {
  private readonly scheduler = new WorkflowScheduler()
  private readonly runs = new Map<Promise<void>, JobName>()
  private readonly resting = new Set<JobName>()

  /** Notes from now on which runs are under way. */
  async watch(container: MedusaContainer): Promise<void> {
    const engine = container.resolve(Modules.WORKFLOW_ENGINE)
    // Medusa's in-memory engine starts each scheduled job by this method of its own. Its subscribers hear of a
    // beginning too late: the run may have claimed something by then.
    const orchestrator: { run: Start } = Reflect.get(engine, "workflowOrchestratorService_")
    const start = orchestrator.run.bind(orchestrator)
    orchestrator.run = async (workflow, options) => {
      const name = NAMES.find((one) => idOf(one) === workflow)
      if (name === undefined) {
        return start(workflow, options)
      }
      return this.resting.has(name) ? undefined : this.note(name, start(workflow, options))
    }
  }

  /** Waits until the runs that began before now are over: those of these jobs, or of all. */
  async over(...names: JobName[]): Promise<void> {
    await turn()
    const wanted = orAll(names)
    await Promise.all([...this.runs].flatMap(([run, name]) => (wanted.includes(name) ? run : [])))
  }

  /**
   * None of these, or none at all, runs or begins until the end of the test, or until they go on: the test does
   * their work.
   */
  async rest(...names: JobName[]): Promise<void> {
    for (const name of orAll(names)) {
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

  private note(name: JobName, run: Promise<unknown>): Promise<unknown> {
    const over = run.then(
      () => undefined,
      () => undefined
    )
    this.runs.set(over, name)
    void over.then(() => this.runs.delete(over))
    return run
  }
}

function orAll(names: readonly JobName[]): readonly JobName[] {
  return names.length === 0 ? NAMES : names
}

function idOf(name: JobName): string {
  return `job-${name}`
}

function workflowOf(name: JobName) {
  const workflow = WorkflowManager.getWorkflow(idOf(name))
  if (workflow === undefined) {
    throw new Error(`the store has no job ${name}`)
  }
  return workflow
}
