import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { REDACTED } from "../domain/privacy/redaction"

// Everything after a reference, `#` and `?` included: a valid key may follow a wrong one.
const BEHIND_REFERENCE = /(\/ipn\/[^/]*\/).*/is
const PAGE_TOKEN = /(\/payin\/(?:refund|pay)\/).*/is

/**
 * Redaction: Medusa's request log shows each request's address. The addresses of a notification, of a
 * refund's page and of an order that is paid again hold a secret, so they are redacted.
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
  return [BEHIND_REFERENCE, PAGE_TOKEN].reduce(
    (shown, secret) => shown.replace(secret, `$1${REDACTED}`),
    address
  )
}
