import { stringify, type Stringifier } from "csv-stringify"
import { CSV_FORM, textCell } from "../../domain/row/csv"
import type { DayTotals, Mismatch, PayoutMismatch, Reconciliation } from "./reconciliation"

const COLUMNS = [
  "line",
  "account",
  "currency",
  "count",
  "amount",
  "reference",
  "ticket",
  "order_id",
  "payment_id",
  "requested_amount",
  "order_amount",
  "received_amount",
  "captured_amount",
  "approved_at",
  "captured_at",
  "payout_id",
  "ordered_amount",
  "paid_amount",
  "at",
] as const

type Cells = Partial<Record<(typeof COLUMNS)[number], string | number>>

/** The report as CSV (RFC 4180): a line for each sum, then one for each mismatch. */
export function csvTable(report: Reconciliation, totals: readonly DayTotals[]): Stringifier {
  const table = stringify({ ...CSV_FORM, columns: [...COLUMNS] })
  write(table, report, totals).then(
    () => table.end(),
    (error: unknown) => table.destroy(error instanceof Error ? error : new Error(String(error)))
  )
  return table
}

async function write(
  table: Stringifier,
  report: Reconciliation,
  totals: readonly DayTotals[]
): Promise<void> {
  for (const cells of totals.flatMap(sums)) {
    table.write(cells)
  }
  for await (const page of report.mismatches()) {
    await writeAll(table, page.map(line))
  }
  for await (const page of report.payoutMismatches()) {
    await writeAll(table, page.map(payoutLine))
  }
}

async function writeAll(table: Stringifier, lines: readonly Cells[]): Promise<void> {
  for (const cells of lines) {
    if (!table.write(cells)) {
      await drained(table)
    }
  }
}

function sums(day: DayTotals): Cells[] {
  const { account, currency, approved, captured, rounding, mismatches, refunded, payouts } = day
  const of = (line: string, cells: Cells): Cells => ({ line, account, currency, ...cells })
  return [
    of("approved", {
      count: approved.count,
      amount: approved.amount,
      requested_amount: approved.asked,
      order_amount: approved.exact,
    }),
    of("captured", captured),
    of("rounding", { amount: rounding }),
    of("mismatches", mismatches),
    of("unexplained", { amount: day.unexplained }),
    of("refunded", refunded),
    of("payouts_approved", payouts.approved),
    of("payouts_paid", payouts.paid),
    of("payouts_elsewhere", payouts.elsewhere),
    of("payouts_mismatches", payouts.mismatches),
    of("payouts_unexplained", { amount: payouts.unexplained }),
    of("refunds_without_payout", payouts.refunds_without_payout),
    of("open_anomalies", { count: day.open_anomalies }),
  ]
}

function line(mismatch: Mismatch): Cells {
  return {
    line: mismatch.kind,
    account: textCell(mismatch.account),
    currency: textCell(mismatch.currency),
    amount: mismatch.amount,
    reference: textCell(mismatch.reference),
    ticket: textCell(mismatch.ticket),
    order_id: textCell(mismatch.order_id),
    payment_id: textCell(mismatch.payment_id),
    requested_amount: mismatch.requested_amount ?? "",
    order_amount: mismatch.order_amount ?? "",
    received_amount: mismatch.received_amount ?? "",
    captured_amount: mismatch.captured_amount ?? "",
    approved_at: mismatch.approved_at?.toISOString() ?? "",
    captured_at: mismatch.captured_at?.toISOString() ?? "",
  }
}

function payoutLine(mismatch: PayoutMismatch): Cells {
  return {
    line: mismatch.kind,
    account: textCell(mismatch.account),
    currency: textCell(mismatch.currency),
    amount: mismatch.amount,
    reference: textCell(mismatch.reference),
    ticket: textCell(mismatch.ticket),
    order_id: textCell(mismatch.order_id),
    payment_id: textCell(mismatch.payment_id),
    payout_id: mismatch.payout_id ?? "",
    ordered_amount: mismatch.ordered_amount ?? "",
    paid_amount: mismatch.paid_amount ?? "",
    at: mismatch.at?.toISOString() ?? "",
  }
}

/** A client that reads slowly, or has gone. */
async function drained(table: Stringifier): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    table.once("drain", resolve)
    table.once("close", () => reject(new Error("the reader has gone")))
  })
}
