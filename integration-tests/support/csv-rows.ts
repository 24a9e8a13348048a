import { parse } from "csv-parse/sync"

/** The cells of an exported table, its header first. */
export function csvRows(text: string): string[][] {
  return parse(text, { bom: true })
}
