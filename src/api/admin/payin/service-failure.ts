import type { MedusaResponse } from "@medusajs/framework/http"
import type { ServiceFailure } from "./connection-types"
import {
  BreakerOpenError,
  GatewayError,
  RateLimitedError,
  UnreachableError,
} from "../../../modules/gateway"

/**
 * Answers for the payment service when it did not: 503 when it could not be asked now
 * (`Retry-After` when it said how long), 502 when it refused us or its answer cannot be understood.
 * `reason` is stable (modules/gateway/errors.ts); neither it nor the message holds a secret. Other
 * errors are thrown on.
 */
export function answerFailure(res: MedusaResponse, error: unknown): void {
  if (!(error instanceof GatewayError)) {
    throw error
  }
  if (error instanceof RateLimitedError && error.retry_after_ms !== null) {
    res.set("Retry-After", String(Math.ceil(error.retry_after_ms / 1000)))
  }
  res.status(couldNotAsk(error) ? 503 : 502).json({
    type: "unexpected_state",
    message: error.message,
    reason: error.reason,
    account: error.account,
  } satisfies ServiceFailure)
}

function couldNotAsk(error: GatewayError): boolean {
  return (
    error instanceof UnreachableError ||
    error instanceof RateLimitedError ||
    error instanceof BreakerOpenError
  )
}
