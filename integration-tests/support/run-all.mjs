import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import path from "node:path"

import { toldScore } from "../mutation/scores.mjs"
import { quietMedusa } from "./quiet-medusa.mjs"
import { endRunning, run } from "./run/command.mjs"
import { runGrouped, runJest } from "./run/jest.mjs"
import { secretsInLogs } from "./run/logs.mjs"
import { leftOut } from "./run/left-out.mjs"
import { closeReport, endOf } from "./run/report.mjs"
import { specsNobodyRan } from "./run/spec-files.mjs"

// `npm test`: every check there is, in this order, whatever fails before. The last line is
// `N passed, N failed`; the exit code is 0 only if nothing failed.
const BEFORE = [
  [
    "lint, types, format, nothing unused, licenses, the written contract",
    () => npmScripts("lint", "types", "format:check", "unused", "licenses", "openapi:check"),
  ],
  ["unit tests", () => specs("unit", { minutes: 10, coverage: true })],
  ["sandbox tests", () => specs("sandbox", { minutes: 10 })],
  ["integration tests", () => specs("http", { minutes: 38, log: logFile("http") }, runGrouped)],
]

// At the same time as each other: they wait for leases, for clocks and for processes that start again.
const BESIDE = [
  [
    [
      "several instances",
      async () => ({
        ...(await specs("instances", { minutes: 10, log: logFile("instances"), again: true })),
        // They fail by themselves where everything is to be tried.
        leftOut: hasRedis() ? [] : leftOut("two instances with Redis", REDIS_MISSING).leftOut,
      }),
    ],
  ],
  [
    ["faults", () => faults("--seed", "100", "--schedules", "22", "--minutes", "1")],
    [
      "faults with Redis",
      () => faultsWithRedis("--seed", "900", "--schedules", "4", "--minutes", "1"),
    ],
  ],
]

const AFTER = [
  ["every spec file ran", () => oneTest(specsNobodyRan(ranFiles))],
  ["nothing secret or personal in the log", async () => oneTest(await secretsInLogs(logs))],
]

const REDIS_MISSING = "redis-server is not installed (Debian, Ubuntu: apt-get install redis-server)"

process.chdir(path.resolve(import.meta.dirname, "../.."))
const folder = path.resolve(".medusa/tests")
const env = { ...withoutOurNames(process.env), ...quietMedusa() }
const ranFiles = []
const logs = []

// A developer's own shop and accounts must not decide what the tests see.
function withoutOurNames(environment) {
  const ours = /^(PAYIN_|MEDUSA_|DB_|LOG_|DATABASE_URL$|REDIS_URL$|PORT$|NODE_ENV$|NODE_OPTIONS$)/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.test(name)))
}

function logFile(kind) {
  return path.join(folder, `${kind}.log`)
}

/** Two at a time, the longest first: each works on one core. Every script is a test. */
async function npmScripts(...names) {
  const results = []
  const waiting = [...names]
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      results.push(oneTest(await npmScript([name], { minutes: 10 })))
    }
  }
  await Promise.all([lane(), lane()])
  return { passed: passedIn(results), failed: results.flatMap(({ failed }) => failed) }
}

/** Nothing when it ended well; else what was called, and the end of what it said. */
async function npmScript(words, { minutes }) {
  const { code, lastWords } = await run("npm", ["run", "--silent", ...words], { env, minutes })
  return code === 0 ? [] : [`npm run ${words.join(" ")}: ${code}\n${endOf(lastWords)}`]
}

/** Schedules of a known seed until the time is up (a person draws new ones); the driver searches its own log and tells what failed. */
async function faults(...args) {
  const words = ["faults", "--", "--worlds", "2", ...args]
  return oneTest(await npmScript(words, { minutes: 20 }))
}

function hasRedis() {
  return spawnSync("redis-server", ["--version"]).status === 0
}

async function faultsWithRedis(...args) {
  if (hasRedis()) return faults("--redis", ...args)
  return { passed: 0, ...leftOut("faults with Redis", REDIS_MISSING) }
}

/**
 * `again`, and grouped: a whole Medusa on a busy machine can be late where nobody thought of it, and one late test of a
 * thousand says nothing of a change. It is told with what it said, for a person to mend.
 */
async function specs(kind, settings, how = runJest) {
  const { log } = settings
  const { passed, failed, unsteady, files } = await how(kind, { env, folder, ...settings })
  ranFiles.push(...files)
  if (log !== undefined && files.length > 0) logs.push(log)
  if (log !== undefined && failed.length > 0) console.log(`  the whole log: ${log}`)
  return { passed, failed, unsteady }
}

function passedIn(results) {
  return results.reduce((total, { passed }) => total + passed, 0)
}

/** Several findings of one check are one failed test. */
function oneTest(findings) {
  return findings.length === 0
    ? { passed: 1, failed: [] }
    : { passed: 0, failed: [findings.join("\n")] }
}

async function inTurn(stages) {
  const results = []
  for (const stage of stages) results.push(await runStage(stage))
  return results
}

async function runStage([title, check]) {
  const started = Date.now()
  console.log(`\n${title}`)
  const { passed, failed, unsteady = [], leftOut = [] } = await check()
  const seconds = (Date.now() - started) / 1000
  console.log(`  ${title}: ${passed} passed, ${failed.length} failed (${seconds.toFixed(1)} s)`)
  return { name: title, seconds, passed, failed, unsteady, leftOut }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => {
    endRunning()
    console.log(`\nended by ${signal}`)
    process.exit(1)
  })
}

mkdirSync(folder, { recursive: true })
const results = await inTurn(BEFORE)
results.push(...(await Promise.all(BESIDE.map(inTurn))).flat(), ...(await inTurn(AFTER)))

const passed = passedIn(results)
console.log(`\n${toldScore()}`)
const failures = results.flatMap(({ name, failed }) => failed.map((line) => `${name}: ${line}`))
const unsteady = results.flatMap(({ name, unsteady }) => unsteady.map((line) => `${name}: ${line}`))
const notTried = results.flatMap(({ leftOut }) => leftOut)
process.exitCode = closeReport({ passed, failures, unsteady, leftOut: notTried, took: results })
  ? 0
  : 1
