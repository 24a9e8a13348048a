import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { redactText } from "../../domain/redaction"

/**
 * Medusa's log of requests shows each request's address once it is answered, and the address of a
 * notification holds its key (design.md 3.4: redacted wherever it shows).
 */
export function hideIpnKey(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  req.originalUrl = redactText(req.originalUrl)
  next()
}
