import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { showDestination } from "../../../../../domain/payout/destination"
import { sumAmounts } from "../../../../../domain/money/amount"
import { servicesOf } from "../../../../../workflows/settle"
import { refuse } from "../../../../refusal"
import { answerOnce, refusalOfKey } from "../../../idempotency"
import type { AdminPayoutDryRunAnswer, AdminPayoutImportAnswer } from "../../import-types"
import { operatorOf } from "../../posted-values"
import { showImport } from "../shown-import"
import { readImport, type PostedImport } from "./posted"
import { readUpload } from "./upload"

/**
 * `POST /admin/payin/payouts/import { csv, account?, currency_code?, dry_run?, confirm_warnings? }` -> 201
 * `{ import, warnings }`; `Idempotency-Key` required. A file of at most 1,000 payouts: all rows or none. The file may also be the body
 * itself, as `text/csv`. `account`, `currency_code`, `dry_run` and `confirm_warnings` go in the body or in the
 * query, not in both.
 *
 * `warnings: [{ row, field, code }]` name what looks damaged: `damaged_number` (a spreadsheet's ".0" or lost
 * digits), `placeholder` ("#N/A"), `wrong_encoding`, `duplicate_row`. A file with warnings is 400 unless
 * `confirm_warnings` is true.
 *
 * `dry_run: true` -> 200 `{ import, warnings }` with what would be made, and in `alike` a file of as many rows and the same
 * total that was taken in during the last 20 days, because under another key the same file pays everybody again;
 * nothing is written and the key stays unused. 400 tells what is wrong as `problems: [{ row, field, message,
 * code, values? }]`, row 1 right below the header; `code` is stable.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { payouts, gateway } = servicesOf(req.scope)
  const keyless = refusalOfKey(req)
  if (keyless !== null) {
    refuse(res, keyless)
    return
  }
  const upload = await readUpload(req)
  if ("refusal" in upload) {
    refuse(res, upload.refusal)
    return
  }
  // The key covers the whole request, including the query.
  req.body = upload.value
  const read = readImport(gateway.options, upload.value)
  if ("refusal" in read) {
    const { status, ...refusal } = read.refusal
    const { problems, warnings } = read
    res.status(status).json({ ...refusal, problems, ...(warnings.length > 0 && { warnings }) })
    return
  }
  if (read.value.dry_run) {
    res.json(await wouldBe(payouts, read.value))
    return
  }
  const { account, rows } = read.value
  const { id: account_id, country, currency } = account
  await answerOnce(req, res, async ({ id }) => {
    const made = await payouts.imports.create(
      { request_id: id, account: account_id, country, currency, rows },
      await operatorOf(req)
    )
    const shown = showImport(made, await payouts.imports.payoutsOf(made.id))
    const body = { import: shown, warnings: read.value.warnings }
    return { status: 201, body: body satisfies AdminPayoutImportAnswer }
  })
}

async function wouldBe(
  { payouts, imports }: ReturnType<typeof servicesOf>["payouts"],
  { account: { id: account, currency }, rows, warnings }: PostedImport
): Promise<AdminPayoutDryRunAnswer> {
  const alike = await imports.alike({ account, currency, rows })
  return {
    import: {
      id: null,
      dry_run: true,
      account,
      currency_code: currency,
      row_count: rows.length,
      total: sumAmounts(rows),
      alike: alike && {
        id: alike.id,
        created_by: alike.created_by,
        created_at: alike.created_at.toISOString(),
      },
      rows: rows.map(({ row, amount, payment_method, destination, note }) => ({
        row,
        amount,
        payment_method,
        destination: showDestination(destination),
        note,
        // By its amount alone: whether the day's limit is reached shows when it is made.
        status: payouts.isAboveLimit({ amount, currency }) ? "awaiting_approval" : "queued",
      })),
    },
    warnings,
  }
}
