import { bold, dim, green, red, say } from "../demo/steps/progress.mjs"
import { summary } from "./statistics.mjs"

const HEAD = ["ms", "ours p50", "p95", "Medusa p50", "p95", "n", "ratio", "aim", ""]
const BOOT_HEAD = ["ms", "with p50", "p95", "without p50", "p95", "n", "growth", "aim", ""]

/**
 * Rows `{ name, ours, theirs, aim }`: samples in milliseconds and the aim for the ratio of the medians;
 * no aim, no verdict.
 */
export function printRatios(rows) {
  print([HEAD, ...rows.map(ratioCells)])
}

/** One row whose aim is a number of milliseconds that ours may take longer. */
export function printGrowth({ name, ours, theirs, aim }) {
  const [mine, other] = [summary(ours), summary(theirs)]
  const growth = mine.p50 - other.p50
  const cells = [name, ...sides(mine, other, 0), `${growth >= 0 ? "+" : ""}${growth.toFixed(0)}`]
  print([BOOT_HEAD, [...cells, `< ${aim}`, verdict(growth < aim)]])
}

function ratioCells({ name, ours, theirs, aim }) {
  const [mine, other] = [summary(ours), summary(theirs)]
  const ratio = mine.p50 / other.p50
  const cells = [name, ...sides(mine, other, 1), ratio.toFixed(2)]
  return aim === undefined ? [...cells, "", ""] : [...cells, aim.toFixed(1), verdict(ratio <= aim)]
}

function sides(mine, other, decimals) {
  const times = [mine.p50, mine.p95, other.p50, other.p95].map((ms) => ms.toFixed(decimals))
  return [...times, mine.n === other.n ? String(mine.n) : `${mine.n}/${other.n}`]
}

const verdict = (met) => (met ? "ok" : "over")

function print(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  lines.forEach((line, index) => {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])
    )
    const end = line.at(-1)
    const paint = index === 0 ? dim : end === "" ? (text) => text : bold
    const last = end === "" ? "" : end === "ok" ? green(end) : red(end)
    say(`  ${paint(cells.slice(0, -1).join("  "))}  ${last}`.trimEnd())
  })
  say()
}
