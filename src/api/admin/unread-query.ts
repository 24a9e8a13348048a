import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refuse } from "../refusal"

/** With a `text/csv` file the other values can only be in the query. */
const READS_ITS_QUERY = /\/payouts\/import\/?$/

/**
 * Refuses posts with a query: decisions are read from the body, and an ignored `?account=pe` or
 * `?dry_run=true` would send money from another account, or at all.
 */
export function refuseUnreadQuery(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  const [path] = req.originalUrl.split("?")
  const [field] = Object.keys(req.query)
  if (field === undefined || READS_ITS_QUERY.test(path)) {
    next()
    return
  }
  const name = field.slice(0, 40)
  const message = `${name} is not read from the address: send it in the body.`
  refuse(res, { status: 400, type: "invalid_data", message, field: name })
}
