// Defect: Medusa keeps its Refund when the provider throws on a cancel or after a failed completion: the books show a refund, the
// money stays.
// Hazard: docs/medusa.md#refunds-that-never-happen
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/anomalies-refund.spec.ts `of a canceled order is paid out once by decision, in the amount that Medusa refunded`
// Gone when: that test fails

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { REFUND_WATCH_DAYS, UNQUEUED_AFTER_SECONDS } from "../../domain/time/schedule"
import { unleasedAt } from "../../engine/lease"
import { inTurns } from "../../tables/in-turns"
import { databaseNow } from "../../tables/now"
import { oldestId } from "../oldest-id"
import { ACCOUNT, OF_ORDER } from "../payment"

/** A Refund of ours without payout and anomaly. */
export interface Unbooked {
  refund_id: string
  account: string
  transaction_id: string | null
  order_id: string | null
  reference: string | null
  currency: string
  /** Its money pays an order by another payment. */
  elsewhere: boolean
  /** The part without a payout, in major units; null when it has no payout. */
  unpaid: string | null
}

// Refund ids contain their time. A payout pays its Refund except for rounding. Money excluded by a
// decision about all of it needs no payout of its own, and locked rows are seen the next time.
const UNBOOKED = `
  select r.id as refund_id, ${ACCOUNT} as account,
    t.id as transaction_id, t.order_id, p.data ->> 'reference' as reference,
    upper(p.currency_code) as currency,
    t.settled_at is not null and not (${OF_ORDER}) as elsewhere,
    (r.amount - b.paid)::text as unpaid
  from refund r
  join payment p on p.id = r.payment_id and p.provider_id = any(?)
  cross join lateral (
    select sum(b.amount::numeric) as paid from payin_payout b
    where b.refund_id = r.id and b.status <> 'canceled' and b.deleted_at is null) b
  left join payin_transaction t
    on t.reference = p.data ->> 'reference' and t.deleted_at is null
  where r.id >= ? and r.created_at < ? and r.deleted_at is null
    and ${unleasedAt("t")}
    and (t.excluded_at is null or (${OF_ORDER}))
    and (b.paid is null or r.amount - b.paid >= power(
      10.0, -coalesce((?::jsonb ->> upper(p.currency_code))::int, 0)))
    and not exists (
      select 1 from payin_anomaly a
      where a.kind = 'refund_without_payout' and a.subject = r.id and a.deleted_at is null)`

/**
 * Refunds of these providers that lack a payout, a page of them in turn.
 *
 * @param decimals of each currency on the wire
 */
export async function unbookedRefunds(
  pg: Knex,
  providers: string[],
  { decimals, limit }: { decimals: Readonly<Record<string, number>>; limit: number }
): Promise<Unbooked[]> {
  return inTurns<"refund_id", Unbooked>(pg, {
    name: "refunds without payout",
    sql: UNBOOKED,
    bindings: [
      providers,
      oldestId("ref", REFUND_WATCH_DAYS),
      databaseNow(pg, -UNQUEUED_AFTER_SECONDS),
      databaseNow(pg),
      JSON.stringify(decimals),
    ],
    key: "refund_id",
    limit,
  })
}
