import { BreakerOpenError, RateLimitedError, UnreachableError } from "../../modules/gateway/errors"

/** A service that is down, and one that asks for time without saying how much. */
const PAUSE_SECONDS = 5

/**
 * For how many seconds an account is to be left alone after this error; null for an error that is about
 * one pay-in only. Such a lookup was not answered, so it spends no attempt of the schedule.
 */
export function pauseSeconds(error: unknown): number | null {
  if (error instanceof RateLimitedError) {
    return error.retry_after_ms === null ? PAUSE_SECONDS : Math.ceil(error.retry_after_ms / 1000)
  }
  return error instanceof BreakerOpenError || error instanceof UnreachableError
    ? PAUSE_SECONDS
    : null
}
