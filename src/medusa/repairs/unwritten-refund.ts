// Defect: Medusa writes the Refund row first and the order's transaction afterwards, and never comes back to what is
// missing.
// Hazard: docs/medusa.md#half-written-refunds
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/refunds-changing.spec.ts `of a cancel that met a change are booked once, and the order can be canceled afterwards`
// Gone when: no test notices; the test passes with and without the defect, so read the code of Medusa

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { REFUND_WATCH_DAYS, UNQUEUED_AFTER_SECONDS } from "../../domain/time/schedule"
import { inTurns } from "../../tables/in-turns"
import { databaseNow } from "../../tables/now"
import { oldestId } from "../oldest-id"
import { BOOKED_FOR_ORDER } from "../payment"

/** A Refund that its order or its collection does not show. */
export interface Unwritten {
  refund_id: string
  collection_id: string
  order_id: string | null
}

// A payment belongs to the order that shows its capture: Refunds of failed completions do not
// concern the later order, even if it shows the canceled payment of one. Medusa's cancel names the
// payment in its entry, not the Refund.
const UNWRITTEN = `
  select r.id as refund_id, p.payment_collection_id as collection_id, o.order_id
  from refund r
  join payment p on p.id = r.payment_id and p.provider_id = any(?)
  join payment_collection c on c.id = p.payment_collection_id
  left join order_payment_collection o
    on o.payment_collection_id = c.id and o.deleted_at is null
    and exists (
      select 1 from capture k
      join order_transaction t on t.reference_id = k.id and t.deleted_at is null
      where k.payment_id = p.id and t.order_id = o.order_id)
  where r.id >= ? and r.created_at < ? and r.deleted_at is null
    and (
      (o.order_id is not null and ${BOOKED_FOR_ORDER} and not exists (
        select 1 from order_transaction t where t.reference_id = r.id and t.deleted_at is null)
        and (
          select coalesce(sum(-t.amount), 0) from order_transaction t
          where t.order_id = o.order_id and t.reference = 'refund' and t.deleted_at is null
            and (t.reference_id = p.id
              or t.reference_id in (select own.id from refund own where own.payment_id = p.id)))
        < (select sum(own.amount) from refund own
          where own.payment_id = p.id and own.deleted_at is null))
      or coalesce(c.refunded_amount, 0) <> (
        select sum(other.amount) from refund other
        join payment q on q.id = other.payment_id
        where q.payment_collection_id = c.id and other.deleted_at is null))`

/** Refunds of these providers that Medusa left half written, a page of them in turn. */
export async function unwrittenRefunds(
  pg: Knex,
  providers: string[],
  limit: number
): Promise<Unwritten[]> {
  return inTurns<"refund_id", Unwritten>(pg, {
    name: "refunds half written",
    sql: UNWRITTEN,
    bindings: [
      providers,
      oldestId("ref", REFUND_WATCH_DAYS),
      databaseNow(pg, -UNQUEUED_AFTER_SECONDS),
    ],
    key: "refund_id",
    limit,
  })
}
