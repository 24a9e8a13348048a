import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ANOMALY_KINDS } from "../../../../domain/anomaly"
import { roomsOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { listQuery, pageAnswer, readList } from "../list-query"
import { oneOrSeveral, text } from "../query-values"
import { showAnomalies } from "./context"
import type { AdminAnomalyList } from "../types"

const query = listQuery({
  status: oneOrSeveral(["open", "resolved"]).optional(),
  kind: oneOrSeveral(ANOMALY_KINDS).optional(),
  order_id: text.optional(),
})

/**
 * `GET /admin/payin/anomalies` -> `{ anomalies, count, limit, offset, next_cursor }`, newest first. `q` is
 * exact: id, order, payout, or what finds the pay-in it is about. Filters `status`, `kind`, `account`,
 * `order_id`, `created_at[$gte]`, `created_at[$lte]`; paging as in `transactions`. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, page, created } = read.value
  const { ledger } = roomsOf(req.scope)
  const found = await ledger.lists.anomalies({ ...filters, created }, page)
  res.json({
    anomalies: await showAnomalies(req.scope, found.rows),
    ...pageAnswer(found),
  } satisfies AdminAnomalyList)
}
