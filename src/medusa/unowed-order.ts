import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_PAYIN_STATUSES } from "../domain/payin/state"
import { listed } from "../tables/listed"

// Orders with a link that can still be paid, without those that certainly owe something. Medusa subtracts
// requested returns only when it is asked. It treats an amount of at most one smallest unit of the
// currency, never more than 1, as zero (docs/medusa.md#stored-sums).
const MAY_OWE_NOTHING = `
  select distinct l.order_id
  from payin_transaction t
  join order_payment_collection l on l.payment_collection_id = t.payment_collection_id
    and l.deleted_at is null
  join "order" o on o.id = l.order_id and o.deleted_at is null
  where t.status in ${listed(OPEN_PAYIN_STATUSES)} and t.lapsed_at is null
    and t.superseded_at is null and t.deleted_at is null and l.order_id > ?
    and (o.status = 'canceled'
      or exists (select 1 from order_item i
        where i.order_id = o.id and i.return_requested_quantity > 0 and i.deleted_at is null)
      or exists (select 1 from order_summary s
        where s.order_id = o.id and s.version = o.version and s.deleted_at is null
          and (s.totals ->> 'pending_difference')::numeric <= 1))
  order by l.order_id limit ?`

/** A page of such orders, by id, after the given one. */
export async function ordersThatMayOweNothing(
  pg: Knex,
  after: string,
  limit: number
): Promise<{ order_id: string }[]> {
  const found: { rows: { order_id: string }[] } = await pg.raw(MAY_OWE_NOTHING, [after, limit])
  return found.rows
}
