/** A spreadsheet runs a text with this beginning as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(?:\.\d+)?$/

/**
 * Writes a text as a CSV cell that a spreadsheet shows and never runs. Amounts do not need this.
 */
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
