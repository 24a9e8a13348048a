import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { REDACTED } from "../domain/redaction"

// Everything behind a reference, whatever the reference is: a true key may stand behind a wrong one.
const BEHIND_REFERENCE = /(\/ipn\/[^/?#]*\/).*/is
const REFUND_TOKEN = /(\/payin\/refund\/).*/is

/**
 * Medusa's log of requests shows each request's address once it is answered, and the addresses of a
 * notification and of a refund's page hold a secret (design.md 3.3, 3.4): redacted wherever they show.
 */
export function hideSecrets(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  req.originalUrl = [BEHIND_REFERENCE, REFUND_TOKEN].reduce(
    (address, secret) => address.replace(secret, `$1${REDACTED}`),
    req.originalUrl
  )
  next()
}
