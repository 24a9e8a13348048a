import { setTimeout as sleep } from "node:timers/promises"
import { DistributedTransaction } from "@medusajs/framework/orchestration"

const LOOK_EVERY_MS = 5

interface Checkpoints {
  /** Executions that are being written at the moment. */
  isLocked: Map<string, boolean>
  save: (key: string, ...rest: unknown[]) => Promise<unknown>
}

/**
 * Lets each checkpoint of an execution wait for the one before it. Medusa's in-memory engine asks
 * three times within half a second and gives up on the whole execution then, "Updating Status from
 * "ok" to "temp_failure" is not allowed": on a machine that does much else steps that run side by
 * side come that far, and the cart stays locked for two minutes. What the plugin makes of it stands
 * in failures.unit.spec.ts.
 */
export function queueCheckpoints(): void {
  const checkpoints: Checkpoints = Reflect.get(DistributedTransaction, "keyValueStore")
  const save = checkpoints.save.bind(checkpoints)
  checkpoints.save = async (key, ...rest) => {
    while (checkpoints.isLocked.has(key)) await sleep(LOOK_EVERY_MS)
    return save(key, ...rest)
  }
}
