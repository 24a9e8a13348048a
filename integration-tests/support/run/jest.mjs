import { readFileSync, rmSync } from "node:fs"
import path from "node:path"

import { run } from "./command.mjs"
import { groupsIn, ungrouped, writeGroups } from "./groups.mjs"
import { beginningOf, endOf } from "./report.mjs"

// More than these have a cause in common, and that is not chance.
const MOST_TRIED_AGAIN = 6

/**
 * Runs all specs of one kind (jest.config.js). Answers `{ passed, failed, unsteady, files }`: how many
 * tests passed, of each that did not its name and on further lines what it said, and the spec files
 * that ran. A test that was skipped did not pass, nor did a file that could not even be loaded.
 * `coverage`: too little of it fails the run. `again`: up to six files that failed run once more, one
 * after the other; what passes then counts as passed, and `unsteady` tells what it said before.
 */
export async function runJest(kind, { coverage = false, again = false, ...settings }) {
  const first = await jest(kind, coverage ? ["--coverage"] : [], settings)
  return again ? tryAgain(kind, first, settings) : count(first.results, first.code, first.lastWords)
}

/** The same for a kind whose specs share stores in a run of all of them (groups.mjs). */
export async function runGrouped(kind, settings) {
  const groups = groupsIn(`integration-tests/${kind}`)
  writeGroups(groups, path.join(settings.folder, "groups"))
  const alone = groups
    .flatMap(({ files }) => files)
    .flatMap((file) => ["--testPathIgnorePatterns", `/${file}$`])
  const first = await jest(`${kind}-grouped`, alone, settings)
  const results = first.results === null ? null : ungrouped(first.results)
  return tryAgain(kind, { ...first, results }, settings)
}

async function tryAgain(kind, first, settings) {
  const files = filesToTryAgain(first.results)
  if (files.length === 0) return count(first.results, first.code, first.lastWords)
  console.log(`  once more: ${files.map(relative).join(", ")}`)
  const only = ["--runInBand", "--runTestsByPath", ...files]
  return countOfBoth(first, await jest(kind, only, { ...settings, append: true }))
}

async function jest(kind, options, { env, minutes, folder, log, append }) {
  const program = path.resolve("node_modules/jest/bin/jest.js")
  const outputFile = path.join(folder, `${kind}.json`)
  rmSync(outputFile, { force: true })
  const { code, lastWords } = await run(
    process.execPath,
    [program, "--json", `--outputFile=${outputFile}`, "--passWithNoTests", ...options],
    { env: jestEnvironment(env, kind), minutes, log, append }
  )
  return { results: readResults(outputFile), code, lastWords }
}

/** The spec files that failed; none where it is too many, or jest itself ended badly. */
export function filesToTryAgain(results) {
  const failed = results?.testResults.filter(({ status }) => status === "failed") ?? []
  return failed.length > MOST_TRIED_AGAIN ? [] : failed.map(({ name }) => name)
}

/** What a run and the second try of its failed files come to. */
export function countOfBoth(first, second) {
  const retried = second.results?.testResults ?? []
  if (retried.length === 0) return count(first.results, first.code, first.lastWords)
  const secondOf = new Map(retried.map((suite) => [suite.name, suite]))
  const testResults = first.results.testResults.map((suite) => secondOf.get(suite.name) ?? suite)
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const before = count(first.results, first.code)
  const after = count(
    { testResults, numPassedTests: tests.filter(hasPassed).length },
    second.code,
    second.lastWords
  )
  const stillFails = new Set(after.failed.map(firstLine))
  return { ...after, unsteady: before.failed.filter((each) => !stillFails.has(firstLine(each))) }
}

// jest loads Medusa's and our own ES modules with import() (stack.md, "Tests"). What a request leaves behind is
// collected young, some 8 % of the CPU: V8's own size of that place is 16 MB.
const NODE_OPTIONS =
  "--experimental-vm-modules --disable-warning=ExperimentalWarning --max-semi-space-size=64"

function jestEnvironment(env, kind) {
  return { ...env, TEST_KIND: kind, NODE_OPTIONS }
}

// jest writes no file when it found no specs, and none when it crashed.
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
  if (results === null) return { passed: 0, failed: badEnd, unsteady: [], files: [] }
  const failed = []
  for (const suite of results.testResults) {
    const file = relative(suite.name)
    for (const { status, fullName, failureMessages } of suite.assertionResults) {
      if (status === "passed") continue
      failed.push(withMessage(`${file}: ${fullName.trim()} (${status})`, failureMessages[0]))
    }
    if (suite.status === "failed" && suite.assertionResults.every(hasPassed)) {
      failed.push(withMessage(`${file}: could not run`, suite.message))
    }
  }
  if (failed.length === 0) failed.push(...badEnd)
  const files = results.testResults.map(({ name }) => name)
  return { passed: results.numPassedTests, failed, unsteady: [], files }
}

function relative(file) {
  return path.relative(process.cwd(), file)
}

function firstLine(text) {
  return text.split("\n", 1)[0]
}

function withMessage(name, message = "") {
  return message === "" ? name : `${name}\n${beginningOf(message)}`
}

function hasPassed({ status }) {
  return status === "passed"
}
