import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { shiftedNow } from "../../../../domain/time/clock"
import { PAYIN_STATUSES } from "../../../../domain/payin/state"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { answerList } from "../list-answer"
import { listQuery, readList } from "../list-query"
import { oneOrSeveral, text } from "../query-values"
import { showTransaction } from "../shown"
import type { AdminTransactionList } from "../transaction-types"

export const query = listQuery({
  status: oneOrSeveral(PAYIN_STATUSES).optional(),
  order_id: text.optional(),
  customer_id: text.optional(),
})

const COLUMNS = [
  ...["id", "account", "reference", "ticket", "status", "amount", "currency", "payment_method"],
  ...["approved_amount", "approved_currency", "response_message", "order_id", "cart_id"],
  ...["customer_id", "session_id", "expires_at", "settled_at", "created_at"],
]

/**
 * `GET /admin/payin/transactions` -> `{ transactions, count, limit, offset, next_cursor }`, newest first.
 * `q` is exact: id, reference, ticket, cart, order or any payment session the pay-in had. Filters
 * `status`, `account`, `order_id`, `customer_id`, `created_at[$gte]`, `created_at[$lte]`. `limit` 1 to 100,
 * default 20; `offset` to 10,000, or `cursor`. `format=csv`: every row that matches. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const { ledger } = servicesOf(req.scope)
  await answerList(res, read.value, {
    name: "transactions",
    columns: COLUMNS,
    find: (page) => ledger.lists.transactions({ ...filters, created }, page),
    show: (rows) => rows.map((row) => showTransaction(row, shiftedNow())),
    answer: (transactions, page) => ({ transactions, ...page }) satisfies AdminTransactionList,
  })
}
