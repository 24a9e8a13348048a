import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import payinCards from "../../src/jobs/payin-cards"
import payinOrphans from "../../src/jobs/payin-orphans"
import payinPayouts from "../../src/jobs/payin-payouts"
import payinPrune from "../../src/jobs/payin-prune"
import payinReconcile from "../../src/jobs/payin-reconcile"
import payinRenew from "../../src/jobs/payin-renew"
import payinRules from "../../src/jobs/payin-rules"
import payinScrub from "../../src/jobs/payin-scrub"
import payinSweep from "../../src/jobs/payin-sweep"

/** Those that a worker runs every few seconds come first, as they come first in a store. */
const JOBS = {
  "payin-sweep": payinSweep,
  "payin-reconcile": payinReconcile,
  "payin-cards": payinCards,
  "payin-payouts": payinPayouts,
  "payin-renew": payinRenew,
  "payin-orphans": payinOrphans,
  "payin-rules": payinRules,
  "payin-scrub": payinScrub,
  "payin-prune": payinPrune,
}
export type JobName = keyof typeof JOBS

export const JOB_NAMES: readonly string[] = Object.keys(JOBS)

/**
 * From here on Medusa schedules no job in this process: a job runs where a test runs it, and
 * nowhere else. Called before the store boots.
 */
export function switchJobsOff(): void {
  WorkflowScheduler.prototype.scheduleWorkflow = async () => {}
}

/** Runs these jobs once, one after the other, as a store's worker does. */
export async function runJobs(container: MedusaContainer, ...names: JobName[]): Promise<void> {
  for (const name of names) {
    await JOBS[name](container)
  }
}
