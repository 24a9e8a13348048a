import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { medusaAmount } from "../domain/row/medusa-row"
import { noLongerCounts } from "../domain/payout/bound"
import { PAYOUT_REASONS } from "../domain/payout/reason"
import { PAYOUT_STATUSES } from "../domain/payout/state"
import {
  compareRefunds,
  type RefundComparison,
  type VanishedRefund,
} from "../domain/refund/comparison"
import { UNQUEUED_AFTER_SECONDS } from "../domain/time/schedule"
import { BOOKED_FOR_ORDER } from "./payment"
import { REQUEST } from "./refund"
import { databaseNow } from "../tables/now"

const trace = z.object({
  id: z.string(),
  amount: medusaAmount.nullable(),
  /** Of the payout that was booked for it. */
  status: z.enum(PAYOUT_STATUSES).nullable(),
  reason: z.enum(PAYOUT_REASONS).nullable(),
})
const entryRow = z.object({
  id: z.string(),
  reference: z.string().nullable(),
  reference_id: z.string().nullable(),
  amount: medusaAmount,
})
const shownRow = z.object({
  canceled: z.boolean(),
  /** A refund of it may be in progress. */
  young: z.boolean(),
  currency: z.string(),
  payments: z.array(
    z.object({
      id: z.string(),
      provider_id: z.string(),
      payment_collection_id: z.string(),
      refunds: z.array(z.object({ id: z.string(), amount: medusaAmount })),
      traces: z.array(trace),
    })
  ),
  entries: z.array(entryRow),
  others: z.array(z.string()),
})

export type ShownEntry = z.infer<typeof entryRow>

/** What an order shows as refunded of our payments, with what the rows say of it. */
export interface Shown extends z.infer<typeof shownRow> {
  compared: RefundComparison<ShownEntry>
}

const gone = (column: string) =>
  `not exists (select 1 from refund s where s.id = ${column} and s.deleted_at is null)`

// Medusa deletes a Refund that its provider call ended with an error. What remains of it is its
// payout, or the request that had another Refund. A store's code may delete one softly.
const TRACES = `
  select r.id, r.amount::text as amount, null as status, null as reason
  from refund r where r.payment_id = p.id and r.deleted_at is not null
  union all
  select b.refund_id, b.order_amount, b.status, b.reason
  from payin_transaction t
  join payin_payout b on b.transaction_id = t.id and b.payment_id = p.id and b.deleted_at is null
  where t.reference = p.data ->> 'reference' and t.deleted_at is null
    and b.refund_id is not null and ${gone("b.refund_id")}
  union all
  select b.earlier_refund_id, null, null, null
  from payin_transaction t
  join payin_payout b on b.transaction_id = t.id and b.payment_id = p.id and b.deleted_at is null
  where t.reference = p.data ->> 'reference' and t.deleted_at is null
    and b.earlier_refund_id is not null and ${gone("b.earlier_refund_id")}
  union all
  select q.surplus_refund_id, null, null, null
  from refund r
  join payin_operator_request q on q.id = r.metadata ->> '${REQUEST}'
  where r.payment_id = p.id and r.deleted_at is null
    and q.surplus_refund_id is not null and ${gone("q.surplus_refund_id")}`

const SHOWN = `
  with ours as (
    select p.* from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.provider_id = any(:providers)
    where l.order_id = :order_id and l.deleted_at is null),
  entries as (
    select t.* from order_transaction t
    where t.order_id = :order_id and t.reference = 'refund' and t.deleted_at is null)
  select o.status = 'canceled' as canceled, upper(o.currency_code) as currency,
    exists (select 1 from entries t where t.created_at >= :since)
      or exists (select 1 from refund r join ours p on p.id = r.payment_id
        where r.created_at >= :since) as young,
    (select coalesce(json_agg(json_build_object('id', p.id, 'provider_id', p.provider_id,
        'payment_collection_id', p.payment_collection_id,
        'refunds', (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount::text)
          order by r.id), '[]') from refund r
          where r.payment_id = p.id and r.deleted_at is null and ${BOOKED_FOR_ORDER}),
        'traces', (select coalesce(json_agg(v), '[]') from (${TRACES}) v)) order by p.id), '[]')
      from ours p) as payments,
    (select coalesce(json_agg(json_build_object('id', t.id, 'reference', t.reference,
        'reference_id', t.reference_id, 'amount', t.amount::text) order by t.created_at, t.id), '[]')
      from entries t) as entries,
    (select coalesce(json_agg(t.reference_id), '[]') from entries t
      where exists (select 1 from payment p
        where p.id = t.reference_id and p.provider_id <> all(:providers))
      or exists (select 1 from refund r join payment p on p.id = r.payment_id
        where r.id = t.reference_id and p.provider_id <> all(:providers))) as others
  from "order" o where o.id = :order_id and o.deleted_at is null`

/**
 * Reads what an order shows as refunded, and compares it with the Refunds of our payments.
 *
 * @param providers whose payments are ours
 * @returns null without such an order
 */
export async function readShown(
  pg: Knex,
  providers: string[],
  orderId: string
): Promise<Shown | null> {
  const found: { rows: unknown[] } = await pg.raw(SHOWN, {
    order_id: orderId,
    providers,
    since: databaseNow(pg, -UNQUEUED_AFTER_SECONDS),
  })
  if (found.rows.length === 0) {
    return null
  }
  const shown = shownRow.parse(found.rows[0])
  const payments = shown.payments.map(({ id, refunds, traces }) => ({
    id,
    refunds,
    vanished: vanishedOf(traces),
  }))
  return { ...shown, compared: compareRefunds(payments, shown.entries, new Set(shown.others)) }
}

/** A Refund may have several payouts: each follows canceled ones. */
function vanishedOf(traces: readonly z.infer<typeof trace>[]): VanishedRefund[] {
  const byId = new Map<string, VanishedRefund>()
  for (const { id, amount, status, reason } of traces) {
    const before = byId.get(id)
    byId.set(id, {
      id,
      amount: before?.amount ?? amount,
      paid: before?.paid === true || (status !== null && !noLongerCounts({ status, reason })),
    })
  }
  return [...byId.values()]
}
