import { spawnSync } from "node:child_process"
import path from "node:path"

import { run } from "./command.mjs"
import { runGrouped, runJest, runShared } from "./jest.mjs"
import { leftOut } from "./left-out.mjs"
import { secretsInLog } from "./logs.mjs"
import { isQuick } from "./quick-specs.mjs"
import { countsOf, endOf, partOf } from "./report.mjs"
import { specsOfKind } from "./spec-files.mjs"

/** A hang, not a slow machine: so many times as long as usual, and never less than this. */
const HANG_FACTOR = 6
const HANG_MINUTES = 10

/** Seeds and numbers of schedules are fixed: the same commit tries the same things on every machine. */
const FAULTS = ["--worlds", "2", "--redis", "1", "--seed", "100", "--schedules", "16"]
const SOAK = ["--sales", "24", "--seed", "1"]

const REDIS = "redis-server is not installed (Debian, Ubuntu: apt-get install redis-server)"
const CHROMIUM =
  "Chromium is not installed (Debian: apt-get install chromium; elsewhere: CHROMIUM_PATH)"

/**
 * Everything that proves a change, in parts: `npm test` runs the quick ones, `npm run test:all` the others too.
 *
 * - `level`: where its tests belong (docs/testing.md)
 * - `when`: `quick`; `money`, always the first of the others; `later`, in an order that changes by the day
 * - `cores`: how many it keeps busy
 * - `usual`: seconds that it takes on two idle cores (CONTRIBUTING names the machine)
 * - `log`: the file that all it says goes to
 * - `run`: answers `{ passed, failed, files, tests, leftOut }`
 */
export function partsOf(place) {
  const quick = (part) => ({ when: "quick", cores: 1, ...part })
  const money = (part) => ({ when: "money", cores: 2, ...part })
  const later = (part) => ({ when: "later", cores: 1, ...part })
  const parts = [
    quick({ name: "unit", level: "unit", usual: 120, run: shared("unit", ["--coverage"]) }),
    quick({ name: "lint", level: "static", usual: 150, run: script("lint") }),
    quick({ name: "types", level: "static", usual: 90, run: script("types") }),
    quick({ name: "modules", level: "modules", usual: 100, run: shared("modules") }),
    quick({ name: "sandbox", level: "sandbox", usual: 20, run: shared("sandbox") }),
    quick({ name: "format:check", level: "static", usual: 30, run: script("format:check") }),
    quick({ name: "openapi:check", level: "static", usual: 25, run: script("openapi:check") }),
    quick({
      name: "medusa, the quick ones",
      level: "medusa",
      cores: 2,
      usual: 200,
      run: quickHttp,
    }),

    money({ name: "medusa, the others", level: "medusa", usual: 1200, run: otherHttp }),
    money({
      name: "faults",
      level: "processes",
      usual: 240,
      run: needing(hasRedis, REDIS, reporting("faults", FAULTS)),
    }),

    later({ name: "unused", level: "static", usual: 40, run: script("unused") }),
    later({ name: "licenses", level: "static", usual: 10, run: script("licenses") }),
    later({
      name: "instances",
      level: "processes",
      usual: 220,
      run: needing(hasRedis, REDIS, instances),
    }),
    later({
      name: "browser",
      level: "browser",
      usual: 760,
      run: needing(hasChromium, CHROMIUM, reporting("test:browser")),
    }),
    later({ name: "package", level: "package", usual: 550, run: packed }),
    later({
      name: "soak",
      level: "processes",
      usual: 110,
      run: needing(hasRedis, REDIS, reporting("soak", SOAK)),
    }),
  ]
  return parts.map((part) => {
    const settings = settingsOf(part, place)
    return { ...part, log: settings.log, run: () => part.run({ ...place, ...settings }) }
  })
}

function settingsOf({ name, usual }, { folder }) {
  const fileName = name.replace(/\W+/g, "-")
  return {
    name: fileName,
    hangMinutes: Math.max(HANG_MINUTES, (HANG_FACTOR * usual) / 60),
    log: path.join(folder, `${fileName}.log`),
  }
}

