// npm test, npm run test:rest, npm run test:all: everything that proves a change (parts.mjs). The last line is
// "N passed, N failed"; the exit code is 0 only if nothing failed.
//
// prove.mjs quick | rest | all [--after-quick] [--until SECONDS]
// `--after-quick`: `rest` reports the `quick` of the same commit too, which has to have ended before.
// `--until`: seconds since 1970. What would not end before then is not begun: it is told, and does not fail. What
// protects money is begun all the same.

import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"

import { toldScore } from "../../mutation/scores.mjs"
import { quietMedusa } from "../quiet-medusa.mjs"
import { endRunning } from "./command.mjs"
import { dayNumber, inLanes, ofTheDay, slowness } from "./lanes.mjs"
import { partsOf } from "./parts.mjs"
import { closeReport } from "./report.mjs"
import { specsNobodyRan } from "./spec-files.mjs"

const CORES = 2
const SIGN_OF_LIFE_MS = 30_000
/** Of what fast-check makes up (support/jest/fast-check.cjs): the same on every machine. */
const { FUZZ_SEED = "1" } = process.env
const LEVELS = ["static", "unit", "sandbox", "modules", "medusa", "processes", "browser", "package"]

process.chdir(path.resolve(import.meta.dirname, "../../.."))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { until: { type: "string" }, "after-quick": { type: "boolean", default: false } },
})
const [what = "quick", ...others] = positionals
if (others.length > 0) {
  throw new Error(
    `${others.join(" ")}: one file is tried by npm run test:unit -- FILE (docs/testing.md)`
  )
}
const until = Number(values.until ?? Infinity)
if (Number.isNaN(until)) throw new Error(`--until ${values.until}: it is a number of seconds`)
const folder = path.resolve(".medusa/tests")
const QUICK_RESULTS = path.join(folder, "quick-results.json")
const env = { ...withoutOurNames(process.env), ...quietMedusa(), FUZZ_SEED }

// A developer's own shop and accounts must not decide what the tests see.
function withoutOurNames(environment) {
  const ours =
    /^(PAYIN_|MEDUSA_|DB_|LOG_|FUZZ_RUNS$|DATABASE_URL$|REDIS_URL$|PORT$|NODE_ENV$|NODE_OPTIONS$)/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.test(name)))
}

/** The parts of a run, in their order: what takes longest first, and of the later ones by the day. */
function chosen(parts) {
  const of = (when) => parts.filter((part) => part.when === when)
  const rest = [of("money"), ofTheDay(of("later"), dayNumber())]
  return { quick: [of("quick")], rest, all: [of("quick"), ...rest] }[what]
}

const began = Date.now()
const secondsSince = (time) => (Date.now() - time) / 1000
const underWay = new Map()

async function runPart({ name, level, usual, log, run }) {
  const since = Date.now()
  underWay.set(name, since)
  console.log(`  begun: ${name}`)
  const { passed, failed, files, tests, leftOut = [] } = await run()
  underWay.delete(name)
  const seconds = secondsSince(since)
  console.log(`  ${name}: ${passed} passed, ${failed.length} failed (${seconds.toFixed(0)} s)`)
  for (const failure of failed) console.log(`    ${failure.replaceAll("\n", "\n      ")}`)
  if (failed.length > 0) console.log(`    the whole log: ${path.relative(".", log)}`)
  return { name, level, usual, seconds, passed, failed, files, tests, leftOut }
}

/** What the `quick` before found. One of another commit, or one that died, is a failure. */
function before() {
  const name = "npm test"
  try {
    const { commit, results } = JSON.parse(readFileSync(QUICK_RESULTS, "utf8"))
    if (commit === commitNow()) return results
    return [failedPart(name, `it ran at ${commit}`)]
  } catch (error) {
    if (error.code === "ENOENT") return [failedPart(name, "it did not end")]
    throw error
  }
}

function failedPart(name, why) {
  const nothing = { passed: 0, files: [], tests: [], leftOut: [] }
  return { name, level: "static", usual: 0, seconds: 0, ...nothing, failed: [why] }
}

function commitNow() {
  return spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout?.trim() ?? ""
}

async function prove() {
  const parts = chosen(partsOf({ env, folder }))
  if (parts === undefined) throw new Error(`"${what}": it is one of quick, rest, all`)
  console.log(
    `${what}: on ${os.cpus()[0].model}, day ${dayNumber()}, seed of random tests ${FUZZ_SEED}`
  )
  const earlier = values["after-quick"] ? before() : []
  const results = []
  const notBegun = []
  for (const stage of parts) {
    const mayBegin = ({ when, usual }) =>
      when === "money" || Date.now() / 1000 + usual * slowness([...earlier, ...results]) < until
    const done = await inLanes(stage, { cores: CORES, run: runPart, mayBegin })
    results.push(...done.results)
    notBegun.push(...done.leftOut.map(({ name }) => `${name}: no time`))
  }
  return { earlier, results, notBegun }
}

/** Each spec file belongs to some part; told where every part ran that has any. */
function unknownSpecs(results, leftOut) {
  const whole = what !== "quick" && results.some(({ name }) => name === "unit")
  return whole && leftOut.length === 0 ? specsNobodyRan(results.flatMap(({ files }) => files)) : []
}

function report({ earlier, results: ran, notBegun }) {
  const results = [...earlier, ...ran]
  const leftOut = [...notBegun, ...results.flatMap((result) => result.leftOut)]
  const failed = results.flatMap(({ name, failed }) => failed.map((line) => `${name}: ${line}`))
  const of = (level) => results.filter((result) => result.level === level)
  const tests = (found) =>
    found.reduce((sum, { passed, failed }) => sum + passed + failed.length, 0)
  console.log(`\n${toldScore()}`)
  return closeReport({
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: [...failed, ...unknownSpecs(results, leftOut)],
    leftOut,
    took: [...results, { name: `${what} altogether`, seconds: secondsSince(began) }],
    tests: results.flatMap(({ tests }) => tests),
    levels: LEVELS.map((level) => [level, tests(of(level))]).filter(([, count]) => count > 0),
  })
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => {
    endRunning()
    console.log(`\nended by ${signal}`)
    process.exit(1)
  })
}
const signOfLife = setInterval(() => {
  const still = [...underWay].map(([name, since]) => `${name} ${secondsSince(since).toFixed(0)} s`)
  console.log(`  ... ${still.join(", ")}`)
}, SIGN_OF_LIFE_MS)

mkdirSync(folder, { recursive: true })
if (what !== "rest") rmSync(QUICK_RESULTS, { force: true })
const proved = await prove()
clearInterval(signOfLife)
if (what === "quick") {
  writeFileSync(QUICK_RESULTS, JSON.stringify({ commit: commitNow(), results: proved.results }))
}
process.exitCode = report(proved) ? 0 : 1
