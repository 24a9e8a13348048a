import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refuse } from "./refusal"

/**
 * Answers 404 to an address that cannot be decoded, such as `/hooks/payin/ipn/x/%ff`: Express fails
 * when it reads the route's parameters, and Medusa's error handler would answer 500.
 */
export function refuseUnreadablePath(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  try {
    decodeURIComponent(req.path)
  } catch {
    refuse(res, { status: 404, type: "not_found", message: "There is nothing at this address." })
    return
  }
  next()
}
