import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { answerList } from "../list-answer"
import { listQuery, readList } from "../list-query"
import type { AdminAuditList } from "../audit-types"
import { text } from "../query-values"
import { showAuditEntry } from "../shown-payouts"

// An entry is about one payout, beneficiary or rule: it has no account of its own.
export const query = listQuery({ subject_id: text.optional() }).omit({ account: true })

const COLUMNS = [
  ...["id", "created_at", "subject_id", "action", "actor_type", "actor_id", "from_status"],
  ...["to_status", "facts"],
]

/**
 * `GET /admin/payin/audit` -> `{ audit, count, limit, offset, next_cursor }`: who did what with money that
 * goes out, newest first. `q` or `subject_id`: the id of a payout, a beneficiary, a rule, a pay-in or an anomaly. Filters
 * `created_at[$gte]`, `created_at[$lte]`; paging and `format=csv` as in `transactions`. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const { lists } = servicesOf(req.scope).payouts
  await answerList(res, read.value, {
    name: "audit",
    columns: COLUMNS,
    find: (page) => lists.audit({ ...filters, created }, page),
    show: (rows) => rows.map(showAuditEntry),
    answer: (audit, page) => ({ audit, ...page }) satisfies AdminAuditList,
  })
}
