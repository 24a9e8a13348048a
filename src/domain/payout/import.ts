import { CARD_NUMBER, holdsCardNumber, NO_CARD_NUMBER } from "../card/number"
import type { CountryRule } from "../country/countries"
import { type CsvTable, readCsvTable, type TableProblem } from "../row/csv-table"
import { amountFault, named, type NamedProblem } from "../error/fault"
import { AmountError, type MajorAmount, typedAmount } from "../money/amount"
import { type PayoutDestination, readPayoutDestination, readPayoutMethod } from "./destination"
import { damageOf, withoutTrailingZero, type ImportWarning } from "./import-warning"
import { ANY_ACCOUNT, type PayoutMethod } from "./methods"
import { sanitize } from "../text/sanitize"

/** Maximum number of reported problems. */
export const MAX_IMPORT_PROBLEMS = 100

const NOTE_MAX = 500
const TOO_LONG = { code: "too_long", values: { max: NOTE_MAX } } as const
const REQUIRED = [
  ...["amount", "currency_code", "full_name", "legal_doc_type", "legal_doc", "phone_number"],
  ...["email", "bank", "account_number", "account_type"],
]
const OPTIONAL = ["payment_method", "phone_code", "note"]
const COLUMNS = [...REQUIRED, ...OPTIONAL]
const DESTINATION = COLUMNS.filter(
  (name) => !["amount", "currency_code", "payment_method", "note"].includes(name)
)
/** Columns with stable words, which may also be written in small letters. */
const CODES = new Set(["currency_code", "payment_method", "legal_doc_type", "account_type"])
/** Columns with long numbers, which a spreadsheet may round to "1.02E+09". */
const NUMBERS = ["legal_doc", "phone_number", "account_number"]
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i

/** An account's rules for imported payouts. */
export interface ImportRules {
  country: CountryRule
  currency: string
  /** Of the wire. */
  decimals: number
  /** The id of the account, for messages. */
  account: string
}

export interface ImportRow {
  /** 1 is the row right below the header. Blank rows count, as a spreadsheet counts them. */
  row: number
  amount: MajorAmount
  payment_method: string
  /** Secret: sealed when kept. */
  destination: PayoutDestination
  note: string | null
}

/** What is wrong with a column of a row, or with the file (row null). */
export type ImportProblem = TableProblem

/** A file that was read: its rows, or why there are none. */
export interface ReadImport {
  rows: ImportRow[]
  problems: ImportProblem[]
  /** What a person has to confirm before the rows are taken. */
  warnings: ImportWarning[]
}

/**
 * Import: reads a CSV of payouts as a whole. The result is either every row, or every problem of
 * every row (at most 100, the last one then says so) and no row. What looks damaged comes as
 * warnings beside the rows. The header is required, in any order and case. Cells are separated by commas, semicolons or tabs. Every cell is text and nothing
 * is computed.
 */
export function readPayoutImport(csv: string, rules: ImportRules): ReadImport {
  const { country } = rules
  const impossible = readPayoutMethod(undefined, country).problems
  if (impossible.length > 0) {
    return refused(impossible.map((problem) => ({ row: null, ...problem })))
  }
  const table = readCsvTable(csv, { required: REQUIRED, optional: OPTIONAL })
  if (Array.isArray(table)) {
    return refused(table)
  }
  const read = table.rows.map(({ row, cells }) => readRow(row, cells, table, rules))
  const problems = read.flatMap((one) => one.problems)
  const rows = read.flatMap(({ value }) => value ?? [])
  return problems.length > 0
    ? refused(problems)
    : { rows, problems: [], warnings: [...read.flatMap((one) => one.warnings), ...twice(rows)] }
}

/** The same payment to the same account twice, with the same note. */
function twice(rows: readonly ImportRow[]): ImportWarning[] {
  const seen = new Set<string>()
  return rows.flatMap(({ row, ...what }) => {
    const same = JSON.stringify(what)
    const known = seen.has(same)
    seen.add(same)
    return known ? [{ row, field: "row", code: "duplicate_row" as const }] : []
  })
}

