import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { REDACTED } from "../../domain/redaction"

// Everything behind the reference, whatever the reference is: a true key may stand behind a wrong one.
const BEHIND_REFERENCE = /(\/ipn\/[^/?#]*\/).*/is

/**
 * Medusa's log of requests shows each request's address once it is answered, and the address of a
 * notification holds its key (design.md 3.4: redacted wherever it shows).
 */
export function hideIpnKey(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  req.originalUrl = req.originalUrl.replace(BEHIND_REFERENCE, `$1${REDACTED}`)
  next()
}
