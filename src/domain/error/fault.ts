import type { FieldProblem } from "../privacy/customer-data"
import type { AmountErrorCode } from "../money/amount"

/** Stable names of what can be wrong with a value, a file or its row, for translations. */
export const FAULT_CODES = [
  "missing",
  "wrong_form",
  "card_number",
  "not_offered",
  "too_long",
  "other_currency",
  "not_a_number",
  "not_positive",
  "not_whole",
  "too_many_decimals",
  "too_large",
  "no_payouts",
  "method_needed",
  "rounded_by_spreadsheet",
  "row_too_wide",
  "file_too_large",
  "file_encoding",
  "file_too_long",
  "file_empty",
  "quote_open",
  "quote_inside",
  "header_missing",
  "more_problems",
  "column_unnamed",
  "column_twice",
  "column_unknown",
  "column_missing",
] as const
export type FaultCode = (typeof FAULT_CODES)[number]

/** A fault, and the values that its sentence names beside the field. */
export interface Fault {
  code: FaultCode
  values?: Readonly<Record<string, string | number>>
}

/** A wrong value by its stable name, too. */
export interface NamedProblem extends FieldProblem, Fault {}

/** Makes a problem whose sentence starts with the field's name: "legal_doc must be ...". */
export function named(field: string, text: string, fault: Fault): NamedProblem {
  return { field, message: `${field} ${text}.`, ...fault }
}

/** What is wrong with an amount that a person typed. */
export function amountFault(code: AmountErrorCode, decimals: number): Fault {
  return code === "too_many_decimals"
    ? decimals === 0
      ? { code: "not_whole" }
      : { code, values: { decimals } }
    : { code }
}