function readRow(
  row: number,
  cells: string[],
  { columns, width }: CsvTable,
  rules: ImportRules
): { value?: ImportRow; problems: ImportProblem[]; warnings: ImportWarning[] } {
  // An unquoted separator in a cell moves the others: "50,000" would be paid as 50. Too few cells
  // do not prove that: a spreadsheet may leave out empty ones at the end.
  if (cells.length > width || cells.slice(columns.size).some((cell) => cell !== "")) {
    const message =
      "The row has more cells than the header: write a cell that holds the separator in quotes."
    return { problems: [{ row, field: "row", message, code: "row_too_wide" }], warnings: [] }
  }
  const raw = (name: string) => cells[columns.get(name) ?? -1] ?? ""
  const text = (name: string) => {
    const cell = NUMBERS.includes(name) ? withoutTrailingZero(raw(name)) : raw(name)
    return CODES.has(name) ? cell.toUpperCase() : cell
  }
  const warnings = COLUMNS.flatMap((field) => {
    const code = damageOf(raw(field), NUMBERS.includes(field))
    // A person may write "none" into a note.
    const isFine = code === null || (field === "note" && code === "placeholder")
    return isFine ? [] : [{ row, field, code }]
  })
  const { country } = rules
  const amount = readAmount(text("amount"), rules.decimals)
  const method = readPayoutMethod(text("payment_method"), country)
  const destination = readDestination(
    {
      ...Object.fromEntries(DESTINATION.map((name) => [name, text(name)])),
      phone_code: text("phone_code") || country.phone_code,
    },
    country,
    method.value ?? { ...country.payout.methods[0], ...ANY_ACCOUNT }
  )
  const rounded = NUMBERS.filter((name) => ROUNDED.test(text(name)))
  const note = text("note")
  const problems: NamedProblem[] = [
    ...amount.problems,
    ...currencyProblems(text("currency_code"), rules),
    ...method.problems,
    ...destination.problems.filter(({ field }) => !rounded.includes(field)),
    ...rounded.map((name) =>
      named(name, "was rounded by a spreadsheet: format the column as text and enter it again", {
        code: "rounded_by_spreadsheet",
      })
    ),
    ...noteProblems(note),
  ]
  if (
    problems.length > 0 ||
    amount.value === undefined ||
    method.value === undefined ||
    destination.value === undefined
  ) {
    return { problems: problems.map((one) => ({ row, ...one })), warnings }
  }
  const value: ImportRow = {
    row,
    amount: amount.value,
    payment_method: method.value.payment_method,
    destination: destination.value,
    note: note === "" ? null : sanitize(note, NOTE_MAX),
  }
  return { value, problems: [], warnings }
}

function noteProblems(note: string): NamedProblem[] {
  if (note.length > NOTE_MAX) {
    return [named("note", `must be at most ${NOTE_MAX} characters`, TOO_LONG)]
  }
  return holdsCardNumber(note) ? [named("note", NO_CARD_NUMBER, CARD_NUMBER)] : []
}

function readAmount(
  text: string,
  decimals: number
): { value?: MajorAmount; problems: NamedProblem[] } {
  if (text === "") {
    return { problems: [named("amount", "is missing", { code: "missing" })] }
  }
  try {
    return { value: typedAmount(text, decimals), problems: [] }
  } catch (error) {
    if (!(error instanceof AmountError)) {
      throw error
    }
    return {
      problems: [named("amount", amountHint(error, decimals), amountFault(error.code, decimals))],
    }
  }
}

function amountHint({ code }: AmountError, decimals: number): string {
  switch (code) {
    case "not_a_number":
      return "must be digits only, with a dot before decimals and nothing between thousands, like 50000 or 12.5"
    case "not_positive":
      return "must be above zero"
    case "too_many_decimals":
      return decimals === 0
        ? "must be a whole number with nothing between thousands, like 50000"
        : `must have at most ${decimals} decimals and nothing between thousands, like 50000 or 12.5`
    case "too_large":
      return "is too large"
  }
}

function currencyProblems(code: string, { currency, account }: ImportRules): NamedProblem[] {
  if (code === currency) {
    return []
  }
  const wrong = `must be ${currency}, the currency of account ${account}`
  return [
    code === ""
      ? named("currency_code", "is missing", { code: "missing" })
      : named("currency_code", wrong, { code: "other_currency", values: { currency, account } }),
  ]
}

/** Names problems by column, where `readPayoutDestination` names paths. */
function readDestination(posted: object, country: CountryRule, method: PayoutMethod) {
  const path = "destination"
  const { value, problems } = readPayoutDestination(posted, country, method, path)
  const bare = (text: string) => text.slice(path.length + 1)
  return {
    value,
    problems: problems.map(({ field, message, ...fault }) => ({
      ...fault,
      field: bare(field),
      message: bare(message),
    })),
  }
}

function refused(problems: ImportProblem[]): ReadImport {
  if (problems.length <= MAX_IMPORT_PROBLEMS) {
    return { rows: [], problems, warnings: [] }
  }
  const told = problems.slice(0, MAX_IMPORT_PROBLEMS - 1)
  const rest = `These are the first ${told.length} of ${problems.length} problems.`
  const values = { told: told.length, all: problems.length }
  const last = { field: "file", message: rest, code: "more_problems", values } as const
  return { rows: [], problems: [...told, { row: null, ...last }], warnings: [] }
}
