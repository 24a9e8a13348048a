import { bold, dim, facts, green, red, say } from "../demo/steps/progress.mjs"
import { percentile, summary } from "./statistics.mjs"

const HEAD = ["ms", "ours p50", "p95", "Medusa p50", "p95", "n", "ratio", "aim", ""]
const SIZE_HEAD = ["ms", "many p50", "p95", "1,000 p50", "p95", "n", "ratio", "aim", ""]
const RATE_HEAD = ["a second", "ours", "", "n", "ratio", "aim", ""]
const CPU_HEAD = ["ms of CPU", "first", "p50", "p95", "n", "aim", ""]
const FLOOD_HEAD = [
  "ms",
  "p50",
  "p95",
  "n",
  "failed",
  "told/s",
  "lookups/s",
  "p95 ratio",
  "aim",
  "",
]
const FLOOD_AIM = 1.5
const BOOT_HEAD = ["ms", "with p50", "p95", "without p50", "p95", "n", "growth", "aim", ""]

/**
 * Rows `{ name, ours, theirs, aim }`: samples in milliseconds and the aim for the ratio of the medians;
 * no aim, no verdict.
 */
export function printRatios(rows) {
  print([HEAD, ...rows.map(ratioCells)])
}

/** Rows whose samples are of something a second, more being better; the aim is the least ratio, none no verdict. */
export function printRates(rows, other) {
  print([RATE_HEAD.with(2, other), ...rows.map(rateCells)])
}

/** Rows as of `printRatios`, ours being asked of many rows and theirs of a thousand, and what was read. */
export function printSizes(rows) {
  print([SIZE_HEAD, ...rows.map(ratioCells)])
  for (const { name, indexes, whole } of rows) {
    const read = [...indexes, ...whole.map((table) => red(`all of ${table}`))]
    say(`  ${dim(`${name}: ${read.join(", ") || "no table"}`)}`)
  }
  say()
}

/** Rows `{ name, first, samples, aim }` in milliseconds; the aim is for the first, which knows no warm code. */
export function printCpu(rows) {
  const cells = rows.map(({ name, first, samples, aim }) => {
    const { n, p50, p95 } = summary(samples)
    const times = [first, p50, p95].map((ms) => ms.toFixed(0))
    return [name, ...times, String(n), `< ${aim}`, mark(first < aim)]
  })
  print([CPU_HEAD, ...cells])
}

/** Waits of a real shopper, the first beside nobody; the aim is for how the 95th percentile grows. */
export function printFlood([alone, ...beside]) {
  const cells = [alone, ...beside].map(({ pages, listen, waits, failed, told, lookups }) => {
    const { n, p50, p95 } = summary(waits)
    const ratio = p95 / percentile(alone.waits, 0.95)
    const numbers = [p50, p95].map((ms) => ms.toFixed(0))
    const rates = [told, lookups].map((rate) => rate.toFixed(1))
    const named = [
      `a link, beside ${count(pages)} pages that ${listen ? "listen" : "poll"}`,
      ...numbers,
      String(n),
      String(failed),
      ...rates,
    ]
    return pages === 0
      ? [...named, "", "", ""]
      : [
          ...named,
          ratio.toFixed(2),
          FLOOD_AIM.toFixed(1),
          mark(failed <= alone.failed && ratio <= FLOOD_AIM),
        ]
  })
  print([FLOOD_HEAD, ...cells])
}

/** What reconciling a pile of pending pay-ins took, a line each. */
export function printReconciliation(result) {
  const { pending, allowed, seconds, answered, refused, too_early, memory } = result
  const rate = (number) => `${(number / seconds).toFixed(0)} a second`
  facts([
    [`${count(pending)} pending`, `looked up in ${seconds.toFixed(0)} s, ${rate(pending)}`],
    ["lookups", `${count(answered + refused)}, ${rate(answered)} answered of ${allowed} allowed`],
    ["429, Retry-After", `${refused} times, ${too_early} lookups came while it had to wait`],
    [
      "kept in memory",
      `${mb(memory.early.kept)} after a tenth, ${mb(memory.late.kept)} at the end`,
    ],
    ["resident", `${mb(memory.early.rss)} after a tenth, ${mb(memory.late.rss)} at the end`],
  ])
  say()
}

/** What renewing did to the store's memory, a line each. */
export function printRenewals({ rows, subscriptions, renewed, memory: { early, late } }) {
  printRates(rows, "Medusa")
  facts([
    [
      `${count(renewed)} of ${count(subscriptions)} that were due`,
      "memory after the first round, and at the end",
    ],
    ["kept", `${mb(early.kept)}, ${mb(late.kept)}`],
    ["resident", `${mb(early.rss)}, ${mb(late.rss)}`],
  ])
  say()
}

const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`

/** 10000 as 10,000. */
export function count(number) {
  return number.toLocaleString("en-US")
}

/** One row whose aim is a number of milliseconds that ours may take longer. */
export function printGrowth({ name, ours, theirs, aim }) {
  const [mine, other] = [summary(ours), summary(theirs)]
  const growth = mine.p50 - other.p50
  const cells = [name, ...sides(mine, other, 0), `${growth >= 0 ? "+" : ""}${growth.toFixed(0)}`]
  print([BOOT_HEAD, [...cells, `< ${aim}`, mark(growth < aim)]])
}

function ratioCells({ name, ours, theirs, aim }) {
  const [mine, other] = [summary(ours), summary(theirs)]
  const ratio = mine.p50 / other.p50
  const cells = [name, ...sides(mine, other, 1), ratio.toFixed(2)]
  return aim === undefined ? [...cells, "", ""] : [...cells, aim.toFixed(1), mark(ratio <= aim)]
}

function rateCells({ name, ours, theirs, aim }) {
  const [mine, other] = [ours, theirs].map((samples) => percentile(samples, 0.5))
  const ratio = mine / other
  const rates = [mine, other].map((rate) => rate.toFixed(1))
  const cells = [name, ...rates, String(ours.length), ratio.toFixed(2)]
  return aim === undefined ? [...cells, "", ""] : [...cells, `>= ${aim}`, mark(ratio >= aim)]
}

function sides(mine, other, decimals) {
  const times = [mine.p50, mine.p95, other.p50, other.p95].map((ms) => ms.toFixed(decimals))
  return [...times, mine.n === other.n ? String(mine.n) : `${mine.n}/${other.n}`]
}

const mark = (met) => (met ? "ok" : "over")

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
