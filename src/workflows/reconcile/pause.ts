import { BreakerOpenError, RateLimitedError, UnreachableError } from "../../modules/gateway/errors"

/** Pause for a service that is down, or that asks for one without a duration. */
const PAUSE_SECONDS = 5

/**
 * Seconds to pause an account after this error; null for an error about one pay-in only. Such a
 * lookup had no answer, so it counts as no try.
 */
export function pauseSeconds(error: unknown): number | null {
  if (error instanceof RateLimitedError) {
    return error.retry_after_ms === null ? PAUSE_SECONDS : Math.ceil(error.retry_after_ms / 1000)
  }
  return error instanceof BreakerOpenError || error instanceof UnreachableError
    ? PAUSE_SECONDS
    : null
}
