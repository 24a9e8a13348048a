import { spawn } from "node:child_process"
import { once } from "node:events"
import { rm } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { PlainError, ROOT } from "./settings.mjs"

const SCRIPT = fileURLToPath(new URL("../build-admin.mjs", import.meta.url))

/** Where Medusa looks for an admin that is built, beside the configuration of its store. */
const PUBLIC = path.join(ROOT, "public")

/**
 * Builds the admin in a process of its own, while others do something else. Answers `{ built, remove }`: `built`
 * ends with it, `remove()` leaves nothing of it.
 */
export function buildAdmin() {
  const child = spawn(process.execPath, [SCRIPT, path.join(PUBLIC, "admin")], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => said.push(data))
  const ended = once(child, "close")
  const built = ended.then(([code]) => {
    if (code !== 0) throw new PlainError(`The admin was not built (${code}):\n${said.join("")}`)
  })
  // It is awaited later, or never when something else fails first.
  built.catch(() => undefined)
  return {
    built,
    async remove() {
      child.kill()
      await ended.catch(() => undefined)
      await rm(PUBLIC, { recursive: true, force: true })
    },
  }
}
