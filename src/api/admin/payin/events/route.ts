import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { INBOX_STATUSES } from "../../../../domain/inbox-state"
import type { PayInLedgerService } from "../../../../modules/ledger/service"
import { roomsOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { listQuery, pageAnswer, readList } from "../list-query"
import { oneOrSeveral } from "../query-values"
import { showEvent } from "../shown"
import type { AdminEventList } from "../types"

const query = listQuery({ status: oneOrSeveral(INBOX_STATUSES).optional() })

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
  const { query: filters, page, created } = read.value
  const { ledger, inbox } = roomsOf(req.scope)
  const named = filters.q === undefined ? {} : await whatIsMeant(ledger, filters.q)
  const { status, account } = filters
  const found = await inbox.lists.events({ status, account, ...named, created }, page)
  res.json({ events: found.rows.map(showEvent), ...pageAnswer(found) } satisfies AdminEventList)
}

/** The ledger knows references and tickets by index; what it does not know can only be a type. */
async function whatIsMeant(
  ledger: PayInLedgerService,
  q: string
): Promise<{ reference: string } | { type: string }> {
  const found =
    (await ledger.transactions.findByReference(q)) ?? (await ledger.transactions.findByTicket(q))
  return found === null ? { type: q } : { reference: found.reference }
}
