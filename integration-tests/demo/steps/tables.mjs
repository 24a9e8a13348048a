import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile, readdir, writeFile } from "node:fs/promises"
import path from "node:path"
import { DATA, ROOT } from "./settings.mjs"

const STAMP = path.join(DATA, "migrated")
const SOURCES = ["src", "medusa-config.ts"]
const MAKES_TABLES = /(^|\/)(migrations|links|migration-scripts)\/|^src\/modules\/[^/]+\/index\.ts$|^medusa-config/

/**
 * Brings the database to the present tables. A repeated `db:migrate` takes 8 s to find nothing to
 * do, so it is left out when the database is not a new one and neither the code that makes tables nor
 * the installed packages have changed since it last ran. Returns whether it ran.
 */
export async function migrate(medusa, { isNew }) {
  const stamp = await fingerprint()
  const last = isNew ? null : await readFile(STAMP, "utf8").catch(() => null)
  if (last === stamp) return false
  await medusa.run("db:migrate", "--execute-all-links")
  await writeFile(STAMP, stamp)
  return true
}

async function fingerprint() {
  const hash = createHash("sha256")
  const files = (await Promise.all(SOURCES.map(listFiles))).flat().sort()
  for (const file of [...files, "node_modules/.package-lock.json"]) {
    hash.update(file)
    hash.update(await readFile(path.join(ROOT, file)))
  }
  return hash.digest("hex")
}

async function listFiles(place) {
  const absolute = path.join(ROOT, place)
  if (!existsSync(absolute)) return []
  if (path.extname(place)) return [place]
  const entries = await readdir(absolute, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("__tests__"))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
}
