import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  addAmounts,
  type MajorAmount,
  majorAmount,
  subtractAmounts,
  ZERO,
} from "../../domain/money/amount"
import { BLOCKING_REASONS } from "../../domain/payout/reason"
import { ulidBound } from "../../domain/row/ulid"
import { servicesOf } from "../settle"
import {
  APPROVED_TOTALS,
  BOUNDS,
  CAPTURED_TOTALS,
  MISMATCH_PAGE,
  MISMATCH_TOTALS,
  OPEN_ANOMALIES,
  REFUNDED_TOTALS,
} from "../../medusa/reconciliation-entries"
import { PAYOUT_MISMATCH_PAGE, PAYOUT_TOTALS } from "../../medusa/reconciliation-payouts"

const PAGE = 500
const HOUR_MS = 3_600_000

export const MISMATCH_KINDS = [
  "approved_not_captured",
  "captured_on_another_day",
  "approved_on_another_day",
  "captured_without_approval",
  "amount_differs",
  "excess_kept",
] as const

const amount = z.string().transform((text) => majorAmount(text))
const where = { account: z.string(), currency: z.string() }
const boundsRow = z.object({
  from_text: z.string(),
  until_text: z.string(),
  from_at: z.date(),
  until_at: z.date(),
  complete: z.boolean(),
})
const countRow = z.object({ ...where, count: z.number() })
const sumRow = countRow.extend({ amount })
const approvedRow = sumRow.extend({ asked: amount, exact: amount, rounding: amount })
const mismatchRow = z.object({
  ...where,
  kind: z.enum(MISMATCH_KINDS),
  reference: z.string().nullable(),
  ticket: z.string().nullable(),
  order_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  requested_amount: amount.nullable(),
  order_amount: amount.nullable(),
  received_amount: amount.nullable(),
  captured_amount: amount.nullable(),
  amount,
  approved_at: z.date().nullable(),
  captured_at: z.date().nullable(),
  key: z.string(),
})

/** A difference between the ledger and Medusa's captures; amounts in major units. */
export type Mismatch = z.infer<typeof mismatchRow>

const PAYOUT_LINES = [
  "approved",
  "paid",
  "elsewhere",
  "mismatches",
  "refunds_without_payout",
] as const
const payoutLineRow = sumRow.extend({ line: z.enum(PAYOUT_LINES) })

export const PAYOUT_MISMATCH_KINDS = [
  "paid_differently",
  "paid_without_approval",
  "approved_without_payment",
  "refund_without_payout",
] as const

const payoutMismatchRow = z.object({
  ...where,
  kind: z.enum(PAYOUT_MISMATCH_KINDS),
  payout_id: z.string().nullable(),
  reference: z.string().nullable(),
  ticket: z.string().nullable(),
  order_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  ordered_amount: amount.nullable(),
  paid_amount: amount.nullable(),
  amount,
  at: z.date().nullable(),
  key: z.string(),
})

/**
 * A difference between ordered and paid amount, or a refund of Medusa without a payout; amounts in
 * major units.
 */
export type PayoutMismatch = z.infer<typeof payoutMismatchRow>

interface Sum {
  count: number
  amount: MajorAmount
}

/** Money out of one account and currency on one day; amounts in major units. */
export interface PayoutTotals {
  /** Approved payouts: ordered amount. */
  approved: Sum
  /** Approved payouts: paid amount by the service's report. */
  paid: Sum
  /** Payouts that people marked as paid by other means. */
  elsewhere: Sum
  /** Paid less approved, one by one. */
  mismatches: Sum
  /**
   * Refunds without payout: for the pay-ins that Medusa refunded on the day, all their Refunds
   * minus all their payouts.
   */
  refunds_without_payout: Sum
  /** Paid less approved less mismatches: anything but 0 is a mistake of this report. */
  unexplained: MajorAmount
}

/** One account and currency on one day; amounts in major units. */
export interface DayTotals {
  account: string
  currency: string
  /** Approved pay-ins: received, requested and unrounded order amount. */
  approved: { count: number; amount: MajorAmount; asked: MajorAmount; exact: MajorAmount }
  /** Medusa's captures. */
  captured: { count: number; amount: MajorAmount }
  /** Requested amounts beyond Medusa's unrounded ones, for the pay-ins approved and captured. */
  rounding: MajorAmount
  mismatches: { count: number; amount: MajorAmount }
  refunded: { count: number; amount: MajorAmount }
  payouts: PayoutTotals
  open_anomalies: number
  /**
   * Approved less captured less rounding less mismatches: anything but 0 is a mistake of this
   * report.
   */
  unexplained: MajorAmount
}

export interface Day {
  /** A calendar day, YYYY-MM-DD. */
  date: string
  /** The IANA zone it is a day in. */
  zone: string
  account: string | null
}

/** One day of the ledger against Medusa's captures, and of payouts against what was paid. */
export class Reconciliation {
  private constructor(
    private readonly pg: Knex,
    private readonly bindings: Record<string, string | string[] | null>,
    readonly from: Date,
    readonly until: Date,
    /** Whether the day is over. */
    readonly complete: boolean
  ) {}

