import { readFileSync, rmSync } from "node:fs"
import path from "node:path"

import { run } from "./command.mjs"
import { groupsIn, runsAlone, ungrouped, writeGroups, writeShares } from "./groups.mjs"
import { beginningOf, endOf } from "./report.mjs"
import { specsOf } from "./spec-files.mjs"

/**
 * Runs the specs of one kind (jest.config.js). Answers `{ passed, failed, files, tests }`: how many tests passed, of
 * each that did not its name and on further lines what it said, the spec files that ran, and every test with its
 * duration. A test that was skipped did not pass, nor did a file that could not even be loaded. Nothing is tried a
 * second time.
 */
export async function runJest(kind, settings) {
  const { results, code, lastWords } = await jest(kind, settings.options ?? [], settings)
  return count(results, code, lastWords)
}

/**
 * The same for specs of a whole Medusa that share stores (groups.mjs): those that `wanted` says, in the order of the
 * folder.
 */
export async function runGrouped(kind, { wanted, testsOfAGroup, ...settings }) {
  const all = specsOf(`integration-tests/${kind}`).filter(wanted)
  const groups = groupsIn(all, testsOfAGroup)
  const folder = path.join(settings.folder, "groups", settings.name)
  const grouped = writeGroups(groups, folder)
  const inGroups = new Set(groups.flatMap(({ files }) => files))
  const alone = all.filter((file) => !inGroups.has(file))
  const files = [...grouped, ...alone].map((file) => path.resolve(file))
  const options = ["--runTestsByPath", ...files]
  const { results, code, lastWords } = await jest(`${kind}-grouped`, options, settings)
  return count(results === null ? null : ungrouped(results), code, lastWords)
}

/** The same for these `specs`, which need no store: so many files at a time call all of them. */
export async function runShared(kind, { specs, shares, ...settings }) {
  const folder = path.join(settings.folder, "groups", settings.name)
  const alone = specs.filter(runsAlone)
  const together = specs.filter((file) => !alone.includes(file))
  const files = [...writeShares(together, shares, folder), ...alone]
  const options = [
    ...(settings.options ?? []),
    `--maxWorkers=${shares}`,
    "--runTestsByPath",
    ...files.map((file) => path.resolve(file)),
  ]
  const { results, code, lastWords } = await jest(`${kind}-grouped`, options, settings)
  return count(results === null ? null : ungrouped(results), code, lastWords)
}

async function jest(kind, options, { env, hangMinutes, folder, log, name }) {
  const program = path.resolve("node_modules/jest/bin/jest.js")
  const outputFile = path.join(folder, `${name}.json`)
  rmSync(outputFile, { force: true })
  const { code, lastWords } = await run(
    process.execPath,
    [program, "--json", `--outputFile=${outputFile}`, ...options],
    { env: jestEnvironment(env, kind), hangMinutes, log }
  )
  return { results: readResults(outputFile), code, lastWords }
}

// jest loads Medusa's and our own ES modules with import(). A larger young generation than V8's 16 MB saves some 8 %
// of the CPU in garbage collection.
const NODE_OPTIONS =
  "--experimental-vm-modules --disable-warning=ExperimentalWarning --max-semi-space-size=64"

function jestEnvironment(env, kind) {
  return { ...env, TEST_KIND: kind, NODE_OPTIONS }
}

// jest writes none when it crashed.
function readResults(outputFile) {
  try {
    return JSON.parse(readFileSync(outputFile, "utf8"))
  } catch (error) {
    if (error.code === "ENOENT") return null
    throw error
  }
}

/** What the results of a run, jest's exit code and the end of what it printed come to. */
export function count(results, code, lastWords = "") {
  const badEnd = code === 0 ? [] : [withMessage(`jest ended with ${code}`, endOf(lastWords))]
  if (results === null) return { passed: 0, failed: badEnd, files: [], tests: [] }
  const failed = []
  const tests = []
  for (const suite of results.testResults) {
    const file = relative(suite.name)
    for (const { status, fullName, failureMessages, duration } of suite.assertionResults) {
      const name = `${file}: ${fullName.trim()}`
      tests.push({ name, seconds: (duration ?? 0) / 1000 })
      if (status === "passed") continue
      failed.push(withMessage(`${name} (${status})`, failureMessages[0]))
    }
    if (suite.status === "failed" && suite.assertionResults.every(hasPassed)) {
      failed.push(withMessage(`${file}: could not run`, suite.message))
    }
  }
  if (failed.length === 0) failed.push(...badEnd)
  const files = results.testResults.map(({ name }) => relative(name))
  return { passed: results.numPassedTests, failed, files, tests }
}

function relative(file) {
  return path.relative(process.cwd(), file)
}

function withMessage(name, message = "") {
  return message === "" ? name : `${name}\n${beginningOf(message)}`
}

function hasPassed({ status }) {
  return status === "passed"
}
