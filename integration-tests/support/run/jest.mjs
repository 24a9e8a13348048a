import { readFileSync, rmSync } from "node:fs"
import path from "node:path"

import { run } from "./command.mjs"
import { beginningOf, endOf } from "./report.mjs"

/**
 * Runs all specs of one kind (jest.config.js). Answers `{ passed, failed, files }`: how many tests
 * passed, of each that did not its name and on further lines what it said, and the spec files that
 * ran. A test that was skipped did not pass, nor did a file that could not even be loaded.
 * `coverage`: too little of it fails the run.
 */
export async function runJest(kind, { env, minutes, folder, log, coverage = false }) {
  const jest = path.resolve("node_modules/jest/bin/jest.js")
  const outputFile = path.join(folder, `${kind}.json`)
  rmSync(outputFile, { force: true })
  const { code, lastWords } = await run(
    process.execPath,
    [
      jest,
      "--json",
      `--outputFile=${outputFile}`,
      "--passWithNoTests",
      ...(coverage ? ["--coverage"] : []),
    ],
    { env: jestEnvironment(env, kind), minutes, log }
  )
  return count(readResults(outputFile), code, lastWords)
}

// jest loads Medusa's and our own ES modules with import() (stack.md, "Tests").
function jestEnvironment(env, kind) {
  const options = "--experimental-vm-modules --disable-warning=ExperimentalWarning"
  return { ...env, TEST_KIND: kind, NODE_OPTIONS: options }
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
  if (results === null) return { passed: 0, failed: badEnd, files: [] }
  const failed = []
  for (const suite of results.testResults) {
    const file = path.relative(process.cwd(), suite.name)
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
  return { passed: results.numPassedTests, failed, files }
}

function withMessage(name, message = "") {
  return message === "" ? name : `${name}\n${beginningOf(message)}`
}

function hasPassed({ status }) {
  return status === "passed"
}
