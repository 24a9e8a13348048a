import { execFileSync } from "node:child_process"

/** What `npm pack` would pack of a folder as it stands: `{ name, version, size, unpackedSize, files }`. */
export function packed(folder) {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"]
  const [found] = JSON.parse(execFileSync("npm", args, { cwd: folder, encoding: "utf8" }))
  return found
}

/** Bytes as a package's size is usually given. */
export const kB = (bytes) => Math.round(bytes / 1000)
