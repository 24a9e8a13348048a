import { readdirSync } from "node:fs"
import path from "node:path"

const SPEC = /\.(spec|test)\.[cm]?[jt]sx?$/

/** Where the specs stand that need no store, by their kind in jest.config.js. */
const KINDS = {
  unit: /\.unit\.spec\.ts$/,
  sandbox: /\.sandbox\.spec\.ts$/,
  modules: /^integration-tests\/modules\/.*\.spec\.ts$/,
}

/** The spec files below a folder, in the order of their names. */
export function specsOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => SPEC.test(file))
    .map((file) => path.posix.join(folder, file))
    .sort()
}

/** All spec files of such a kind. */
export function specsOfKind(kind) {
  return ["src", "integration-tests"].flatMap(specsOf).filter((file) => KINDS[kind].test(file))
}

/** Spec files of the project that no part ran: a name or a place that jest.config.js does not know. */
export function specsNobodyRan(ranFiles) {
  const ran = new Set(ranFiles)
  return ["src", "integration-tests"]
    .flatMap(specsOf)
    .filter((file) => !ran.has(file))
    .map((file) => `nothing runs ${file}`)
}
