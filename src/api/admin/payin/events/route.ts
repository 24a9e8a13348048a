import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { INBOX_STATUSES } from "../../../../domain/notification/inbox-state"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { answerList } from "../list-answer"
import { listQuery, readList } from "../list-query"
import { oneOrSeveral } from "../query-values"
import { showEvent } from "../shown"
import type { AdminEventList } from "../event-types"

export const query = listQuery({ status: oneOrSeveral(INBOX_STATUSES).optional() })

const COLUMNS = [
  ...["id", "source", "type", "reference", "transaction_id", "account", "status", "attempts"],
  ...["last_error", "created_at"],
]

/**
 * `GET /admin/payin/events` -> `{ events, count, limit, offset, next_cursor }`: notifications of the
 * service, newest first. `q` is exact: the reference that a notification stands under, which of a card
 * payment that is none of ours is the service's id; the ticket of a pay-in or a payout; or a type such as
 * APPROVED in any case. Filters `status`, `account`, `created_at[$gte]`, `created_at[$lte]`; paging as in
 * `transactions`. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const services = servicesOf(req.scope)
  const named = filters.q === undefined ? {} : await whatIsMeant(services, filters.q)
  const { status, account } = filters
  await answerList(res, read.value, {
    name: "events",
    columns: COLUMNS,
    find: (page) => services.inbox.lists.events({ status, account, ...named, created }, page),
    show: (rows) => rows.map(showEvent),
    answer: (events, page) => ({ events, ...page }) satisfies AdminEventList,
  })
}

/**
 * A notification stands under a reference, a card's webhook perhaps under a name of the service's; a ticket leads
 * to the reference of its pay-in or payout; what is neither can only be a type. One indexed read each: asked for
 * all at once, the list would read the whole table.
 */
async function whatIsMeant(
  { inbox, ledger, payouts }: Pick<ReturnType<typeof servicesOf>, "inbox" | "ledger" | "payouts">,
  q: string
): Promise<{ reference: string } | { type: string }> {
  if (await inbox.lists.isReference(q)) {
    return { reference: q }
  }
  const found =
    (await ledger.transactions.findByTicket(q)) ?? (await payouts.attempts.findByTicket(q))
  return found === null ? { type: q } : { reference: found.reference }
}
