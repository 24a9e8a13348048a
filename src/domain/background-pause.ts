import { backoffSeconds, BACKGROUND_PAUSE_SECONDS } from "./schedule"

// Every time here is in milliseconds of one clock that never goes back.

/** Failures of one kind of write since the service last answered one. */
export interface WriteFailures {
  /** Failures in a row; those that were under way at once count as one. */
  rounds: number
  paused_at: number
  until: number
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
  if (before !== null && began < before.paused_at) {
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
    /** End of the pause that the service asked for; 0 without one. */
    asked_until: number
    /** Of the kinds of write that the work may send. */
    failures: readonly WriteFailures[]
  },
  now: number
): BackgroundPlaces {
  const { breaker, asked_until, failures } = facts
  if (breaker !== "closed" || asked_until > now || failures.some(({ until }) => until > now)) {
    return "none"
  }
  return failures.length > 0 ? "one" : "any"
}