  static async of(container: MedusaContainer, day: Day): Promise<Reconciliation> {
    const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const { date, zone, account } = day
    const [bounds] = await ask(pg, BOUNDS, { date, zone }, boundsRow)
    const ulid = ulidBound(bounds.from_at.getTime() - HOUR_MS)
    const bindings = {
      account,
      from: bounds.from_text,
      until: bounds.until_text,
      capture_bound: `capt_${ulid}`,
      refund_bound: `ref_${ulid}`,
      units: JSON.stringify(wireUnits(container)),
      stopped: [...BLOCKING_REASONS],
    }
    return new Reconciliation(pg, bindings, bounds.from_at, bounds.until_at, bounds.complete)
  }

  /** Totals by account and currency, without empty ones. */
  async totals(): Promise<DayTotals[]> {
    const [approved, captured, mismatches, refunded, payouts, anomalies] = await Promise.all([
      this.ask(APPROVED_TOTALS, approvedRow),
      this.ask(CAPTURED_TOTALS, sumRow),
      this.ask(MISMATCH_TOTALS, sumRow),
      this.ask(REFUNDED_TOTALS, sumRow),
      this.ask(PAYOUT_TOTALS, payoutLineRow),
      this.ask(OPEN_ANOMALIES, countRow),
    ])
    const keys = new Map(
      [approved, captured, mismatches, refunded, payouts, anomalies]
        .flat()
        .map((row) => [
          `${row.account} ${row.currency}`,
          { account: row.account, currency: row.currency },
        ])
    )
    return [...keys]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, key]) => {
        const of = <Row extends typeof key>(rows: readonly Row[]) =>
          rows.find((row) => row.account === key.account && row.currency === key.currency)
        const came = of(approved)
        const sum = (rows: readonly z.infer<typeof sumRow>[]) => ({
          count: of(rows)?.count ?? 0,
          amount: of(rows)?.amount ?? ZERO,
        })
        const totals = {
          ...key,
          approved: {
            ...sum(approved),
            asked: came?.asked ?? ZERO,
            exact: came?.exact ?? ZERO,
          },
          captured: sum(captured),
          rounding: came?.rounding ?? ZERO,
          mismatches: sum(mismatches),
          refunded: sum(refunded),
          payouts: payoutTotals((line) => sum(payouts.filter((row) => row.line === line))),
          open_anomalies: of(anomalies)?.count ?? 0,
        }
        return { ...totals, unexplained: unexplained(totals) }
      })
  }

  /** Pages of mismatches of money in. */
  mismatches(): AsyncGenerator<Mismatch[]> {
    return this.pages(MISMATCH_PAGE, mismatchRow)
  }

  /** Pages of mismatches of money out. */
  payoutMismatches(): AsyncGenerator<PayoutMismatch[]> {
    return this.pages(PAYOUT_MISMATCH_PAGE, payoutMismatchRow)
  }

  private async *pages<Row extends { key: string }>(
    sql: string,
    row: z.ZodType<Row>
  ): AsyncGenerator<Row[]> {
    let after = ""
    for (;;) {
      const rows = await this.ask(sql, row, { after, limit: PAGE })
      if (rows.length > 0) {
        yield rows
      }
      if (rows.length < PAGE) {
        return
      }
      after = rows[rows.length - 1].key
    }
  }

  private ask<Row>(sql: string, row: z.ZodType<Row>, more: Record<string, string | number> = {}) {
    return ask(this.pg, sql, { ...this.bindings, ...more }, row)
  }
}

function payoutTotals(sum: (line: (typeof PAYOUT_LINES)[number]) => Sum): PayoutTotals {
  const [approved, paid, mismatches] = [sum("approved"), sum("paid"), sum("mismatches")]
  return {
    approved,
    paid,
    elsewhere: sum("elsewhere"),
    mismatches,
    refunds_without_payout: sum("refunds_without_payout"),
    unexplained: subtractAmounts(paid.amount, addAmounts(approved.amount, mismatches.amount)),
  }
}

/** The smallest amount that can be sent, by currency. */
function wireUnits(container: MedusaContainer): Record<string, string> {
  const { decimals } = servicesOf(container).gateway.options
  return Object.fromEntries(
    Object.entries(decimals).map(([currency, places]) => [currency, `1e-${places}`])
  )
}

function unexplained(totals: Omit<DayTotals, "unexplained">): MajorAmount {
  const { approved, captured, rounding, mismatches } = totals
  const explained = addAmounts(addAmounts(captured.amount, rounding), mismatches.amount)
  return subtractAmounts(approved.amount, explained)
}

async function ask<Row>(
  pg: Knex,
  sql: string,
  bindings: Record<string, string | number | string[] | null>,
  row: z.ZodType<Row>
): Promise<Row[]> {
  const answer: { rows: unknown[] } = await pg.raw(sql, bindings)
  return answer.rows.map((found) => row.parse(found))
}
