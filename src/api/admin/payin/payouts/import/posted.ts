import { z } from "zod"
import type { PayInAccount, PayInOptions } from "../../../../../domain/options/options"
import {
  readPayoutImport,
  type ImportProblem,
  type ImportRow,
} from "../../../../../domain/payout/import"
import type { ImportWarning } from "../../../../../domain/payout/import-warning"
import type { Refusal } from "../../../../refusal"
import { findAccount } from "../../account"
import { readCurrency, readPosted } from "../../posted-values"
import { accountId, invalid } from "../../query-values"

export const body = z.strictObject({
  csv: z.string({ error: "must be the text of a CSV file" }),
  account: accountId.nullish(),
  currency_code: z.unknown().optional(),
  dry_run: z.boolean({ error: "must be true or false" }).nullish(),
  confirm_warnings: z.boolean({ error: "must be true or false" }).nullish(),
})

/** A file of payouts as posted: every row of it was found right. */
export interface PostedImport {
  account: PayInAccount
  rows: ImportRow[]
  dry_run: boolean
  /** What looks damaged. */
  warnings: ImportWarning[]
}

/** Why a file is not taken. */
interface RefusedImport {
  refusal: Refusal
  problems: ImportProblem[]
  warnings: ImportWarning[]
}

/** Reads the whole file; problems come with the refusal, and nothing of the file is used then. */
export function readImport(
  options: PayInOptions,
  posted: unknown
): { value: PostedImport } | RefusedImport {
  const none = { problems: [], warnings: [] }
  const read = readPosted(body, posted)
  if ("refusal" in read) return { ...read, ...none }
  const { csv, currency_code, dry_run, confirm_warnings } = read.value
  const account = findAccount(options, read.value.account)
  if ("refusal" in account) return { ...account, ...none }
  const { id, country, currency } = account.value
  if (currency_code != null) {
    const wanted = readCurrency(currency_code, account.value)
    if ("refusal" in wanted) return { ...wanted, ...none }
  }
  const { rows, problems, warnings } = readPayoutImport(csv, {
    country: options.countries[country],
    currency,
    decimals: options.decimals[currency],
    account: id,
  })
  const [first] = problems
  if (first !== undefined) {
    const where = first.row === null ? "" : `row ${first.row}: `
    const refusal = invalid("csv", `csv: ${where}${first.message}`, first)
    return { refusal, problems, warnings: [] }
  }
  const isTrial = dry_run ?? false
  if (warnings.length > 0 && !isTrial && confirm_warnings !== true) {
    const message =
      "confirm_warnings: some cells look damaged, see warnings. Correct the file, or confirm that they are right."
    return { refusal: invalid("confirm_warnings", message), problems: [], warnings }
  }
  return { value: { account: account.value, rows, dry_run: isTrial, warnings } }
}
