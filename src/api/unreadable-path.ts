import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refuse } from "./refusal"

/**
 * Answers 404 to an address that is no text, such as `/hooks/payin/ipn/x/%ff`: Express fails to
 * decode it when it reads the route's parameters, and Medusa's error handler makes a 500 of that.
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
