import { readFile, readdir } from "node:fs/promises"
import { createRequire } from "node:module"
import path from "node:path"

import { ROOT } from "../demo/steps/settings.mjs"

const require = createRequire(import.meta.url)

/**
 * Of this plugin and of Medusa's Stripe provider: name, version, kB of its own code, dependencies of its own. Of
 * the client that the provider talks with: name and version.
 */
export async function packages() {
  const medusa = createRequire(require.resolve("@medusajs/medusa/package.json"))
  const stripe = medusa.resolve("@medusajs/payment-stripe/package.json")
  const provider = path.dirname(stripe)
  // It does not export its package.json.
  const [client] = /^.*node_modules\/stripe(?=\/)/.exec(createRequire(stripe).resolve("stripe"))
  return Promise.all([
    describe(ROOT, path.join(ROOT, ".medusa/server/src")),
    describe(provider, path.join(provider, "dist")),
    describe(client, null),
  ])
}

async function describe(folder, code) {
  const {
    name,
    version,
    dependencies = {},
  } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"))
  const kb = code === null ? null : Math.round((await bytesOf(code)) / 1024)
  return { name, version, kb, dependencies: Object.keys(dependencies).length }
}

// Our build writes its source maps into the files; they and types are on disk, and in no process.
const SOURCE_MAP = /^\/\/# sourceMappingURL=data:.*$/m

/** JavaScript alone; 0 where nothing was built. */
async function bytesOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
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
