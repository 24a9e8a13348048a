import { z } from "zod"
import { ANOMALY_KINDS } from "../../src/domain/anomaly/kinds"
import type { Cart } from "./cart"
import { readNotKnown, type NotKnownRecord } from "./not-known"
import { readPayoutBooks, type PayoutBooks } from "./payout-books"
import type { World } from "./world"

const text = z.string()
const maybe = z.string().nullable()
const mark = z.boolean()

const payInSchema = z.object({
  id: text,
  reference: text,
  status: text,
  cart_id: maybe,
  order_id: maybe,
  payment_collection_id: text,
  currency: text,
  order_amount: text,
  requested_amount: text,
  approved_amount: maybe,
  settled: mark,
  set_aside: mark,
  accepted: mark,
  announced: mark,
  leased: mark,
  lapsed: mark,
  /** Seconds since the row's next own step was due; null when none is planned. */
  apply_overdue: z.number().nullable(),
  lookup_overdue: z.number().nullable(),
  end_overdue: z.number().nullable(),
})
const paymentSchema = z.object({
  id: text,
  provider_id: text,
  reference: maybe,
  payment_collection_id: text,
  canceled: mark,
  captures: z.array(z.object({ id: text, amount: text })),
  refunds: z.array(z.object({ id: text, amount: text, by: maybe })),
})
const collectionSchema = z.object({ id: text, captured: text, refunded: text })
const orderSchema = z.object({
  id: text,
  status: text,
  carts: z.array(text),
  collections: z.array(text),
  transactions: z.array(z.object({ reference: maybe, reference_id: maybe, amount: text })),
  items: z.array(z.object({ line_item_id: text, inventory_item_id: text, quantity: z.number() })),
  /** Sessions of other providers that may still bring money. */
  other_sessions: z.number(),
  /** What is still to be paid, in major units. */
  outstanding: text,
  /** What its present version says of all its transactions; two where Medusa wrote that version twice. */
  counted: z.array(text),
  /** What its credit lines come to, in major units. */
  credited: text,
  /** Somebody's change of it is open: Medusa writes no credit line meanwhile. */
  changing: mark,
  /** A change of what is in it was confirmed. */
  changed: mark,
  /** Lines of which Medusa packed some, perhaps not to the end. */
  packed: z.array(text),
})
const anomalySchema = z.object({
  id: text,
  kind: z.enum(ANOMALY_KINDS),
  status: text,
  action: maybe,
  transaction_id: maybe,
  order_id: maybe,
  facts: z.record(z.string(), z.unknown()),
})
const payoutSchema = z.object({
  id: text,
  status: text,
  source: text,
  refund_id: maybe,
  transaction_id: maybe,
  amount: text,
})
const reservationSchema = z.object({
  line_item_id: maybe,
  inventory_item_id: text,
  quantity: z.number(),
})
const levelSchema = z.object({ inventory_item_id: text, reserved: z.number() })
const eventSchema = z.object({
  id: text,
  reference: text,
  status: text,
  overdue: z.number().nullable(),
})

/** A pay-in as the service knows it: what really happened to the money. Amounts in wire units. */
export interface ServiceRecord {
  reference: string
  status: string
  amount: number
  paid_amount: number
  currency: string
  paid_currency: string
  /** The service changed a final status: which of its words was heard is a matter of time. */
  contradicted: boolean
}

export type PayInRecord = z.infer<typeof payInSchema>
export type PaymentRecord = z.infer<typeof paymentSchema>
export type OrderRecord = z.infer<typeof orderSchema>
export type AnomalyRecord = z.infer<typeof anomalySchema>
export type PayoutRecord = z.infer<typeof payoutSchema>

/** All that is compared after a schedule. Money of Medusa in major units. */
export interface Books {
  service: ServiceRecord[]
  payIns: PayInRecord[]
  payments: PaymentRecord[]
  collections: z.infer<typeof collectionSchema>[]
  orders: OrderRecord[]
  anomalies: AnomalyRecord[]
  payouts: PayoutRecord[]
  /** Money that goes out, compared by payout-invariants.ts. */
  out: PayoutBooks
  reservations: z.infer<typeof reservationSchema>[]
  levels: z.infer<typeof levelSchema>[]
  events: z.infer<typeof eventSchema>[]
  notKnown: NotKnownRecord[]
  /** Carts of people who did nothing, and that changed. */
  bystandersTouched: string[]
}

// An order is announced once, whichever link of its collection was there at that moment.
const PAY_INS = `
  with clock as (select now() + ? * interval '1 millisecond' as time)
  select id, reference, status, cart_id, order_id, payment_collection_id, currency,
    order_amount::text, requested_amount::text, approved_amount::text,
    settled_at is not null as settled, excluded_at is not null as set_aside,
    accepted_at is not null as accepted, lapsed_at is not null as lapsed,
    bool_or(placed_seen_at is not null or placed_event_at is not null)
      over (partition by payment_collection_id) as announced,
    coalesce(leased_until > clock.time, false) as leased,
    extract(epoch from clock.time - apply_after)::float as apply_overdue,
    extract(epoch from clock.time - lookup_after)::float as lookup_overdue,
    extract(epoch from clock.time - end_after)::float as end_overdue
  from payin_transaction, clock where deleted_at is null order by created_at`

