// Defect: a completion that dies while Medusa reserves stock leaves a paid order without reservations.
// Hazard: docs/medusa.md#killed-completion
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/anomalies-orphan.spec.ts `without its stock reservation is paid, and the missing reservation is shown once`
// Gone when: no test notices; the test stages what a dying process leaves, so read the code of Medusa

import type { Knex } from "@medusajs/framework/mikro-orm/knex"

// Each unfulfilled item with managed stock has a reservation (core-flows reserve-inventory). Read
// in SQL, because Medusa has no query for a missing reservation.
const UNRESERVED = `
  select count(*)::int as items from order_item i
  join order_line_item l on l.id = i.item_id
  join product_variant v on v.id = l.variant_id and v.manage_inventory
  where i.order_id = ? and i.deleted_at is null and coalesce(i.fulfilled_quantity, 0) = 0
    and not exists (
      select 1 from reservation_item r where r.line_item_id = i.item_id and r.deleted_at is null)`

/** The number of an order's items with managed stock for which nothing is reserved. */
export async function unreservedItems(pg: Knex, orderId: string): Promise<number> {
  const answer: { rows: { items: number }[] } = await pg.raw(UNRESERVED, [orderId])
  return answer.rows[0].items
}
