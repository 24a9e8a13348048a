import { spawn } from "node:child_process"
import { createWriteStream } from "node:fs"
import { once } from "node:events"

const KILL_AFTER_MS = 10_000
const KEPT_CHARACTERS = 8_000

const running = new Set()

/**
 * Runs a program in a process group of its own and waits for it. All that it says goes to the file `log`.
 * Answers `{ code, lastWords }`: its exit code, 124 when it was ended because it hung (`hangMinutes`), and the end
 * of what it said.
 */
export async function run(program, args, { env, hangMinutes, log }) {
  const child = spawn(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  running.add(child)
  const file = createWriteStream(log)
  let lastWords = ""
  const keep = (data) => {
    lastWords = `${lastWords}${data}`.slice(-KEPT_CHARACTERS)
    file.write(data)
  }
  child.stdout.on("data", keep)
  child.stderr.on("data", keep)
  let hung = false
  const limit = setTimeout(() => {
    hung = true
    keep(`\nended: it took longer than ${hangMinutes} minutes\n`)
    endGroup(child)
  }, hangMinutes * 60_000)

  const [code] = await once(child, "close").catch((error) => [error.message])
  clearTimeout(limit)
  running.delete(child)
  if (typeof code === "string") keep(`${program}: ${code}\n`)
  await new Promise((resolve) => file.end(resolve))
  return { code: hung ? 124 : code, lastWords }
}

/** Ends what runs at the moment, with everything it started. */
export function endRunning() {
  for (const child of running) endGroup(child)
}

function endGroup({ pid }) {
  const signal = (name) => {
    try {
      process.kill(-pid, name)
    } catch (error) {
      if (error.code !== "ESRCH") throw error
    }
  }
  signal("SIGTERM")
  setTimeout(() => signal("SIGKILL"), KILL_AFTER_MS).unref()
}