const PAYMENTS = `
  select p.id, p.provider_id, p.data ->> 'reference' as reference, p.payment_collection_id,
    p.canceled_at is not null as canceled,
    (select coalesce(json_agg(json_build_object('id', c.id, 'amount', c.amount::text)), '[]')
       from capture c where c.payment_id = p.id and c.deleted_at is null) as captures,
    (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount::text, 'by', r.created_by)), '[]')
       from refund r where r.payment_id = p.id and r.deleted_at is null) as refunds
  from payment p where p.deleted_at is null`

const COLLECTIONS = `
  select id, coalesce(captured_amount, 0)::text as captured, coalesce(refunded_amount, 0)::text as refunded
  from payment_collection where deleted_at is null`

const ORDERS = `
  select o.id, o.status,
    array(select cart_id from order_cart where order_id = o.id and deleted_at is null) as carts,
    array(select payment_collection_id from order_payment_collection
      where order_id = o.id and deleted_at is null) as collections,
    (select coalesce(json_agg(json_build_object(
        'reference', t.reference, 'reference_id', t.reference_id, 'amount', t.amount::text)), '[]')
      from order_transaction t where t.order_id = o.id and t.deleted_at is null) as transactions,
    (select coalesce(json_agg(json_build_object('line_item_id', l.id,
        'inventory_item_id', v.inventory_item_id, 'quantity', i.quantity * v.required_quantity)), '[]')
      from order_item i
      join order_line_item l on l.id = i.item_id
      join product_variant_inventory_item v on v.variant_id = l.variant_id and v.deleted_at is null
      where i.order_id = o.id and i.version = o.version and i.deleted_at is null
        and i.quantity > 0) as items,
    (select count(*)::int from order_payment_collection link
      join payment_session s on s.payment_collection_id = link.payment_collection_id
      where link.order_id = o.id and link.deleted_at is null and s.deleted_at is null
        and s.provider_id not like 'pp_payin_%' and s.status not in ('error', 'canceled')) as other_sessions,
    array(select distinct l.line_item_id from order_item i
      join fulfillment_item l on l.line_item_id = i.item_id where i.order_id = o.id) as packed,
    coalesce((select totals ->> 'pending_difference' from order_summary s
      where s.order_id = o.id and s.version = o.version and s.deleted_at is null limit 1), '0') as outstanding,
    array(select s.totals ->> 'transaction_total' from order_summary s
      where s.order_id = o.id and s.version = o.version and s.deleted_at is null) as counted,
    coalesce((select sum(l.amount) from order_credit_line l
      where l.order_id = o.id and l.version = o.version and l.deleted_at is null), 0)::text as credited,
    exists (select 1 from order_change c where c.order_id = o.id and c.deleted_at is null
      and c.status in ('pending', 'requested') and c.change_type is distinct from 'credit_line') as changing,
    exists (select 1 from order_change c where c.order_id = o.id and c.deleted_at is null
      and c.status = 'confirmed' and c.change_type is distinct from 'credit_line') as changed
  from "order" o where o.deleted_at is null and not o.is_draft_order order by o.created_at`

const ANOMALIES = `
  select id, kind, status, action, transaction_id, order_id, facts
  from payin_anomaly where deleted_at is null order by created_at`

const PAYOUTS = `
  select id, status, source, refund_id, transaction_id, amount
  from payin_payout where deleted_at is null order by created_at`

const RESERVATIONS = `
  select line_item_id, inventory_item_id, quantity::float
  from reservation_item where deleted_at is null`

const LEVELS = `
  select inventory_item_id, sum(reserved_quantity)::float as reserved
  from inventory_level where deleted_at is null group by 1`

const EVENTS = `
  select id, reference, status,
    extract(epoch from now() + ? * interval '1 millisecond' - next_attempt_at)::float as overdue
  from payin_event where deleted_at is null`

/** Reads what the service, the ledger and Medusa say now. */
export async function readBooks(
  world: World,
  taken: readonly Cart[],
  contradicted: ReadonlySet<string>,
  out: Parameters<typeof readPayoutBooks>[1]
): Promise<Books> {
  const rows = async <T extends z.ZodType>(item: T, sql: string, ...bindings: number[]) => {
    const answer: { rows: unknown[] } = await world.pg.raw(sql, bindings)
    return z.array(item).parse(answer.rows)
  }
  return {
    service: world.sandbox.transactions({ limit: Infinity }).map((one) => ({
      reference: one.reference,
      status: one.status,
      amount: one.amount,
      paid_amount: one.paid_amount ?? one.amount,
      currency: one.currency,
      paid_currency: one.paid_currency ?? one.currency,
      contradicted: contradicted.has(one.reference),
    })),
    payIns: await rows(payInSchema, PAY_INS, world.offsetMs),
    payments: await rows(paymentSchema, PAYMENTS),
    collections: await rows(collectionSchema, COLLECTIONS),
    orders: await rows(orderSchema, ORDERS),
    anomalies: await rows(anomalySchema, ANOMALIES),
    payouts: await rows(payoutSchema, PAYOUTS),
    out: await readPayoutBooks(world, out),
    reservations: await rows(reservationSchema, RESERVATIONS),
    levels: await rows(levelSchema, LEVELS),
    events: await rows(eventSchema, EVENTS, world.offsetMs),
    notKnown: await readNotKnown(world),
    bystandersTouched: await world.cartStock.touched(taken),
  }
}
