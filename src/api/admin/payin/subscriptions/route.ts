import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { SUBSCRIPTION_STATUSES } from "../../../../domain/subscription/state"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { answerList } from "../list-answer"
import { listQuery, readList } from "../list-query"
import { oneOrSeveral, text } from "../query-values"
import { showSubscription } from "../shown-subscriptions"
import type { AdminSubscriptionList } from "../subscription-types"

export const query = listQuery({
  status: oneOrSeveral(SUBSCRIPTION_STATUSES).optional(),
  order_id: text.optional(),
  customer_id: text.optional(),
})

const COLUMNS = [
  ...["id", "account", "subscription_id", "status", "customer_id", "order_id", "latest_order_id"],
  ...[
    "plan_name",
    "periodicity",
    "next_date",
    "amount",
    "currency_code",
    "last_four",
    "created_at",
  ],
]

/**
 * `GET /admin/payin/subscriptions` -> `{ subscriptions, count, limit, offset, next_cursor }`, newest first.
 * `q` is exact: id, the service's id, any of its orders, or its customer. Filters `status`, `account`,
 * `order_id`, `customer_id`, `created_at[$gte]`, `created_at[$lte]`; paging and `format=csv` as in
 * `transactions`. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const { subscriptions } = servicesOf(req.scope)
  await answerList(res, read.value, {
    name: "subscriptions",
    columns: COLUMNS,
    find: (page) => subscriptions.lists.page({ ...filters, created }, page),
    show: (rows) => rows.map(showSubscription),
    answer: (shown, page) => ({ subscriptions: shown, ...page }) satisfies AdminSubscriptionList,
  })
}
