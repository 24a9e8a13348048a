import { createHash } from "node:crypto"
import { readFile, readdir, writeFile } from "node:fs/promises"
import path from "node:path"
import { DATA, ROOT } from "./settings.mjs"

const STAMP = path.join(DATA, "migrated")
const MAKES_TABLES =
  /^src\/(modules\/[^/]+\/(index\.ts$|migrations\/)|(links|migration-scripts)\/)[^/]*/

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
  const sources = (await readdir(path.join(ROOT, "src"), { recursive: true }))
    .map((name) => `src/${name}`)
    .filter((name) => MAKES_TABLES.test(name) && path.extname(name) !== "")
    .sort()
  const hash = createHash("sha256")
  for (const file of [...sources, "medusa-config.ts", "node_modules/.package-lock.json"]) {
    hash.update(file)
    hash.update(await readFile(path.join(ROOT, file)))
  }
  return hash.digest("hex")
}
