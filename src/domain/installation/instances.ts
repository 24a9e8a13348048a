// Instances: what two Medusa processes on one database need so that a cart becomes one order
// (docs/medusa.md#locks-in-one-process).

/** An instance reports itself alive this often. */
export const BEAT_SECONDS = 5

/** An instance that missed three beats is not counted as alive. */
export const LIVING_SECONDS = 3 * BEAT_SECONDS

/** Rows of dead instances are kept this long, for diagnosis. */
export const FORGET_SECONDS = 600

/** A problem that stays is repeated in the log this often. */
export const REPEAT_SECONDS = 1800

/** Medusa's default locking provider: its locks are known to one process only. */
export const IN_MEMORY = "in-memory"

export interface RunningInstance {
  /** Medusa's worker mode: shared, server or worker. */
  worker_mode: string
  /** Medusa's locking provider, by its identifier. */
  locking: string
  started_at: Date
  seen_at: Date
}

export interface InstanceProblem {
  code: "in_memory_locking" | "locking_differs" | "no_worker"
  /** For a person: what is wrong and what to do. */
  message: string
  /** The values that the message names, for translations. */
  values: Readonly<Record<string, string | number>>
}

/** Instances: what is wrong with the running ones, as errors to show. */
export function instanceProblems(living: readonly RunningInstance[]): InstanceProblem[] {
  const together = living.filter((one) => living.some((other) => overlap(one, other)))
  const locks = [...new Set(together.map((instance) => instance.locking))]
  const problems: InstanceProblem[] = []
  if (locks.includes(IN_MEMORY)) {
    problems.push({
      code: "in_memory_locking",
      message:
        `${together.length} Medusa instances share this database while Medusa's locks live in the memory ` +
        "of one process: one cart can become two orders. Stop all but one, or give Medusa's locking " +
        "module a provider that all of them share: medusa-plugin-payin/providers/locking-redis or " +
        "@medusajs/medusa/locking-postgres.",
      values: { count: together.length },
    })
  } else if (locks.length > 1) {
    problems.push({
      code: "locking_differs",
      message:
        `The Medusa instances on this database lock in different places (${locks.sort().join(", ")}): ` +
        "one cart can become two orders. Give all of them the same locking provider.",
      values: { places: locks.sort().join(", ") },
    })
  }
  if (living.length > 0 && living.every((instance) => instance.worker_mode === "server")) {
    problems.push({
      code: "no_worker",
      message:
        "All Medusa instances run in worker mode `server`, which runs no scheduled jobs: lost " +
        "notifications are not made good. Start one with MEDUSA_WORKER_MODE=worker or shared.",
      values: {},
    })
  }
  return problems
}

/** A killed process stops beating before its successor starts: these two never ran together. */
function overlap(one: RunningInstance, other: RunningInstance): boolean {
  return one !== other && one.seen_at > other.started_at && other.seen_at > one.started_at
}
