import { BigNumber } from "bignumber.js"
import { z } from "zod"
import { MERCHANT } from "../support/shop-environment"
import type { Press } from "./desk"
import { readFourEyesBooks, type FourEyesBooks } from "./four-eyes-books"
import { isMisreported } from "./outcome-invariants"
import { readLooks, type Look } from "./looks"
import type { Reversal } from "./reversals"
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
  /** The payout of which it pays the rest. */
  rest_of: maybe,
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
  facts: z.record(z.string(), z.unknown()).nullable(),
  /** Seconds since 1970, of the store's clock. */
  at: z.number(),
})
const sourceSchema = z.object({
  payout_id: text,
  transaction_id: text,
  reference: text,
  /** As `at`. */
  settled_at: seconds,
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
  /** What it says that it paid of that; null: nothing else than that. */
  paid_amount: number | null
  currency: string
  /**
   * The service changed a final status: which of its words was heard is a matter of time. Or a person reported
   * another outcome than it has, and nobody could know (outcome-invariants.ts).
   */
  contradicted: boolean
  /** Milliseconds since 1970, of the service's clock. */
  arrived_at: number
  /** Where to, as the service has it. */
  account_last_four: string
  legal_doc_type: string
}

/** Decimals of an amount on the wire (docs/service.md#amounts). */
const DECIMALS: Record<string, number> = { COP: 0, PEN: 2 }

/** What left by it, in major units: what the service says that it paid, or what it was asked to pay. */
export function leftBy({
  status,
  amount,
  paid_amount,
  currency,
}: Pick<PaidRecord, "status" | "amount" | "paid_amount" | "currency">): string {
  const wire = status === "APPROVED" ? (paid_amount ?? amount) : amount
  return new BigNumber(wire).shiftedBy(-(DECIMALS[currency] ?? 0)).toFixed()
}

export type PayoutRecord = z.infer<typeof payoutSchema>
export type AttemptRecord = z.infer<typeof attemptSchema>
export type LineRecord = z.infer<typeof lineSchema>
/** A pay-in whose money a payout passes on: the one that it refunds, or those of a seller's order. */
export type SourceRecord = z.infer<typeof sourceSchema>

/** All that is compared about money that went out. Money of the store in major units. */
export interface PayoutBooks {
  paid: PaidRecord[]
  payouts: PayoutRecord[]
  attempts: AttemptRecord[]
  audit: LineRecord[]
  questions: z.infer<typeof questionSchema>[]
  presses: Press[]
  /** What the service still has of the store's, in wire units, by currency. */
  wallets: Record<string, number>
  sellers: SellerBooks
  sources: SourceRecord[]
  /** When pay-ins did not stand, by the service's own record. */
  reversals: readonly Reversal[]
  looks: Look[]
  fourEyes: FourEyesBooks
}

const PAYOUTS = `
  with clock as (select now() + ? * interval '1 millisecond' as time)
  select id, account, status, reason, source, source_id, transaction_id, refund_id, anomaly_id, rest_of, amount,
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
  select subject_id, action, actor_type, actor_id, from_status, to_status, facts,
    extract(epoch from created_at)::float as at
  from payin_payout_audit where deleted_at is null order by created_at, id`

const SOURCES = `
  select o.id as payout_id, t.id as transaction_id, t.reference,
    extract(epoch from t.settled_at)::float as settled_at
  from payin_payout o
  join payin_transaction t on t.id = o.transaction_id
  union all
  select o.id, t.id, t.reference, extract(epoch from t.settled_at)::float
  from payin_payout o
  join order_payment_collection c on c.order_id = o.order_id and c.deleted_at is null
  join payin_transaction t on t.payment_collection_id = c.payment_collection_id
  where o.source = 'rule' and t.settled_at is not null and t.excluded_at is null`

const QUESTIONS = `
  select id, kind, status, action, payout_id, transaction_id, subject, refund_amount::text,
    facts ->> 'reason' as reason, facts ->> 'amount' as amount
  from payin_anomaly where deleted_at is null order by created_at`

/** Reads what the service and the store say now of money that went out. */
export async function readPayoutBooks(
  world: World,
  {
    presses,
    contradicted,
    reversals,
  }: { presses: Press[]; contradicted: ReadonlySet<string>; reversals: readonly Reversal[] }
): Promise<PayoutBooks> {
  const rows = async <T extends z.ZodType>(item: T, sql: string, ...bindings: number[]) => {
    const answer: { rows: unknown[] } = await world.pg.raw(sql, bindings)
    return z.array(item).parse(answer.rows)
  }
  const wallet = (currency: string) => world.sandbox.wallet(MERCHANT.merchantId, currency) ?? 0
  const attempts = await rows(attemptSchema, ATTEMPTS, world.offsetMs)
  const audit = await rows(lineSchema, AUDIT)
  const paid = world.sandbox.payouts({ limit: Infinity }).map((one) => ({
    ticket: one.ticket,
    reference: one.reference,
    payout_id: typeof one.metadata.payout_id === "string" ? one.metadata.payout_id : null,
    status: one.status,
    amount: one.amount,
    paid_amount: one.paid_amount,
    currency: one.currency,
    arrived_at: Date.parse(one.created_at),
    account_last_four: one.account_number?.slice(-4) ?? "",
    legal_doc_type: one.legal_doc_type,
  }))
  return {
    paid: paid.map((one) => ({
      ...one,
      contradicted: contradicted.has(one.ticket) || isMisreported({ audit, attempts }, one),
    })),
    payouts: await rows(payoutSchema, PAYOUTS, world.offsetMs),
    attempts,
    audit,
    questions: await rows(questionSchema, QUESTIONS),
    presses,
    wallets: { COP: wallet("COP"), PEN: wallet("PEN") },
    sellers: await readSellerBooks(world),
    sources: await rows(sourceSchema, SOURCES),
    reversals,
    looks: readLooks(world),
    fourEyes: await readFourEyesBooks(world),
  }
}
