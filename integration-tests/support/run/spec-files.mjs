import { readdirSync } from "node:fs"
import path from "node:path"

/** Spec files of the project that no stage ran: a name or a place that jest.config.js does not know. */
export function specsNobodyRan(ranFiles) {
  const ran = new Set(ranFiles)
  return ["src", "integration-tests"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`)
    )
    .filter((file) => /\.(spec|test)\.[cm]?[jt]sx?$/.test(file) && !ran.has(path.resolve(file)))
    .map((file) => `no stage runs ${file}`)
}
