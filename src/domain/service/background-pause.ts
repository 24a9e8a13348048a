import { backoffSeconds, BACKGROUND_PAUSE_SECONDS } from "../time/schedule"

// Every time here is in milliseconds of one clock that never goes back.

export interface Pause {
  paused_at: number
  until: number
}

/** Failures of one kind of write since the service last answered one. */
export interface WriteFailures extends Pause {
  /** Failures in a row; those that were under way at once count as one. */
  rounds: number
}

/** A write that the service did not answer, or answered with 5xx. */
export interface FailedWrite {
  began: number
  ended: number
}

/** How many calls of background work may be under way: none, one to see how it goes, or any. */
export type BackgroundPlaces = "none" | "one" | "any"

/**
 * Background pause: each further failed write makes it longer. A shopper's write counts too: it
 * tells as much about the service.
 */
export function afterFailedWrite(
  before: WriteFailures | null,
  { began, ended }: FailedWrite
): WriteFailures {
  if (before !== null && began < before.paused_at && before.paused_at <= ended) {
    return before
  }
  const rounds = (before?.rounds ?? 0) + 1
  const pause = backoffSeconds(BACKGROUND_PAUSE_SECONDS, rounds) * 1000
  return { rounds, paused_at: ended, until: ended + pause }
}

/**
 * Background work goes on one call at a time until the service has answered a write again: the
 * circuit breaker closes after a harmless call, which proves nothing about a bank behind the service.
 */
export function backgroundPlaces(
  facts: {
    breaker: "closed" | "open" | "half_open"
    /** The pause that the service asked for; null without one. */
    asked: Pause | null
    /** Of the kinds of write that the work may send. */
    failures: readonly WriteFailures[]
  },
  now: number
): BackgroundPlaces {
  const { breaker, asked } = facts
  // A test set its clock back: what is yet to come did not happen.
  const failures = facts.failures.filter(({ paused_at }) => paused_at <= now)
  const pauses = asked !== null && asked.paused_at <= now ? [asked, ...failures] : failures
  if (breaker !== "closed" || pauses.some(({ until }) => until > now)) {
    return "none"
  }
  return failures.length > 0 ? "one" : "any"
}