/** All specs of a kind of jest.config.js in one process. */
function shared(kind, options = []) {
  return (settings) =>
    runShared(kind, { ...settings, specs: specsOfKind(kind), options, shares: 1 })
}

async function instances(settings) {
  const ran = await runJest("instances", { ...settings, options: ["--maxWorkers=1"] })
  return withLogSearched(ran, settings)
}

async function quickHttp(settings) {
  const ran = await runGrouped("http", { ...settings, wanted: isQuick, testsOfAGroup: 60 })
  return withLogSearched(ran, settings)
}

async function otherHttp(settings) {
  const ran = await runGrouped("http", { ...settings, wanted: (file) => !isQuick(file) })
  return withLogSearched(ran, settings)
}

/** That nothing secret or personal stands in the log is a test of its own. */
async function withLogSearched(ran, { log }) {
  if (ran.files.length === 0) return ran
  const findings = await secretsInLog(log)
  const failed = findings.length === 0 ? [] : [findings.join("\n")]
  return {
    ...ran,
    passed: ran.passed + (findings.length === 0 ? 1 : 0),
    failed: [...ran.failed, ...failed],
  }
}

/** An npm script: as many tests as its last line counts, or one. */
function script(name, args = []) {
  return async (settings) => {
    const words = ["run", "--silent", name, ...(args.length > 0 ? ["--", ...args] : [])]
    const { code, lastWords } = await run("npm", words, settings)
    return ofScript(["npm", ...words].join(" "), code, lastWords)
  }
}

/** An npm script that ends with a report: without one it did not come to its end. */
function reporting(name, args = []) {
  return async (settings) => {
    const told = await script(name, args)(settings)
    return told.counted
      ? told
      : { ...told, passed: 0, failed: [...told.failed, `${name}: no report`] }
  }
}

/** What a script's exit code and the end of what it said come to; `counted`: by its own report. */
export function ofScript(command, code, lastWords) {
  const counts = countsOf(lastWords)
  const told = {
    files: [],
    tests: [],
    leftOut: partOf(lastWords, "left out"),
    counted: counts !== null,
  }
  const badEnd = [`${command}: ${code}\n${endOf(lastWords)}`]
  if (counts === null) {
    return { ...told, passed: code === 0 ? 1 : 0, failed: code === 0 ? [] : badEnd }
  }
  const named = failuresIn(partOf(lastWords, "failed"))
  const failed = code === 0 && counts.failed === 0 ? [] : named.length > 0 ? named : badEnd
  return { ...told, passed: counts.passed, failed }
}

/** Failures as a report lists them: what a failure said is indented further than its name. */
function failuresIn(lines) {
  const failures = []
  for (const line of lines) {
    if (line.startsWith(" ")) failures[failures.length - 1] += `\n${line.trim()}`
    else failures.push(line)
  }
  return failures
}

/** Which Medusa and which Node, the day decides (integration-tests/packed/turn.mjs). */
async function packed(settings) {
  const built = await run("npm", ["run", "--silent", "build"], settings)
  const build = ofScript("npm run build", built.code, built.lastWords)
  if (build.failed.length > 0) return build
  const log = settings.log.replace(/\.log$/, "-installed.log")
  const installed = await reporting("test:packed", ["--built"])({ ...settings, log })
  return { ...installed, passed: installed.passed + build.passed }
}

function needing(has, why, work) {
  return async (settings) => {
    if (has(settings.env)) return work(settings)
    return { passed: 0, files: [], tests: [], ...leftOut(settings.name, why) }
  }
}

function hasRedis() {
  return spawnSync("redis-server", ["--version"]).status === 0
}

function hasChromium(env) {
  const names = ["chromium", "chromium-browser", "google-chrome"]
  const found = () => names.some((name) => spawnSync("which", [name]).status === 0)
  return Boolean(env.CHROMIUM_PATH) || found()
}
