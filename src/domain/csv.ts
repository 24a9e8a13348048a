/** A spreadsheet takes a text that begins so for a formula and runs it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A text as a cell of a CSV file that a spreadsheet shows and never runs. Amounts need none of this. */
export function textCell(text: string | null): string {
  return text !== null && FORMULA.test(text) ? `'${text}` : (text ?? "")
}
