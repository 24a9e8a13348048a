import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"

const SCORES = "integration-tests/mutation/scores.json"
const NOTICED = ["Killed", "Timeout"]
const COUNTED = [...NOTICED, "Survived", "NoCoverage"]

/** Keeps of each file in Stryker's report how many mistakes there were and how many the tests noticed, and what the file was. */
export function keepScores(report) {
  const scores = readScores()
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const count = (states) => mutants.filter(({ status }) => states.includes(status)).length
    scores[file] = { noticed: count(NOTICED), of: count(COUNTED), was: hash(source) }
  }
  const sorted = Object.fromEntries(Object.entries(scores).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(SCORES, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** What `npm run mutation` last found, in a line: to find it again takes longer than a run of all tests has. */
export function toldScore(scores = readScores(), sourceOf = contentOf) {
  const files = Object.entries(scores)
  if (files.length === 0) return "mutation score: never measured (npm run mutation)"
  const total = (name) => files.reduce((sum, [, score]) => sum + score[name], 0)
  const percent = ((100 * total("noticed")) / total("of")).toFixed(1)
  const changed = files.filter(([file, { was }]) => hash(sourceOf(file)) !== was).length
  return (
    `mutation score of src/domain: ${percent} % of ${total("of")} (npm run mutation; ` +
    `${changed} of ${files.length} files changed since)`
  )
}

function readScores() {
  try {
    return JSON.parse(readFileSync(SCORES, "utf8"))
  } catch (error) {
    if (error.code === "ENOENT") return {}
    throw error
  }
}

function contentOf(file) {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if (error.code === "ENOENT") return ""
    throw error
  }
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 16)
}
