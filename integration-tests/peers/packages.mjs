import { execFile } from "node:child_process"
import { readFile, readdir } from "node:fs/promises"
import { createRequire } from "node:module"
import path from "node:path"
import { promisify } from "node:util"

import { ROOT } from "../demo/steps/settings.mjs"
import { closureOf } from "../support/gates/closure.mjs"
import { kB, packed } from "../support/gates/packed.mjs"

const require = createRequire(import.meta.url)
const execute = promisify(execFile)

/** What a store is made of before anybody adds a plugin. */
const MEDUSA = ["admin-sdk", "cli", "framework", "medusa"].map(
  (name) => `node_modules/@medusajs/${name}`
)

/**
 * Of this plugin, of Medusa's Stripe provider and of the client that the provider talks with: name, version,
 * `packed_kb` of the tarball, `kb` of its own JavaScript; `dependencies` that it names, `closure` of packages
 * that come with them, and how many of those are `added` to what Medusa brings anyway.
 */
export async function packages() {
  await execute("npm", ["run", "--silent", "build"], { cwd: ROOT })
  const { packages } = JSON.parse(await readFile(path.join(ROOT, "package-lock.json"), "utf8"))
  const medusa = createRequire(require.resolve("@medusajs/medusa/package.json"))
  const stripe = medusa.resolve("@medusajs/payment-stripe/package.json")
  const provider = path.dirname(stripe)
  // It does not export its package.json.
  const [client] = /^.*node_modules\/stripe(?=\/)/.exec(createRequire(stripe).resolve("stripe"))
  const brought = closureOf(packages, MEDUSA)
  const all = [
    { folder: ROOT, code: ".medusa/server/src" },
    { folder: provider, code: "dist" },
    { folder: client, code: "cjs" },
  ]
  return Promise.all(
    all.map(async ({ folder, code }) => ({
      ...(await describe(folder, path.join(folder, code))),
      ...count(packages, path.relative(ROOT, folder), brought),
    }))
  )
}

async function describe(folder, code) {
  const { name, version, size } = packed(folder)
  return { name, version, packed_kb: kB(size), kb: kB(await bytesOf(code)) }
}

function count(packages, place, brought) {
  const closure = [...closureOf(packages, [place]).keys()].filter((one) => one !== place)
  return {
    dependencies: Object.keys(packages[place].dependencies ?? {}).length,
    closure: closure.length,
    added: closure.filter((one) => !brought.has(one)).length,
  }
}

// Our build writes its source maps into the files; they and types are on disk, and in no process.
const SOURCE_MAP = /^\/\/# sourceMappingURL=data:.*$/m

/** JavaScript alone. */
async function bytesOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const place = path.join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === "__tests__" ? 0 : bytesOf(place)
      if (!/\.m?js$/.test(entry.name)) return 0
      return (await readFile(place, "utf8")).replace(SOURCE_MAP, "").length
    })
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
