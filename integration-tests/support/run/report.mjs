import { stripVTControlCharacters } from "node:util"

const SHOWN_LINES = 20
const FAILURES_IN_FULL = 15
const SLOWEST = 10
const FRAME = /^\s+at .*:\d+:\d+\)?$/
const FRAME_OF_OTHERS = /\/node_modules\/|\(?node:/

/** The beginning of what a failed test said, without colours, and where in our code it said so. */
export function beginningOf(message) {
  const lines = linesOf(message).filter((line) => !isFrame(line) || !FRAME_OF_OTHERS.test(line))
  if (lines.length <= SHOWN_LINES) return lines.join("\n")
  const [shown, rest] = [lines.slice(0, SHOWN_LINES), lines.slice(SHOWN_LINES)]
  const place = shown.some(isFrame) ? [] : rest.filter(isFrame).slice(0, 1)
  return [...shown, `... and ${rest.length} more lines`, ...place].join("\n")
}

/** The end of what a program said that is no test, without colours. */
export function endOf(output) {
  return linesOf(output).slice(-SHOWN_LINES).join("\n")
}

/**
 * How a suite ends, so that the tail of a log is enough: what took how long, the slowest tests, how many there are at
 * each level, what was left out, what failed and what it said, and the counts as the very last line. `took` and
 * `tests` hold `{ name, seconds }`, `levels` pairs of a level and its number of tests; a failure is its name, and on
 * further lines what it said; `leftOut` is a line each. Answers whether nothing failed.
 */
export function closeReport({
  passed,
  failures,
  leftOut = [],
  took = [],
  tests = [],
  levels = [],
}) {
  showAll("took", took.map(timed))
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  showAll("slowest tests", slowest.map(timed))
  const width = Math.max(...levels.map(([level]) => level.length))
  showAll(
    "tests by level",
    levels.map(([level, count]) => `${level.padEnd(width)} ${String(count).padStart(6)}`)
  )
  showAll("left out", leftOut)
  showAll("failed", failures)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}

/** The lines of a part of such a report, without their indentation. */
export function partOf(output, headline) {
  const lines = stripVTControlCharacters(output).split("\n")
  const start = lines.lastIndexOf(`${headline}:`)
  if (start < 0) return []
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => !line.startsWith(" "))
  return rest.slice(0, end < 0 ? rest.length : end).map((line) => line.slice(2))
}

/** What the last line of such a report says; null when it is none. */
export function countsOf(output) {
  const last = linesOf(output).at(-1) ?? ""
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(last) ?? []
  return passed === undefined ? null : { passed: Number(passed), failed: Number(failed) }
}

function timed({ name, seconds }) {
  return `${seconds.toFixed(seconds < 10 ? 1 : 0).padStart(6)} s  ${name}`
}

function showAll(headline, entries) {
  if (entries.length === 0) return
  console.log(`\n${headline}:`)
  entries.forEach((entry, index) => console.log(listed(entry, index < FAILURES_IN_FULL)))
}

// Where everything fails, the names of all of it are worth more than what all of it said.
function listed(failure, inFull) {
  const [name, ...message] = failure.split("\n")
  // An empty line would end this part of the report (partOf).
  const said = message.filter((line) => line.trim() !== "")
  const shown = inFull ? said.map((line) => `      ${line}`.trimEnd()) : []
  return [`  ${name}`, ...shown].join("\n")
}

function linesOf(text) {
  return stripVTControlCharacters(text).trim().split("\n")
}

function isFrame(line) {
  return FRAME.test(line)
}
