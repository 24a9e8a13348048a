// Defect: a cancel refunds only the payments that it sees, and misses one that is captured meanwhile.
// Hazard: docs/medusa.md#canceled-orders
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/anomalies-orphan.spec.ts `is shown with its captured money, which one decision refunds`
// Gone when: no test notices; the test stages what a dying process leaves, so read the code of Medusa

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CANCEL_WATCH_DAYS } from "../../domain/time/schedule"
import { inTurns } from "../../tables/in-turns"
import { databaseNow } from "../../tables/now"

// Orders that somebody canceled before seeing the payment, while Medusa captured it. Read in SQL,
// because Medusa has no query for a canceled order that holds money. Rows that were settled more than a day
// after the approval count, too: a person had decided about them. Card rows are left out: they are checked
// with their hold.
const CANCELED = `
  select t.id, t.reference, o.id as order_id
  from payin_transaction t
  join "order" o on o.id = t.order_id and o.status = 'canceled'
  join payment p on p.payment_collection_id = t.payment_collection_id
    and p.data ->> 'reference' = t.reference and p.canceled_at is null and p.deleted_at is null
  where t.status = 'approved' and t.settled_at is not null and t.deleted_at is null
    and t.provider_id not like 'pp\\_payin-card\\_%'
    and (t.status_changed_at > ?
      or (t.settled_at > ? and t.settled_at - t.status_changed_at > interval '1 day'))
    and (select coalesce(sum(c.amount), 0) from capture c
           where c.payment_id = p.id and c.deleted_at is null)
      > (select coalesce(sum(r.amount), 0) from refund r
           where r.payment_id = p.id and r.deleted_at is null)`

/** A settled pay-in of a canceled order that holds its money. */
export interface Canceled {
  id: string
  reference: string
  order_id: string
}

const DAY_SECONDS = 86_400

/** Settled pay-ins that canceled orders of the last days still hold, a page of them in turn. */
export async function heldByCanceled(pg: Knex, limit: number): Promise<Canceled[]> {
  const since = databaseNow(pg, -CANCEL_WATCH_DAYS * DAY_SECONDS)
  return inTurns<"id", Canceled>(pg, {
    name: "money of canceled orders",
    sql: CANCELED,
    bindings: [since, since],
    key: "id",
    limit,
  })
}
