import { readFileSync, rmSync } from "node:fs"
import path from "node:path"

import { run } from "./command.mjs"

/**
 * Runs all specs of one kind (jest.config.js). Answers `{ passed, failed, files }`: how many tests
 * passed, a line for each that did not, and the spec files that ran. A test that was skipped did not
 * pass, nor did a file that could not even be loaded. `coverage`: too little of it fails the run.
 */
export async function runJest(kind, { env, minutes, folder, log, coverage = false }) {
  const jest = path.resolve("node_modules/jest/bin/jest.js")
  const outputFile = path.join(folder, `${kind}.json`)
  rmSync(outputFile, { force: true })
  const code = await run(
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
  return count(readResults(outputFile), code)
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

/** What the results of a run and jest's exit code come to. */
export function count(results, code) {
  if (results === null) {
    return { passed: 0, failed: code === 0 ? [] : [`jest ended with ${code}`], files: [] }
  }
  const failed = []
  for (const suite of results.testResults) {
    const file = path.relative(process.cwd(), suite.name)
    for (const { status, fullName } of suite.assertionResults) {
      if (status !== "passed") failed.push(`${file}: ${fullName.trim()} (${status})`)
    }
    if (suite.status === "failed" && suite.assertionResults.every(hasPassed)) {
      failed.push(`${file}: could not run`)
    }
  }
  if (code !== 0 && failed.length === 0) failed.push(`jest ended with ${code}`)
  const files = results.testResults.map(({ name }) => name)
  return { passed: results.numPassedTests, failed, files }
}

function hasPassed({ status }) {
  return status === "passed"
}
