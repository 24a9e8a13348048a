// Defect: Medusa writes the credit line of a refund last, never while somebody changes the order, and never comes back to
// it. The order then asks its shopper for refunded money.
// Hazard: docs/medusa.md#half-written-refunds
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/refunds-changing.spec.ts `are booked once when a change opens after the check, and leave nothing owed once it is closed`
// Gone when: that test fails

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { REFUND_BOOKS_WATCH_DAYS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import { oldestId } from "../oldest-id"

// Only an order that asks its buyer for money can lack a credit line, and it owes at most what the
// stored sums say (docs/medusa.md#stored-sums). Orders with a refund in progress are left alone.
const ASKING = `
  select l.order_id
  from refund r
  join payment p on p.id = r.payment_id and p.provider_id = any(?)
  join order_payment_collection l
    on l.payment_collection_id = p.payment_collection_id and l.deleted_at is null
  join "order" o on o.id = l.order_id and o.deleted_at is null
  join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
  where r.id >= ? and r.deleted_at is null and l.order_id > ?
    and (s.totals ->> 'pending_difference')::numeric > 0
  group by l.order_id
  having max(r.created_at) < ?
  order by l.order_id limit ?`

/**
 * A page of orders that may lack a credit line, by id, after the given one: their newest refund is at least
 * `seconds` old.
 */
export async function askingOrders(
  pg: Knex,
  providers: string[],
  { seconds, after, limit }: { seconds: number; after: string; limit: number }
): Promise<{ order_id: string }[]> {
  const since = oldestId("ref", REFUND_BOOKS_WATCH_DAYS)
  const found: { rows: { order_id: string }[] } = await pg.raw(ASKING, [
    ...[providers, since, after, databaseNow(pg, -seconds)],
    limit,
  ])
  return found.rows
}
