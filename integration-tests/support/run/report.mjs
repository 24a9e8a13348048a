import { stripVTControlCharacters } from "node:util"

const SHOWN_LINES = 20
const FAILURES_IN_FULL = 15
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
 * How a suite ends, so that the tail of a log is enough: what took how long, what failed and what it
 * said, and the counts as the very last line. `.ci/run` collects the parts by their headlines `took:`,
 * `left out:`, `passed at the second try:` and `failed:`, whose lines are indented. `took` holds `{ name, seconds }`; a
 * failure, and what is `unsteady`, is its name, and on further lines what it said; `leftOut` is a line each. Answers
 * whether nothing failed.
 */
export function closeReport({ passed, failures, unsteady = [], leftOut = [], took = [] }) {
  if (took.length > 0) {
    console.log("\ntook:")
    for (const { name, seconds } of took) {
      console.log(`  ${seconds.toFixed(0).padStart(5)} s  ${name}`)
    }
  }
  showAll("left out", leftOut)
  showAll("passed at the second try", unsteady)
  showAll("failed", failures)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}

function showAll(headline, failures) {
  if (failures.length === 0) return
  console.log(`\n${headline}:`)
  failures.forEach((failure, index) => console.log(listed(failure, index < FAILURES_IN_FULL)))
}

// Where everything fails, the names of all of it are worth more than what all of it said.
function listed(failure, inFull) {
  const [name, ...message] = failure.split("\n")
  const shown = inFull ? message.map((line) => `      ${line}`.trimEnd()) : []
  return [`  ${name}`, ...shown].join("\n")
}

function linesOf(text) {
  return stripVTControlCharacters(text).trim().split("\n")
}

function isFrame(line) {
  return FRAME.test(line)
}
