import { z } from "zod"
import { RULE_TRIGGERS } from "../../src/domain/payout/rule"
import type { World } from "./world"

const text = z.string()
const mark = z.boolean()

const ruleSchema = z.object({
  id: text,
  percent: text,
  /** Every percent that it ever had. */
  percents: z.array(text),
  tax: mark,
  trigger: z.enum(RULE_TRIGGERS),
  currency: text,
})
const lineSchema = z.object({
  line_id: text,
  /** Pieces in this parcel, ordered, and back from any parcel. */
  packed: z.number(),
  ordered: z.number(),
  returned: z.number(),
  unit_price: text,
  /** Of the whole line. */
  discount: text,
  tax_rate: text,
  tax_inclusive: mark,
})
const parcelSchema = z.object({
  id: text,
  order_id: text,
  currency: text,
  canceled: mark,
  shipped: mark,
  delivered: mark,
  /** The order is paid for, or owes nothing. */
  paid_for: mark,
  /** An edit after the payment made it dearer: its share waits for the rest. */
  owes: mark,
  /** Nothing is outstanding on the order. */
  even: mark,
  /** What was ordered was changed since, or somebody began to. */
  edited: mark,
  /** Of payments that the order shows. */
  refunded: text,
  lines: z.array(lineSchema),
})
const shareSchema = z.object({
  payout_id: text,
  source_id: text,
  rule_id: text,
  fulfillment_id: text,
  order_amount: text,
  /** The part of it that earlier payouts for canceled parcels of the order paid. */
  covered_amount: text,
})

export type RuleRecord = z.infer<typeof ruleSchema>
export type ParcelLine = z.infer<typeof lineSchema>
export type ParcelRecord = z.infer<typeof parcelSchema>
export type ShareRecord = z.infer<typeof shareSchema>

/** What sellers are to get, as Medusa's own rows say it. Money in major units. */
export interface SellerBooks {
  rules: RuleRecord[]
  /** Fulfillments that Medusa registered on their orders. */
  parcels: ParcelRecord[]
  /** Payouts that rules made. */
  shares: ShareRecord[]
}

/** Money of the order is here, and no operator or completion has canceled its payment; `o` is the order's link. */
export const CAPTURED_OF_ORDER = `
  select 1 from order_payment_collection c
  join payment m on m.payment_collection_id = c.payment_collection_id
  where c.order_id = o.order_id and c.deleted_at is null and m.deleted_at is null
    and m.captured_at is not null and m.canceled_at is null`

const OUTSTANDING = `
  coalesce((
    select (s.totals ->> 'pending_difference')::numeric from order_summary s
    where s.order_id = o.order_id and s.deleted_at is null order by s.version desc limit 1), 1)`

const RULES = `
  select r.id, r.percent, array(
      select distinct a.facts ->> 'percent' from payin_payout_audit a
      where a.subject_id = r.id and a.action in ('created', 'edited')) as percents, r.tax, r.trigger, b.currency
  from payin_payout_rule r join payin_beneficiary b on b.id = r.beneficiary_id
  where r.deleted_at is null order by r.created_at`

const PARCELS = `
  select f.id, o.order_id, upper(orders.currency_code) as currency,
    f.canceled_at is not null as canceled, f.shipped_at is not null as shipped,
    f.delivered_at is not null as delivered,
    exists (${CAPTURED_OF_ORDER}) or ${OUTSTANDING} <= 0 as paid_for,
    ${OUTSTANDING} > 0 as owes,
    ${OUTSTANDING} <= 0 as even,
    exists (
      select 1 from order_change_action e
      where e.order_id = o.order_id and e.action in ('ITEM_ADD', 'ITEM_UPDATE', 'ITEM_REMOVE')) as edited,
    coalesce((
      select sum(b.amount) from order_payment_collection c
      join payment m on m.payment_collection_id = c.payment_collection_id
      join refund b on b.payment_id = m.id
      where c.order_id = o.order_id and c.deleted_at is null and m.deleted_at is null
        and m.canceled_at is null and b.deleted_at is null), 0)::text as refunded,
    json_agg(json_build_object(
      'line_id', l.id,
      'packed', coalesce(a.details -> 'quantity' ->> 'value', a.details ->> 'quantity')::float,
      'ordered', i.quantity::float,
      'returned', (coalesce(i.return_received_quantity, 0) + coalesce(i.return_dismissed_quantity, 0))::float,
      'unit_price', coalesce(i.unit_price, l.unit_price)::text,
      'discount', coalesce((
        select sum(d.amount) from order_line_item_adjustment d
        where d.item_id = l.id and d.deleted_at is null and d.version = (
          select max(version) from order_line_item_adjustment
          where item_id = l.id and deleted_at is null)), 0)::text,
      'tax_rate', coalesce((
        select sum(t.rate) from order_line_item_tax_line t
        where t.item_id = l.id and t.deleted_at is null), 0)::text,
      'tax_inclusive', l.is_tax_inclusive)) as lines
  from fulfillment f
  join order_fulfillment o on o.fulfillment_id = f.id and o.deleted_at is null
  join "order" orders on orders.id = o.order_id
  join order_change_action a on a.order_id = o.order_id and a.action = 'FULFILL_ITEM'
    and a.reference_id = f.id and a.deleted_at is null
  join order_line_item l on l.id = a.details ->> 'reference_id'
  join order_item i on i.item_id = l.id and i.order_id = o.order_id and i.version = orders.version
    and i.deleted_at is null
  where f.deleted_at is null group by f.id, o.order_id, orders.currency_code order by f.created_at`

const SHARES = `
  select id as payout_id, source_id, rule_id, fulfillment_id, order_amount,
    coalesce(covered_amount, '0') as covered_amount
  from payin_payout where source = 'rule' and deleted_at is null order by created_at`

/** Reads what the store says now of its parcels, and of whom they are paid to. */
export async function readSellerBooks({ pg }: Pick<World, "pg">): Promise<SellerBooks> {
  const rows = async <T extends z.ZodType>(item: T, sql: string) => {
    const answer: { rows: unknown[] } = await pg.raw(sql)
    return z.array(item).parse(answer.rows)
  }
  return {
    rules: await rows(ruleSchema, RULES),
    parcels: await rows(parcelSchema, PARCELS),
    shares: await rows(shareSchema, SHARES),
  }
}
