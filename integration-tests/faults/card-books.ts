import { z } from "zod"
import { CARD_STATUSES } from "../../src/domain/card/state"
import type { Cart } from "./cart"
import type { World } from "./world"

const text = z.string()
const maybe = text.nullable()
const rowSchema = z.object({
  id: text,
  reference: text,
  status: z.enum(CARD_STATUSES),
  status_cause: text,
  /** The period of a subscription that it pays. */
  cycle_id: maybe,
  amount: text,
  captured_amount: maybe,
  payment_collection_id: text,
  cart_id: maybe,
  /** Nobody wants the hold any more. */
  unwanted: z.boolean(),
  settled: z.boolean(),
  apply_error: maybe,
  apply_overdue: z.number().nullable(),
  release_overdue: z.number().nullable(),
})
const paymentSchema = z.object({
  id: text,
  reference: maybe,
  payment_collection_id: text,
  canceled: z.boolean(),
  captures: z.array(z.object({ id: text, amount: text })),
})
const orderSchema = z.object({
  id: text,
  status: text,
  collections: z.array(text),
  transactions: z.array(z.object({ reference_id: maybe, amount: text })),
  counted: z.array(text),
})
const anomalySchema = z.object({ id: text, kind: text, subject: text, order_id: maybe })
const ledgerSchema = z.object({ reference: text, approved_amount: maybe })

const subscriptionSchema = z.object({
  id: text,
  status: text,
  card_customer: maybe,
  customer_id: maybe,
  /** Of its first order. */
  cart_id: maybe,
  overdue: z.number().nullable(),
  /** Periods that began since the first order. */
  weeks: z.number(),
  /** Of the first period that is neither paid nor skipped. */
  next_number: z.number(),
})
const cycleSchema = z.object({
  id: text,
  payin_subscription_id: text,
  number: z.number(),
  status: text,
  /** Missed periods that nobody is charged for because of it. */
  skipped: z.number(),
  /** How many periods had begun when its money was taken. */
  charged_week: z.number().nullable(),
  last_error: maybe,
})

/** A hold as the service knows it. Amounts in major units. */
export interface HoldRecord {
  transaction_id: string
  reference: string
  approved: boolean
  amount: number
  /** The e-mail of whoever gave the card to the service. */
  payer: string | null
}

/** Money that the service took, or a try of which the bank said no. */
export interface CaptureRecord {
  transaction_id: string
  of: string
  approved: boolean
  amount: number
}

/** All that is compared after a schedule of sales by card. */
export interface CardBooks {
  holds: HoldRecord[]
  captures: CaptureRecord[]
  /** References of the captures that were sent once more after the service had taken the money. */
  sent_again: string[]
  rows: z.infer<typeof rowSchema>[]
  payments: z.infer<typeof paymentSchema>[]
  orders: z.infer<typeof orderSchema>[]
  /** Open ones alone. */
  anomalies: z.infer<typeof anomalySchema>[]
  ledger: z.infer<typeof ledgerSchema>[]
  subscriptions: z.infer<typeof subscriptionSchema>[]
  cycles: z.infer<typeof cycleSchema>[]
  bystandersTouched: string[]
  /** The e-mail of whoever pays a cart. */
  shoppers: Map<string, string>
}

const ROWS = `
  select id, reference, status, status_cause, cycle_id, amount, captured_amount, payment_collection_id,
    cart_id, release_wanted_at is not null as unwanted, settled_at is not null as settled, apply_error,
    extract(epoch from now() + ? * interval '1 millisecond' - apply_after)::float as apply_overdue,
    extract(epoch from now() + ? * interval '1 millisecond' - release_after)::float as release_overdue
  from payin_card_transaction where deleted_at is null order by created_at`

const PAYMENTS = `
  select p.id, p.data ->> 'reference' as reference, p.payment_collection_id,
    p.canceled_at is not null as canceled,
    (select coalesce(json_agg(json_build_object('id', c.id, 'amount', c.amount::text)), '[]')
       from capture c where c.payment_id = p.id and c.deleted_at is null) as captures
  from payment p where p.deleted_at is null and p.provider_id like 'pp\\_payin-card\\_%'`

