import { bulkhead } from "cockatiel"
import type { Logger } from "@medusajs/framework/types"
import { reasonOf } from "../../domain/error-reason"
import { pauseSeconds } from "./pause"

/** Claimed at once: few enough that a process that dies delays few, enough to keep the line busy. */
const BATCH = 25

/** What is looked up in a run, and what is done with the answers. */
export interface Lookups<Row, Answer> {
  /** Rows that are due, and by this call somebody's: their next time moves on. */
  claim(limit: number): Promise<Row[]>
  /** Null when there was no need to ask any more. */
  ask(claimed: Row): Promise<Answer | null>
  /** What follows, while the next one is asked about. */
  applyOutcome(answer: Answer): Promise<unknown>
  /** Due again in so many seconds, as if it had not been claimed. */
  giveBack(claimed: Row, seconds: number): Promise<void>
}

interface Run {
  /** Calls under way at once. */
  places: number
  /** By `performance.now()`: no batch is begun afterwards. */
  until: number
  logger: Pick<Logger, "warn">
}

/**
 * Looks up what is due of one account until nothing is, or the time is up, or the service is down or asks
 * for time: then what was claimed is given back. Answers how often it was asked.
 */
export async function lookUpDue<Row extends { reference: string }, Answer>(
  lookups: Lookups<Row, Answer>,
  { places, until, logger }: Run
): Promise<number> {
  const line = bulkhead(places, BATCH)
  let asked = 0
  let paused = false

  async function ask(claimed: Row): Promise<Answer | null> {
    if (paused) {
      await lookups.giveBack(claimed, 0)
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
        await lookups.giveBack(claimed, pause)
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
