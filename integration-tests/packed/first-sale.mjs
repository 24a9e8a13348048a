import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { payByBank } from "../demo/steps/hosted-page.mjs"
import { PlainError } from "../demo/steps/settings.mjs"
import { strangersEnvironment } from "./program.mjs"

const SCRIPT = /^```js\n([^]*?)^```$/m
const BACKEND = "http://localhost:9000"
const ADDRESS = /^Open this page.*?: (\S+)$/m
const PAID = /^Paid: order order_\w+$/m

/** Runs the README's script for the first sale, as it stands in the package, and pays on the page that it names. */
export async function sellByReadme(store, { backend_url, seed }) {
  const file = path.join(store.folder, "first-sale.mjs")
  writeFileSync(file, scriptOf(store).replaceAll(BACKEND, backend_url))
  const child = spawn(path.join(store.node, "node"), [file, seed.publishable_key], {
    cwd: store.folder,
    env: strangersEnvironment(store.node),
    stdio: ["ignore", "pipe", "pipe"],
  })
  const ended = once(child, "close")
  let said = ""
  let paying
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text
      const [, address] = said.match(ADDRESS) ?? []
      if (address && !paying) {
        paying = payByBank(address)
        paying.catch(() => child.kill())
      }
    })
  }
  await ended
  await paying
  if (!PAID.test(said)) throw new PlainError(`The README's first sale said:\n${said}`)
}

function scriptOf(store) {
  const readme = path.join(store.folder, "node_modules/medusa-plugin-payin/README.md")
  const [, script] = readFileSync(readme, "utf8").match(SCRIPT) ?? []
  if (!script?.includes(BACKEND)) throw new PlainError("The README has no script for a first sale")
  return script
}
