import { bulkhead } from "cockatiel"
import type { Logger } from "@medusajs/framework/types"
import { reasonOf } from "../../domain/error/reason"
import { pauseSeconds } from "./pause"

/** Rows per claim: few enough that a crash delays few, enough to keep the call slots busy. */
const BATCH = 25

/** The rows that a run looks up, and how it handles the answers. */
export interface Lookups<Row, Answer> {
  /** Claims due rows: their next time moves on. */
  claim(limit: number): Promise<Row[]>
  /** Null when no lookup was needed any more. */
  ask(claimed: Row): Promise<Answer | null>
  /** Applies the answer, while the next lookup runs. */
  applyOutcome(answer: Answer): Promise<unknown>
  /** Due again in this many seconds, as if it had not been claimed. */
  putBack(claimed: Row, seconds: number): Promise<void>
}

interface Run {
  /** Number of call slots. */
  slots: number
  /** End of new batches, by `performance.now()`. */
  until: number
  logger: Pick<Logger, "warn">
}

/**
 * Looks up the due rows of one account until none is left, the time is up, or the service is down
 * or asks for a pause. Then claimed rows are released. Returns the number of lookups.
 */
export async function lookUpDue<Row extends { reference: string }, Answer>(
  lookups: Lookups<Row, Answer>,
  { slots, until, logger }: Run
): Promise<number> {
  const line = bulkhead(slots, BATCH)
  let asked = 0
  let paused = false

  async function ask(claimed: Row): Promise<Answer | null> {
    if (paused) {
      await lookups.putBack(claimed, 0)
      return null
    }
    const answer = await lookups.ask(claimed)
    asked += answer === null ? 0 : 1
    return answer
  }

  async function take(claimed: Row): Promise<void> {
    try {
      const answer = await line.execute(() => ask(claimed))
      if (answer !== null) {
        await lookups.applyOutcome(answer)
      }
    } catch (error) {
      const pause = pauseSeconds(error)
      if (pause !== null) {
        paused = true
        await lookups.putBack(claimed, pause)
        return
      }
      logger.warn(`payin ${claimed.reference}: lookup: ${reasonOf(error)}`)
    }
  }

  while (!paused && performance.now() < until) {
    const claimed = await lookups.claim(BATCH)
    if (claimed.length === 0) {
      break
    }
    await Promise.all(claimed.map(take))
  }
  return asked
}
