import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

import { ROOT } from "../demo/steps/settings.mjs"
import { isAlive } from "../support/postgres/process.mjs"
import { transpile } from "./transpile.mjs"

const PLUGIN = "medusa-plugin-payin"
const TEMPLATE = fileURLToPath(new URL("./store/", import.meta.url))

// Inside the repository, so that the store finds Medusa in the repository's node_modules; git, lint and
// tests leave this folder alone.
const PLACE = path.join(ROOT, ".medusa")
const NAME = /^bench-(\d+)$/
const OWN = path.join(PLACE, `bench-${process.pid}`)

/**
 * A folder with a small store of its own: what stands in `store/` beside this file, the demo's seed,
 * and the plugin installed under `node_modules` as its package would be. Nothing of it is in `src`, and
 * the plugin is loaded as a store loads it: by name, from JavaScript. `props`: a folder whose content
 * stands beside it.
 */
export async function makeStore(props) {
  await removeAbandoned()
  const folder = OWN
  await mkdir(folder, { recursive: true })
  await cp(TEMPLATE, folder, { recursive: true })
  if (props !== undefined) await cp(props, folder, { recursive: true })
  await transpile(path.join(ROOT, "integration-tests/demo/seed"), path.join(folder, "demo-seed"))
  await installPlugin(path.join(folder, "node_modules", PLUGIN))
  return folder
}

/** Also one that was only begun. */
export async function removeStore(folder = OWN) {
  await rm(folder, { recursive: true, force: true })
}

async function installPlugin(folder) {
  await transpile(path.join(ROOT, "src"), path.join(folder, ".medusa/server/src"))
  const manifest = await readFile(path.join(ROOT, "package.json"))
  await writeFile(path.join(folder, "package.json"), manifest)
}

/** A bench that was killed could not clean up behind itself. */
async function removeAbandoned() {
  const names = await readdir(PLACE).catch(() => [])
  const dead = names.filter((name) => NAME.test(name) && !isAlive(Number(NAME.exec(name)[1])))
  await Promise.all(dead.map((name) => removeStore(path.join(PLACE, name))))
}
