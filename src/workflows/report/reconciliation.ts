import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { addAmounts, majorAmount, subtractAmounts, type MajorAmount } from "../../domain/money"
import { ulidBound } from "../../domain/ulid"
import {
  APPROVED_TOTALS,
  BOUNDS,
  CAPTURED_TOTALS,
  MISMATCH_PAGE,
  MISMATCH_TOTALS,
  OPEN_ANOMALIES,
  REFUNDED_TOTALS,
} from "./entries"

const PAGE = 500
const HOUR_MS = 3_600_000
const NOTHING = majorAmount("0")

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
  asked_amount: amount.nullable(),
  exact_amount: amount.nullable(),
  arrived_amount: amount.nullable(),
  captured_amount: amount.nullable(),
  amount,
  approved_at: z.date().nullable(),
  captured_at: z.date().nullable(),
  key: z.string(),
})

/** What the ledger and Medusa's captures do not say alike; amounts in major units. */
export type Mismatch = z.infer<typeof mismatchRow>

/** One account and currency on one day; amounts in major units. */
export interface DayTotals {
  account: string
  currency: string
  /** Pay-ins that the service approved: what arrived, what was asked, what Medusa wanted unrounded. */
  approved: { count: number; amount: MajorAmount; asked: MajorAmount; exact: MajorAmount }
  /** What Medusa captured. */
  captured: { count: number; amount: MajorAmount }
  /** What was asked beyond Medusa's unrounded amounts, of the pay-ins approved and captured. */
  rounding: MajorAmount
  mismatches: { count: number; amount: MajorAmount }
  refunded: { count: number; amount: MajorAmount }
  open_anomalies: number
  /** Approved less captured less rounding less mismatches: anything but 0 is a mistake of this report. */
  unexplained: MajorAmount
}

export interface Day {
  /** A calendar day, YYYY-MM-DD. */
  date: string
  /** The IANA zone it is a day in. */
  zone: string
  account: string | null
}

/** One day of the ledger against Medusa's captures. */
export class Reconciliation {
  private constructor(
    private readonly pg: Knex,
    private readonly bindings: Record<string, string | null>,
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
    }
    return new Reconciliation(pg, bindings, bounds.from_at, bounds.until_at, bounds.complete)
  }

  /** By account and currency, those with nothing to tell left out. */
  async totals(): Promise<DayTotals[]> {
    const [approved, captured, mismatches, refunded, anomalies] = await Promise.all([
      this.ask(APPROVED_TOTALS, approvedRow),
      this.ask(CAPTURED_TOTALS, sumRow),
      this.ask(MISMATCH_TOTALS, sumRow),
      this.ask(REFUNDED_TOTALS, sumRow),
      this.ask(OPEN_ANOMALIES, countRow),
    ])
    const keys = new Map(
      [...approved, ...captured, ...mismatches, ...refunded, ...anomalies].map((row) => [
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
          amount: of(rows)?.amount ?? NOTHING,
        })
        const totals = {
          ...key,
          approved: {
            ...sum(approved),
            asked: came?.asked ?? NOTHING,
            exact: came?.exact ?? NOTHING,
          },
          captured: sum(captured),
          rounding: came?.rounding ?? NOTHING,
          mismatches: sum(mismatches),
          refunded: sum(refunded),
          open_anomalies: of(anomalies)?.count ?? 0,
        }
        return { ...totals, unexplained: unexplained(totals) }
      })
  }

  /** Pages of what does not agree. */
  async *mismatches(): AsyncGenerator<Mismatch[]> {
    let after = ""
    for (;;) {
      const rows = await this.ask(MISMATCH_PAGE, mismatchRow, { after, limit: PAGE })
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

function unexplained(totals: Omit<DayTotals, "unexplained">): MajorAmount {
  const { approved, captured, rounding, mismatches } = totals
  const explained = addAmounts(addAmounts(captured.amount, rounding), mismatches.amount)
  return subtractAmounts(approved.amount, explained)
}

async function ask<Row>(
  pg: Knex,
  sql: string,
  bindings: Record<string, string | number | null>,
  row: z.ZodType<Row>
): Promise<Row[]> {
  const answer: { rows: unknown[] } = await pg.raw(sql, bindings)
  return answer.rows.map((found) => row.parse(found))
}
