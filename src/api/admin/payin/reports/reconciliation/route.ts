import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import {
  Reconciliation,
  type Mismatch,
  type PayoutMismatch,
} from "../../../../../workflows/report/reconciliation"
import { csvTable } from "../../../../../workflows/report/table"
import { refuse } from "../../../../refusal"
import { accountId, readQuery, text } from "../../query-values"
import { timeZone } from "../../time-zone"
import type {
  AdminMismatch,
  AdminPayoutMismatch,
  AdminReconciliationAnswer,
} from "../../reconciliation-types"

/** Of a JSON answer; the CSV holds all. */
const MAX_MISMATCHES = 1000

export const query = z.strictObject({
  date: text.refine(
    (written) => /^(19|2\d)/.test(written) && z.iso.date().safeParse(written).success,
    {
      error: "must be a day, like 2026-01-31",
    }
  ),
  time_zone: timeZone,
  account: accountId.optional(),
  format: z.enum(["json", "csv"], { error: "must be json or csv" }).default("json"),
})

/**
 * `GET /admin/payin/reports/reconciliation?date&time_zone&account&format` -> `{ date, time_zone, from,
 * until, complete, totals, mismatches, mismatches_capped, payout_mismatches, payout_mismatches_capped }`:
 * the ledger against Medusa's captures, payouts against what the service paid, and Medusa's refunds against
 * payouts, for one day, by account and currency. `date` is YYYY-MM-DD in `time_zone`, an IANA name, UTC unless told. A
 * pay-in counts on the day we learned of its approval, a capture on the day Medusa booked it. JSON holds at
 * most 1,000 mismatches of each kind; `format=csv` (RFC 4180) all of them. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readQuery(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { date, time_zone, account = null, format } = read.value
  const report = await Reconciliation.of(req.scope, { date, zone: time_zone, account })
  const totals = await report.totals()
  if (format === "csv") {
    res.setHeader("Content-Type", "text/csv; charset=utf-8")
    res.setHeader("Content-Disposition", `attachment; filename="payin-${date}.csv"`)
    // A reader that leaves half-way is no error of the store.
    await pipeline(csvTable(report, totals), res).catch(() => res.destroy())
    return
  }
  const { rows, capped } = await firstOf(report.mismatches())
  const payouts = await firstOf(report.payoutMismatches())
  res.json({
    date,
    time_zone,
    from: report.from.toISOString(),
    until: report.until.toISOString(),
    complete: report.complete,
    totals,
    mismatches: rows.map(showMismatch),
    mismatches_capped: capped,
    payout_mismatches: payouts.rows.map(showPayoutMismatch),
    payout_mismatches_capped: payouts.capped,
  } satisfies AdminReconciliationAnswer)
}

async function firstOf<Row>(
  pages: AsyncGenerator<Row[]>
): Promise<{ rows: Row[]; capped: boolean }> {
  const rows: Row[] = []
  for await (const page of pages) {
    rows.push(...page)
    if (rows.length > MAX_MISMATCHES) {
      return { rows: rows.slice(0, MAX_MISMATCHES), capped: true }
    }
  }
  return { rows, capped: false }
}

function showMismatch({ key: _, approved_at, captured_at, ...mismatch }: Mismatch): AdminMismatch {
  return {
    ...mismatch,
    approved_at: approved_at?.toISOString() ?? null,
    captured_at: captured_at?.toISOString() ?? null,
  }
}

function showPayoutMismatch({ key: _, at, ...mismatch }: PayoutMismatch): AdminPayoutMismatch {
  return { ...mismatch, at: at?.toISOString() ?? null }
}
