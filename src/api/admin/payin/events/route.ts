import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { INBOX_STATUSES } from "../../../../domain/inbox-state"
import { roomsOf } from "../../../../workflows/settle"
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
 * service, newest first. `q` is exact: a reference, a ticket, or a type such as APPROVED in any case.
 * Filters `status`, `account`, `created_at[$gte]`, `created_at[$lte]`; paging as in `transactions`. 400
 * names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const { ledger, inbox, subscriptions } = roomsOf(req.scope)
  const named =
    filters.q === undefined ? {} : await whatIsMeant({ ledger, subscriptions }, filters.q)
  const { status, account } = filters
  await answerList(res, read.value, {
    name: "events",
    columns: COLUMNS,
    find: (page) => inbox.lists.events({ status, account, ...named, created }, page),
    show: (rows) => rows.map(showEvent),
    answer: (events, page) => ({ events, ...page }) satisfies AdminEventList,
  })
}

/** The ledger knows references and tickets by index; what it does not know can only be a type. */
async function whatIsMeant(
  { ledger, subscriptions }: Pick<ReturnType<typeof roomsOf>, "ledger" | "subscriptions">,
  q: string
): Promise<{ reference: string } | { type: string }> {
  const found =
    (await ledger.transactions.findByReference(q)) ??
    (await ledger.transactions.findByTicket(q)) ??
    (await subscriptions.cardTransactions.findByReference(q))
  return found === null ? { type: q } : { reference: found.reference }
}
