// npm run mutation [-- --mutate src/domain/money/amount.ts]: see stryker.config.mjs. Its tools are installed here, when
// it first runs; what it found is kept in scores.json, of which `npm test` tells the sum.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"

import { keepScores } from "./scores.mjs"
import { REPORT } from "./stryker.config.mjs"

const folder = import.meta.dirname
process.chdir(path.resolve(folder, "../.."))

function call(program, ...args) {
  const { status } = spawnSync(program, args, { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

// Not `npm ci`: npm 11 refuses a lockfile that leaves out optional packages of other systems.
call("npm", "install", "--no-save", "--silent", "--prefix", folder)
const stryker = path.join(folder, "node_modules/.bin/stryker")
call(stryker, "run", path.join(folder, "stryker.config.mjs"), ...process.argv.slice(2))
keepScores(JSON.parse(readFileSync(REPORT, "utf8")))
