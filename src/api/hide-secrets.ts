import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { REDACTED } from "../domain/redaction"

// Everything after a reference, `#` and `?` included: a valid key may follow a wrong one.
const BEHIND_REFERENCE = /(\/ipn\/[^/]*\/).*/is
const REFUND_TOKEN = /(\/payin\/refund\/).*/is

/**
 * Redaction: Medusa's request log shows each request's address. The addresses of a notification and
 * of a refund's page hold a secret, so they are redacted.
 */
export function hideSecrets(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  req.originalUrl = redactAddress(req.originalUrl)
  next()
}

/** The address of a request as it may be shown. */
export function redactAddress(address: string): string {
  return [BEHIND_REFERENCE, REFUND_TOKEN].reduce(
    (shown, secret) => shown.replace(secret, `$1${REDACTED}`),
    address
  )
}
