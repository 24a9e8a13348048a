/** What looks damaged in a row of a file, and may still be right. */
export const IMPORT_WARNING_CODES = [
  "damaged_number",
  "placeholder",
  "wrong_encoding",
  "duplicate_row",
] as const
export type ImportWarningCode = (typeof IMPORT_WARNING_CODES)[number]

/** A remark about a column of a row, which a person has to confirm. */
export interface ImportWarning {
  /** 1 is the row right below the header. */
  row: number
  /** The column; `row` where the whole row is meant. */
  field: string
  code: ImportWarningCode
}

/** A spreadsheet's "1020304050.0": the number is the part before the dot. */
const TRAILING_ZERO = /^(\d+)[.,]0{1,2}$/
/** A spreadsheet keeps 15 digits of a number and writes zeros for the others. */
const KEPT_DIGITS = 15
/** What a spreadsheet or a program writes where it has nothing. */
const PLACEHOLDER =
  /^(?:#N\/A|#REF!|#VALUE!|#NAME\?|#DIV\/0!|n\/a|nan|null|none|nil|undefined|-+)$/i
/** UTF-8 that was read as another encoding: "JosÃ©", "PeÃ±a", "â€™". */
const WRONGLY_DECODED = /[ÃÂ][\u0080-\u00bf\u2013-\u2122]|â€|ï»¿/

/** A number's cell without the zeros that a spreadsheet appends. */
export function withoutTrailingZero(cell: string): string {
  return TRAILING_ZERO.exec(cell)?.[1] ?? cell
}

/** What looks damaged in a cell; null when nothing does. */
export function damageOf(cell: string, isNumber: boolean): ImportWarningCode | null {
  if (PLACEHOLDER.test(cell)) {
    return "placeholder"
  }
  if (isNumber) {
    return TRAILING_ZERO.test(cell) || isCutShort(cell) ? "damaged_number" : null
  }
  return WRONGLY_DECODED.test(cell) ? "wrong_encoding" : null
}

function isCutShort(cell: string): boolean {
  const beyond = cell.length - KEPT_DIGITS
  return beyond > 0 && /^\d+$/.test(cell) && cell.endsWith("0".repeat(beyond))
}
