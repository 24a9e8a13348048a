import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refuse } from "../refusal"

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]

/**
 * Refuses the bodies that a form can send. A browser sends a form of any page to any address
 * without asking, with the session of whoever opened the page (docs/medusa.md#forms).
 */
export function refuseForm(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  const type = req.headers["content-type"]?.split(";")[0].trim().toLowerCase()
  if (type === undefined || !FORMS.includes(type)) {
    next()
    return
  }
  const message = `The body has to be JSON (content-type: application/json), not ${type}.`
  refuse(res, { status: 400, type: "invalid_data", message })
}
