import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ANOMALY_KINDS } from "../../../../domain/anomaly/kinds"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { answerList } from "../list-answer"
import { listQuery, readList } from "../list-query"
import { oneOrSeveral, text } from "../query-values"
import { showAnomalies } from "./context"
import type { AdminAnomalyList } from "../anomaly-types"

export const query = listQuery({
  status: oneOrSeveral(["open", "resolved"]).optional(),
  kind: oneOrSeveral(ANOMALY_KINDS).optional(),
  order_id: text.optional(),
})

const COLUMNS = [
  ...["id", "kind", "status", "account", "transaction_id", "payout_id", "order_id", "facts"],
  ...["action", "note", "refund_amount", "refund_currency", "proposed.action"],
  ...["proposed.by", "proposed.at"],
  ...["resolved_by", "resolved_at"],
  "created_at",
]

/**
 * `GET /admin/payin/anomalies` -> `{ anomalies, count, limit, offset, next_cursor }`, newest first. `q` is
 * exact: id, order, payout, or what finds the pay-in it is about. Filters `status`, `kind`, `account`,
 * `order_id`, `created_at[$gte]`, `created_at[$lte]`; paging as in `transactions`. 400 names the field.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const { ledger } = servicesOf(req.scope)
  await answerList(res, read.value, {
    name: "anomalies",
    columns: COLUMNS,
    find: (page) => ledger.lists.anomalies({ ...filters, created }, page),
    show: (rows) => showAnomalies(req, rows),
    answer: (anomalies, page) => ({ anomalies, ...page }) satisfies AdminAnomalyList,
  })
}
