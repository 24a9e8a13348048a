import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"

import { run, strangersEnvironment } from "./program.mjs"

/**
 * The folder of a Node of this major version: the one that runs, or one that comes as a package of npm, put into
 * `folder`.
 */
export async function nodeOf(major, folder) {
  const own = path.dirname(process.execPath)
  if (process.versions.node.split(".")[0] === major) return own
  const name = `node-${process.platform}-${process.arch}`
  mkdirSync(folder)
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }))
  const quietly = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"]
  await run("npm", ["install", ...quietly, `${name}@${major}`], {
    cwd: folder,
    env: strangersEnvironment(own, { NODE_ENV: "development" }),
  })
  return path.join(folder, "node_modules", name, "bin")
}
