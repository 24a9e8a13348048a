import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isTooDeep, MAX_JSON_DEPTH } from "../domain/error/json-depth"
import { refuse } from "./refusal"

/** Refuses a body so deep that whoever walks it would fail with 500. */
export function refuseDeepBody(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  if (!isTooDeep(req.body)) {
    next()
    return
  }
  const message = `The body nests deeper than ${MAX_JSON_DEPTH} levels.`
  refuse(res, { status: 400, type: "invalid_data", message })
}
