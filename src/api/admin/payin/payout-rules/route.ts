import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { withApproval } from "../approval"
import { answerList } from "../list-answer"
import { listQuery, readList } from "../list-query"
import type { AdminPayoutRuleList } from "../beneficiary-types"
import { operatorOf, readPosted } from "../posted-values"
import { text } from "../query-values"
import { showRule } from "../shown-payouts"
import { readStockLocation } from "../stock-location"
import { confirmedTerms, percent, tax, trigger } from "./terms"
import { answerWritten } from "./written"

export const query = listQuery({
  beneficiary_id: text.optional(),
  stock_location_id: text.optional(),
})

const COLUMNS = [
  ...["id", "beneficiary_id", "stock_location_id", "percent", "trigger", "tax", "status"],
  ...["created_by", "edited_by", "approved_by", "created_at"],
]

export const body = z.strictObject({
  beneficiary_id: text,
  stock_location_id: text,
  percent,
  trigger,
  tax: tax.default(false),
})

/**
 * `GET /admin/payin/payout-rules` -> `{ payout_rules, count, limit, offset, next_cursor }`, newest first.
 * `q` is exact: id, beneficiary or stock location. Filters `account` (of the beneficiary),
 * `beneficiary_id`, `stock_location_id`, `created_at[$gte]`, `created_at[$lte]`; paging and `format=csv` as
 * in `transactions`. 400 names the field.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const { lists } = servicesOf(req.scope).payouts
  await answerList(res, read.value, {
    name: "payout-rules",
    columns: COLUMNS,
    find: (page) => lists.rules({ ...filters, created }, page),
    show: (rows) => withApproval(req, rows, showRule, confirmedTerms),
    answer: (payout_rules, page) => ({ payout_rules, ...page }) satisfies AdminPayoutRuleList,
  })
}

/**
 * `POST /admin/payin/payout-rules { beneficiary_id, stock_location_id, percent, trigger, tax? }` -> 201
 * `{ payout_rule }`: pays a beneficiary a part of what leaves a stock location. `percent` is a JSON number;
 * those of one place are at most 100 in sum for each currency, whatever makes them pay. 400 names the field.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const place = await readStockLocation(req.scope, read.value.stock_location_id)
  if ("refusal" in place) {
    refuse(res, place.refusal)
    return
  }
  const { rules } = servicesOf(req.scope).payouts
  answerWritten(res, 201, await rules.create(read.value, await operatorOf(req)))
}
