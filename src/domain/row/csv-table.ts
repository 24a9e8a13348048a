import { CsvError, parse } from "csv-parse/sync"
import { named, type Fault, type NamedProblem } from "../error/fault"
import { redactText } from "../privacy/redaction"

export const MAX_TABLE_ROWS = 1_000
export const MAX_TABLE_BYTES = 1_048_576

/** No real table has more, but a file may hold a million. */
const MAX_COLUMNS = 50
/**
 * Leaves room for blank rows. A megabyte of tiny rows, which takes the parser seconds, is not read
 * to its end.
 */
const MAX_RECORDS = 2 * MAX_TABLE_ROWS + 2

/**
 * The columns of a table. Names are in small letters; the header may write them in any case and
 * order.
 */
export interface TableColumns {
  required: readonly string[]
  optional: readonly string[]
}

export interface CsvTable {
  /** Index of each column that the file has. */
  columns: Map<string, number>
  /** Cells of the header, including unnamed ones at its end. */
  width: number
  /**
   * 1 is the row right below the header. Blank rows are left out but count, as a spreadsheet counts
   * them.
   */
  rows: { row: number; cells: string[] }[]
}

/** No message holds what stands in a cell: cells in the wrong place may be secrets. */
export interface TableProblem extends NamedProblem {
  /** Null: about the file. */
  row: number | null
}

/**
 * Reads a CSV file with a header and at most 1,000 rows. Cells are separated by commas, semicolons
 * or tabs, and trimmed. Every cell is text; formulas are not computed. Problems come back as a list
 * instead.
 */
export function readCsvTable(csv: string, named: TableColumns): CsvTable | TableProblem[] {
  if (Buffer.byteLength(csv) > MAX_TABLE_BYTES) {
    return [fileProblem("The file is larger than 1 MB.", { code: "file_too_large" })]
  }
  // Characters that a wrong encoding leaves behind. A spreadsheet's plain "CSV" is often not UTF-8,
  // and a name without its accents must not be sent.
  if (/[\ufffd\0]/.test(csv)) {
    const message = "The file is not in UTF-8: save it as “CSV UTF-8”."
    return [fileProblem(message, { code: "file_encoding" })]
  }
  const records = recordsOf(csv)
  if (!Array.isArray(records)) {
    return [records]
  }
  const [header = [], ...below] = records
  const { columns, problems } = readHeader(header, named)
  if (problems.length > 0) {
    return problems
  }
  const rows = below
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""))
  if (rows.length > MAX_TABLE_ROWS || records.length === MAX_RECORDS) {
    const message = `The file has more than ${MAX_TABLE_ROWS} rows: split it.`
    return [fileProblem(message, { code: "file_too_long", values: { max: MAX_TABLE_ROWS } })]
  }
  return rows.length > 0
    ? { columns, width: header.length, rows }
    : [fileProblem("The file has no rows.", { code: "file_empty" })]
}

/** The cells of each row, the header's first. */
function recordsOf(csv: string): string[][] | TableProblem {
  const text = csv.replace(/^\ufeff?[\r\n]*/, "")
  const [header] = text.split(/[\r\n]/, 1)
  try {
    return parse(text, {
      delimiter: /[,;\t]/.exec(header)?.[0] ?? ",",
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      trim: true,
      to: MAX_RECORDS,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) {
      throw error
    }
    // The parser's own message quotes the cell. Its count of records includes the header.
    const row = typeof error.records === "number" && error.records > 0 ? error.records : null
    const wrong: { message: string } & Fault =
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? { code: "quote_open", message: "A quote is opened and never closed." }
        : {
            code: "quote_inside",
            message:
              "A quote stands inside a cell: write such a cell in quotes, and each quote inside it twice.",
          }
    return { row, field: "file", ...wrong }
  }
}

function readHeader(
  header: readonly string[],
  { required, optional }: TableColumns
): { columns: Map<string, number>; problems: TableProblem[] } {
  const known = [...required, ...optional]
  const names = header.map((cell) => cell.toLowerCase())
  while (names.at(-1) === "") {
    names.pop()
  }
  const columns = new Map(names.map((name, index) => [name, index]))
  if (names.length > MAX_COLUMNS || !known.some((name) => columns.has(name))) {
    const values = { required: required.join(", "), optional: optional.join(", ") }
    const message = `The first row must name the columns: ${values.required}; and if wanted ${values.optional}.`
    return { columns, problems: [fileProblem(message, { code: "header_missing", values })] }
  }
  const wrong = names.flatMap((name, index) => {
    if (name === "") {
      return columnProblem(`column ${index + 1}`, "has no name", {
        code: "column_unnamed",
        values: { number: index + 1 },
      })
    }
    if (names.indexOf(name) !== index) {
      return columnProblem(shown(name), "is there twice", { code: "column_twice" })
    }
    return known.includes(name)
      ? []
      : columnProblem(shown(name), "is not a column of this table", { code: "column_unknown" })
  })
  const missing = required
    .filter((name) => !columns.has(name))
    .map((name) => columnProblem(name, "is missing in the header", { code: "column_missing" }))
  return { columns, problems: [...wrong, ...missing] }
}

/** A first row that is not a header may hold secrets. */
function shown(name: string): string {
  return redactText(name.slice(0, 40))
}

function columnProblem(field: string, text: string, fault: Fault): TableProblem {
  return { row: null, ...named(field, text, fault) }
}

function fileProblem(message: string, fault: Fault): TableProblem {
  return { row: null, field: "file", message, ...fault }
}
