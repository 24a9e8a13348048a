import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { majorAmount } from "../domain/money/amount"
import { BLOCKING_REASONS, PAYOUT_REASONS } from "../domain/payout/reason"
import { PAYOUT_STATUSES } from "../domain/payout/state"
import { listed } from "../tables/listed"
import { COVERING } from "./covered-shares"

/** Newest first. For a seller with more returns, ask order by order. */
const LIMIT = 500

const major = z.string().transform((text) => majorAmount(text))
const parcelShare = z.object({
  id: z.string(),
  currency: z.string(),
  amount: major,
  order_amount: major,
  goods_amount: major.nullable(),
  covered_amount: major.nullable(),
  covering: major,
  given: z.boolean(),
  status: z.enum(PAYOUT_STATUSES),
  reason: z.enum(PAYOUT_REASONS).nullable(),
  paid_amount: major.nullable(),
  order_id: z.string(),
  fulfillment_id: z.string(),
  beneficiary_id: z.string(),
  canceled: z.boolean(),
  tax: z.boolean(),
})

const ALL_SHARES = `
  select p.id, p.currency, p.amount, p.order_amount, p.goods_amount,
    p.covered_amount, p.order_id, p.fulfillment_id,
    p.beneficiary_id, p.status, p.reason, p.paid_amount, f.canceled_at is not null as canceled, p.goods_tax as tax,
    p.status in ('pending', 'approved', 'paid_elsewhere') as given,
    case when f.canceled_at is null and p.status <> 'canceled' then '0'
      else (${COVERING})::text end as covering
  from payin_payout p
  join fulfillment f on f.id = p.fulfillment_id
  where p.source = 'rule' and p.deleted_at is null`

// Only shares that may be reduced: of a canceled fulfillment, or of an order with an edit, a refund
// or a return.
const SHARES = `${ALL_SHARES} and (
      f.canceled_at is not null
      or exists (
        select 1 from order_payment_collection c
        join payment m on m.payment_collection_id = c.payment_collection_id
        join refund b on b.payment_id = m.id and b.deleted_at is null
        where c.order_id = p.order_id and c.deleted_at is null)
      or exists (
        select 1 from order_change g
        where g.order_id = p.order_id and g.change_type = 'edit' and g.status = 'confirmed')
      or exists (
        select 1 from order_item i
        where i.order_id = p.order_id and i.deleted_at is null
          and (i.return_received_quantity > 0 or i.return_dismissed_quantity > 0)))`

/** A payout of a rule with the state of its fulfillment. Amounts in major units. */
export type ParcelShare = z.infer<typeof parcelShare>

/** Sent shares that may be reduced, of one payout, one order or one beneficiary. */
export async function sentSharesThatMayFall(
  pg: Knex,
  where: { payout_id: string } | { order_id: string } | { beneficiary_id: string }
): Promise<ParcelShare[]> {
  const [column, value] =
    "payout_id" in where
      ? ["id", where.payout_id]
      : "order_id" in where
        ? ["order_id", where.order_id]
        : ["beneficiary_id", where.beneficiary_id]
  const answer: { rows: unknown[] } = await pg.raw(
    `${SHARES} and (p.status in ('pending', 'approved', 'paid_elsewhere')
       or p.covered_amount is not null) and p.${column} = ?
     order by p.created_at desc, p.id limit ${LIMIT}`,
    [value]
  )
  return answer.rows.map((row) => parcelShare.parse(row))
}

/** The share of one payout, if it may be reduced. */
export async function shareThatMayFall(pg: Knex, payoutId: string): Promise<ParcelShare | null> {
  const answer: { rows: unknown[] } = await pg.raw(`${SHARES} and p.id = ?`, [payoutId])
  return answer.rows.length === 0 ? null : parcelShare.parse(answer.rows[0])
}

/** The shares of an order that stand, or were paid although they were canceled. */
export async function sharesOfOrder(pg: Knex, orderId: string): Promise<ParcelShare[]> {
  const answer: { rows: unknown[] } = await pg.raw(
    `${ALL_SHARES} and p.order_id = ?
       and (p.status <> 'canceled' or p.reason in ${listed(BLOCKING_REASONS)})`,
    [orderId]
  )
  return answer.rows.map((row) => parcelShare.parse(row))
}
