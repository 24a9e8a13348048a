import { z } from "zod"
import { MERCHANT } from "../support/shop-environment"
import type { Press } from "./payout-operator"
import { readSellerBooks, type SellerBooks } from "./seller-books"
import type { World } from "./world"

const text = z.string()
const maybe = z.string().nullable()
const seconds = z.number().nullable()

const payoutSchema = z.object({
  id: text,
  account: text,
  status: text,
  reason: maybe,
  source: text,
  source_id: text,
  transaction_id: maybe,
  refund_id: maybe,
  anomaly_id: maybe,
  amount: text,
  currency: text,
  reference: maybe,
  version: z.number(),
  approved_version: z.number().nullable(),
  created_by: maybe,
  makers: z.array(text),
  approved_by: maybe,
  has_destination: z.boolean(),
  /** Seconds since its own next step was due; null when none is planned. */
  submit_overdue: seconds,
  release_overdue: seconds,
})
const attemptSchema = z.object({
  id: text,
  payout_id: text,
  number: z.number(),
  reference: text,
  ticket: maybe,
  status: text,
  amount: text,
  currency: text,
  sends: z.number(),
  not_known_count: z.number(),
  lookup_overdue: seconds,
})
const lineSchema = z.object({
  subject_id: text,
  action: text,
  actor_type: text,
  actor_id: maybe,
  from_status: maybe,
  to_status: maybe,
})
const questionSchema = z.object({
  id: text,
  kind: text,
  status: text,
  action: maybe,
  payout_id: maybe,
  transaction_id: maybe,
  subject: text,
  refund_amount: maybe,
  reason: maybe,
  amount: maybe,
})

/** A payout as the service knows it: what really happened to the money. Amounts in wire units. */
export interface PaidRecord {
  ticket: string
  reference: string
  /** Whose it is, by the store's own word when it was sent. */
  payout_id: string | null
  status: string
  amount: number
  currency: string
  /** The service changed a final status: which of its words was heard is a matter of time. */
  contradicted: boolean
}

export type PayoutRecord = z.infer<typeof payoutSchema>
export type AttemptRecord = z.infer<typeof attemptSchema>

/** All that is compared about money that went out. Money of the store in major units. */
export interface PayoutBooks {
  paid: PaidRecord[]
  payouts: PayoutRecord[]
  attempts: AttemptRecord[]
  audit: z.infer<typeof lineSchema>[]
  questions: z.infer<typeof questionSchema>[]
  presses: Press[]
  /** What the service still has of the store's, in wire units, by currency. */
  wallets: Record<string, number>
  sellers: SellerBooks
}

const PAYOUTS = `
  with clock as (select now() + ? * interval '1 millisecond' as time)
  select id, account, status, reason, source, source_id, transaction_id, refund_id, anomaly_id, amount,
    currency, reference, version, approved_version, created_by, makers, approved_by,
    destination_sealed is not null as has_destination,
    extract(epoch from clock.time - submit_after)::float as submit_overdue,
    extract(epoch from clock.time - release_after)::float as release_overdue
  from payin_payout, clock where deleted_at is null order by created_at`

const ATTEMPTS = `
  select id, payout_id, number, reference, ticket, status, amount, currency, sends, not_known_count,
    extract(epoch from now() + ? * interval '1 millisecond' - lookup_after)::float as lookup_overdue
  from payin_payout_attempt where deleted_at is null order by created_at`

const AUDIT = `
  select subject_id, action, actor_type, actor_id, from_status, to_status
  from payin_payout_audit where deleted_at is null order by created_at, id`

const QUESTIONS = `
  select id, kind, status, action, payout_id, transaction_id, subject, refund_amount::text,
    facts ->> 'reason' as reason, facts ->> 'amount' as amount
  from payin_anomaly where deleted_at is null order by created_at`

/** Reads what the service and the store say now of money that went out. */
export async function readPayoutBooks(
  world: World,
  { presses, contradicted }: { presses: Press[]; contradicted: ReadonlySet<string> }
): Promise<PayoutBooks> {
  const rows = async <T extends z.ZodType>(item: T, sql: string, ...bindings: number[]) => {
    const answer: { rows: unknown[] } = await world.pg.raw(sql, bindings)
    return z.array(item).parse(answer.rows)
  }
  const wallet = (currency: string) => world.sandbox.wallet(MERCHANT.merchantId, currency) ?? 0
  return {
    paid: world.sandbox.payouts({ limit: Infinity }).map((one) => ({
      ticket: one.ticket,
      reference: one.reference,
      payout_id: typeof one.metadata.payout_id === "string" ? one.metadata.payout_id : null,
      status: one.status,
      amount: one.amount,
      currency: one.currency,
      contradicted: contradicted.has(one.ticket),
    })),
    payouts: await rows(payoutSchema, PAYOUTS, world.offsetMs),
    attempts: await rows(attemptSchema, ATTEMPTS, world.offsetMs),
    audit: await rows(lineSchema, AUDIT),
    questions: await rows(questionSchema, QUESTIONS),
    presses,
    wallets: { COP: wallet("COP"), PEN: wallet("PEN") },
    sellers: await readSellerBooks(world),
  }
}
