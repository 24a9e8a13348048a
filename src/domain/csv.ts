/** A spreadsheet takes a text that begins so for a formula and runs it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** A text as a cell of a CSV file that a spreadsheet shows and never runs. Amounts need none of this. */
export function textCell(text: string | null): string {
  return text !== null && FORMULA.test(text) ? `'${text}` : (text ?? "")
}

/** Any value of a JSON answer as a cell; lists and objects as JSON. */
export function csvCell(value: unknown): string {
  if (typeof value === "string") {
    return NUMBER.test(value) ? value : textCell(value)
  }
  return value === undefined || value === null ? "" : JSON.stringify(value)
}