const ORDERS = `
  select o.id, o.status,
    array(select payment_collection_id from order_payment_collection
      where order_id = o.id and deleted_at is null) as collections,
    (select coalesce(json_agg(json_build_object(
        'reference_id', t.reference_id, 'amount', t.amount::text)), '[]')
      from order_transaction t where t.order_id = o.id and t.deleted_at is null) as transactions,
    array(select s.totals ->> 'transaction_total' from order_summary s
      where s.order_id = o.id and s.version = o.version and s.deleted_at is null) as counted
  from "order" o where o.deleted_at is null order by o.created_at`

const SUBSCRIPTIONS = `
  select s.id, s.status, c.customer_id as card_customer, s.customer_id, s.next_number,
    (select o.cart_id from order_cart o where o.order_id = s.order_id and o.deleted_at is null) as cart_id,
    extract(epoch from now() + ? * interval '1 millisecond' - s.due_after)::float as overdue,
    ((now() + ? * interval '1 millisecond') at time zone 'America/Bogota')::date - s.anchor::date as weeks
  from payin_subscription s left join payin_card c on c.id = s.card_id order by s.created_at`

const CYCLES = `
  select y.id, y.payin_subscription_id, y.number, y.status, y.skipped, y.last_error,
    (select floor(((max(t.captured_at) at time zone 'America/Bogota')::date - s.anchor::date) / 7.0)::int
       from payin_card_transaction t where t.cycle_id = y.id and t.status = 'captured') as charged_week
  from payin_cycle y join payin_subscription s on s.id = y.payin_subscription_id order by y.number`

/** Reads what the service, the plugin and Medusa say now. */
export async function readCardBooks(world: World, taken: readonly Cart[]): Promise<CardBooks> {
  const rows = async <T extends z.ZodType>(item: T, sql: string, ...bindings: number[]) => {
    const answer: { rows: unknown[] } = await world.pg.raw(sql, bindings)
    return z.array(item).parse(answer.rows)
  }
  const { cards } = world.sandbox
  return {
    holds: cards.authorizations({ limit: Infinity }).map((one) => ({
      transaction_id: one.transaction_id,
      reference: one.reference_id,
      approved: one.transaction_status === "APPROVED",
      amount: one.amount,
      payer: cards.subscription(one.subscription_id)?.customer_data.email ?? null,
    })),
    captures: cards.captures({ limit: Infinity }).map((one) => ({
      transaction_id: one.transaction_id,
      of: one.linked_transaction_id,
      approved: one.transaction_status === "APPROVED",
      amount: one.amount,
    })),
    sent_again: world.sandbox
      .requests({ operation: "card_capture", limit: Infinity })
      .flatMap(({ answer, reference }) => (wasTakenBefore(answer) ? [String(reference)] : [])),
    rows: await rows(rowSchema, ROWS, world.offsetMs, world.offsetMs),
    payments: await rows(paymentSchema, PAYMENTS),
    orders: await rows(orderSchema, ORDERS),
    anomalies: await rows(
      anomalySchema,
      "select id, kind, subject, order_id from payin_anomaly where status = 'open'"
    ),
    ledger: await rows(ledgerSchema, "select reference, approved_amount from payin_transaction"),
    subscriptions: await rows(
      subscriptionSchema.transform(({ weeks: days, ...row }) => ({
        ...row,
        weeks: Math.floor(days / 7),
      })),
      SUBSCRIPTIONS,
      world.offsetMs,
      world.offsetMs
    ),
    cycles: await rows(cycleSchema, CYCLES),
    bystandersTouched: await world.cartStock.touched(taken),
    shoppers: new Map(taken.flatMap(({ id, email }) => (id === null ? [] : [[id, email]]))),
  }
}

/** The service refuses a second capture, so its books alone never show one. */
function wasTakenBefore(answer: unknown): boolean {
  const refusal = z.object({ code: z.literal("INVALID_STATE"), message: z.string() })
  const said = refusal.safeParse(answer)
  return said.success && said.data.message.includes("ya fue capturada")
}
