// Defect: a cancel writes its negative transaction also when its refund failed, and two writers make two transactions of one
// Refund.
// Hazard: docs/medusa.md#refunds-only-on-the-order
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/refund-entries.spec.ts `are removed when a cancel took its Refund back and died, and the order asks for nothing`
// Gone when: no test notices; the test stages what a dying process leaves, so read the code of Medusa

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { REFUND_WATCH_DAYS, UNQUEUED_AFTER_SECONDS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import { oldestId } from "../oldest-id"
import { readShown, type Shown } from "../order-refunds"
import { recountOrderIn } from "./order-summary"

// Orders whose recent entries name no Refund that stands, or show more of a payment than its
// Refunds. Nobody is asked for what is canceled, and there the entry of Medusa's cancel stands for
// what a person gives back afterwards (anomaly `paid_after_canceled`).
const OVERSHOWN = `
  select o.id as order_id
  from (
    select t.order_id, max(t.created_at) as written_at,
      bool_or(r.id is null and q.id is null and t.reference_id ~ '^(ref|pay)_') as nameless
    from order_transaction t
    left join refund r on r.id = t.reference_id and r.deleted_at is null
    left join payment q on q.id = t.reference_id
    where t.id >= ? and t.reference = 'refund' and t.deleted_at is null
    group by t.order_id) lately
  join "order" o on o.id = lately.order_id and o.status <> 'canceled' and o.deleted_at is null
  where o.id > ? and lately.written_at < ?
    and exists (
      select 1 from order_payment_collection l
      join payment p on p.payment_collection_id = l.payment_collection_id and p.provider_id = any(?)
      where l.order_id = o.id and l.deleted_at is null
        and (lately.nameless or (
          select coalesce(sum(-t.amount), 0) from order_transaction t
          where t.order_id = o.id and t.reference = 'refund' and t.deleted_at is null
            and (t.reference_id = p.id
              or t.reference_id in (
                select r.id from refund r where r.payment_id = p.id and r.deleted_at is null)))
        > (select coalesce(sum(r.amount), 0) from refund r
          where r.payment_id = p.id and r.deleted_at is null)))
  order by o.id limit ?`

// Medusa takes the same row locks before it writes a Refund (payment-module refundPayment_).
const LOCK = `
  select p.id from payment p
  where p.provider_id = any(?) and p.payment_collection_id in (
    select l.payment_collection_id from order_payment_collection l
    where l.order_id = ? and l.deleted_at is null)
  order by p.id for update`

/** A page of such orders, by id, after the given one. */
export async function overshownOrders(
  pg: Knex,
  providers: string[],
  { after, limit }: { after: string; limit: number }
): Promise<{ order_id: string }[]> {
  const found: { rows: { order_id: string }[] } = await pg.raw(OVERSHOWN, [
    ...[oldestId("ordtrx", REFUND_WATCH_DAYS), after, databaseNow(pg, -UNQUEUED_AFTER_SECONDS)],
    ...[providers, limit],
  ])
  return found.rows
}

/**
 * Removes the surplus entries, and counts the order's sums again in the same transaction.
 *
 * @returns what the order showed; null where nothing may be done, because a refund may be in
 * progress
 */
export async function removeSurplusEntries(
  pg: Knex,
  providers: string[],
  orderId: string
): Promise<Shown | null> {
  return pg.transaction(async (trx) => {
    await trx.raw(LOCK, [providers, orderId])
    const shown = await readShown(trx, providers, orderId)
    if (shown === null || shown.canceled || shown.young) {
      return null
    }
    const ids = shown.compared.surplus.map(({ id }) => id)
    if (ids.length > 0) {
      await trx("order_transaction")
        .whereIn("id", ids)
        .whereNull("deleted_at")
        .update({ deleted_at: trx.fn.now(), updated_at: trx.fn.now() })
      await recountOrderIn(trx, orderId)
    }
    return shown
  })
}
