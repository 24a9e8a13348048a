// Defect: Medusa deletes payments and captures together with a draft order.
// Hazard: docs/medusa.md#deleted-drafts
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/draft-orders.spec.ts `deleted by code open an anomaly about their money, which one decision refunds`
// Gone when: that test fails

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CANCEL_WATCH_DAYS } from "../../domain/time/schedule"
import { inTurns } from "../../tables/in-turns"
import { databaseNow } from "../../tables/now"

// Medusa soft-deletes payments with the draft order they paid (docs/medusa.md#deleted-drafts). They
// are few, and Medusa has an index of those alone. A failed deletion takes its mark back.
const VANISHED = `
  select distinct t.id, t.reference
  from payment p
  join payin_transaction t on t.payment_collection_id = p.payment_collection_id
    and t.reference = p.data ->> 'reference'
  where p.deleted_at > ?
    and t.status = 'approved' and t.settled_at is not null and t.deleted_at is null
    and not exists (
      select 1 from payment live
      where live.payment_collection_id = t.payment_collection_id
        and live.data ->> 'reference' = t.reference
        and live.canceled_at is null and live.deleted_at is null)`

// Medusa's compensation of a completion removes the rows themselves.
const KEPT = `
  select t.id from payin_transaction t
  where t.id = any(?)
    and exists (
      select 1 from payment p
      where p.payment_collection_id = t.payment_collection_id
        and (p.data ->> 'reference' = t.reference or p.payment_session_id = t.session_id)
        and p.deleted_at is null)
    and (t.order_id is null
      or exists (select 1 from "order" o where o.id = t.order_id and o.deleted_at is null))`

/** A pay-in whose payment is gone. */
export interface Vanished {
  id: string
  reference: string
}

const DAY_SECONDS = 86_400

/** Settled pay-ins whose payment Medusa deleted in the last days, a page of them in turn. */
export async function vanishedPayments(pg: Knex, limit: number): Promise<Vanished[]> {
  return inTurns<"id", Vanished>(pg, {
    name: "money of deleted payments",
    sql: VANISHED,
    bindings: [databaseNow(pg, -CANCEL_WATCH_DAYS * DAY_SECONDS)],
    key: "id",
    limit,
  })
}

/** The pay-ins whose payment, and whose order if they name one, still exist in Medusa. */
export async function keptPayments(pg: Knex, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found: { rows: { id: string }[] } = await pg.raw(KEPT, [[...ids]])
  return new Set(found.rows.map(({ id }) => id))
}
