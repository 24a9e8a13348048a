import type { Vitals } from "../faults/side"

/** What one minute came to. */
export interface Minute {
  minute: number
  sales: number
  captured: number
  payouts: number
  renewals: number
  faults: number
  /** Questions to a person that were asked anew. */
  anomalies: number
  /** Rows that the plugin itself is not done with, at the end of the minute. */
  waiting: number
  /** Null for a process that is down. */
  sides: { name: string; vitals: Vitals | null }[]
}

/** All of it in 120 columns; `HELP` says what they mean. */
const DOING = [
  ["sales", 6, "sales"],
  ["paid", 5, "captured"],
  ["payouts", 8, "payouts"],
  ["renewed", 8, "renewals"],
  ["faults", 7, "faults"],
  ["anomalies", 10, "anomalies"],
  ["open", 5, "waiting"],
] as const
const SIDE = [
  ["RSS", 5],
  ["heap", 5],
  ["handles", 8],
  ["files", 6],
  ["delay", 6],
] as const

type Columns = readonly (readonly [string, number, ...string[]])[]

const width = (columns: Columns) => columns.reduce((sum, [, wide]) => sum + wide, 0)

/** Two lines above those of the minutes. */
export function heading(names: readonly string[]): string[] {
  const titles = (columns: Columns) => columns.map(([title, wide]) => title.padStart(wide)).join("")
  return [
    [" min", " in this minute".padEnd(width(DOING)), ...names.map(titleOf)].join(" │"),
    ["    ", titles(DOING), ...names.map(() => titles(SIDE))].join(" │"),
  ]
}

function titleOf(name: string): string {
  return ` ${name}: MB, delay in ms`.padEnd(width(SIDE))
}

/** One line for a person who looks on. */
export function minuteLine(minute: Minute): string {
  const doing = DOING.map(([, wide, what]) => String(minute[what]).padStart(wide)).join("")
  const sides = minute.sides.map(({ vitals }) =>
    vitals === null ? "  down".padEnd(width(SIDE)) : sideCells(vitals)
  )
  return [String(minute.minute).padStart(4), doing, ...sides].join(" │")
}

function sideCells({ rss, heap, resources, files, delay_ms }: Vitals): string {
  const values = [megabytes(rss), megabytes(heap), resources.length, files ?? "-", delay_ms]
  return SIDE.map(([, wide], n) => {
    const value = values[n]
    return (typeof value === "number" ? String(Math.round(value)) : value).padStart(wide)
  }).join("")
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
