/** A spreadsheet runs a text with this beginning as a formula. */
const FORMULA = /^[=+\-@＝＋－＠]/
/** Characters that nobody sees, before which a formula still begins. */
const UNSEEN = /^[\s\p{Cf}]*/u
/** A beginning of a formula after a character by which spreadsheets of other countries separate cells. */
const INNER_FORMULA = /([;,|\t\r\n][\s\p{Cf}]*)(?=[=+\-@＝＋－＠])/gu
const NUMBER = /^-?\d+(?:\.\d+)?$/

/**
 * How every exported table is written: RFC 4180, each cell in quotes, and a byte-order mark, without
 * which a spreadsheet garbles accents.
 */
export const CSV_FORM = {
  header: true,
  record_delimiter: "windows",
  bom: true,
  quoted: true,
} as const

/**
 * Writes a text as a CSV cell that a spreadsheet shows and never runs. Amounts do not need this.
 */
export function textCell(text: string | null): string {
  const [unseen] = UNSEEN.exec(text ?? "") ?? [""]
  const seen = (text ?? "").slice(unseen.length)
  const harmless = unseen + seen.replace(INNER_FORMULA, "$1'")
  return FORMULA.test(seen) ? `'${harmless}` : harmless
}

/** Any value of a JSON answer as a cell; lists and objects as JSON. */
export function csvCell(value: unknown): string {
  if (typeof value === "string") {
    return NUMBER.test(value) ? value : textCell(value)
  }
  return value === undefined || value === null ? "" : textCell(JSON.stringify(value))
}
