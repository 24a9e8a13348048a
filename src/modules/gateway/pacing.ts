import { MEDUSA_CALL_SERVICE_MS } from "../../domain/time/schedule"

/** Pacing policy: time limits and number of tries; a test passes shorter times. */
export interface PacingPolicy {
  /**
   * One call, retries and waiting for a call slot included. A lease of 120 s counts on it
   * (docs/decisions/0007-leases-and-order-locks.md).
   */
  deadlineMs: number
  /** With less time left a call is not sent: the answer could not come in time. */
  leastMs: number
  /** Pause before the second attempt, doubled before each further one. */
  backoffMs: number
  /** Longest wait of a call for `Retry-After`; a longer wait is left to its caller. */
  longestWaitMs: number
  /** Maximum size of a decompressed answer. A lookup is about 1 kB. */
  maxBytes: number
  /** Maximum number of calls waiting for a call slot, per account and cause (call-slots.ts). */
  queue: number
  random: () => number
}

export const PACING: PacingPolicy = {
  deadlineMs: MEDUSA_CALL_SERVICE_MS,
  leastMs: 250,
  backoffMs: 200,
  longestWaitMs: 5_000,
  maxBytes: 1_000_000,
  queue: 500,
  random: Math.random,
}

/** Longest accepted `Retry-After`: a mistake of the service must not stop lookups for a day. */
const RETRY_AFTER_CAP_MS = 60_000

/**
 * Milliseconds that `Retry-After` (seconds or an HTTP date) asks to wait; null when it cannot be
 * read.
 */
export function readRetryAfter(
  header: string | null,
  now: number,
  mostMs = RETRY_AFTER_CAP_MS
): number | null {
  const text = header?.trim() ?? ""
  if (text === "") return null
  const asked = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  if (Number.isNaN(asked)) return null
  return Math.min(Math.max(asked, 0), mostMs)
}

/**
 * A random wait between half and all of the doubled step, so that calls that failed together do not
 * return together.
 */
export function backoff(attempt: number, pacing: PacingPolicy): number {
  const step = pacing.backoffMs * 2 ** (attempt - 1)
  return step / 2 + (step / 2) * pacing.random()
}
