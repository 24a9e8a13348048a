import { spawn } from "node:child_process"
import { createWriteStream } from "node:fs"
import { once } from "node:events"

const SIGN_OF_LIFE_MS = 15_000
const KILL_AFTER_MS = 10_000
const KEPT_CHARACTERS = 4_000

const running = new Set()

/**
 * Runs a program in a process group of its own and waits for it. `log`: a file that receives every
 * line (`append`: after what it holds); with it only what the program says on standard error is shown.
 * Answers `{ code, lastWords }`: its exit code, 124 when it took longer than `minutes` and was ended, and
 * the end of what it said.
 */
export async function run(program, args, { env, minutes, log, append = false }) {
  const child = spawn(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  running.add(child)
  const file = log === undefined ? null : createWriteStream(log, { flags: append ? "a" : "w" })
  let lastWord = Date.now()
  const started = lastWord
  let lastWords = ""
  const show = (data) => {
    lastWord = Date.now()
    process.stdout.write(data)
  }
  const keep = (data) => {
    lastWords = `${lastWords}${data}`.slice(-KEPT_CHARACTERS)
    file?.write(data)
  }
  child.stdout.on("data", (data) => {
    if (file === null) show(data)
    keep(data)
  })
  child.stderr.on("data", (data) => {
    show(data)
    keep(data)
  })

  const signOfLife = setInterval(() => {
    if (Date.now() - lastWord < SIGN_OF_LIFE_MS) return
    show(`  ... still running (${Math.round((Date.now() - started) / 1000)} s)\n`)
  }, 1000)
  let tookTooLong = false
  const limit = setTimeout(() => {
    tookTooLong = true
    process.stdout.write(`  took longer than ${minutes} minutes: ended\n`)
    endGroup(child)
  }, minutes * 60_000)

  const [code] = await once(child, "close").catch((error) => [error.message])
  clearInterval(signOfLife)
  clearTimeout(limit)
  running.delete(child)
  if (file !== null) await new Promise((resolve) => file.end(resolve))
  if (typeof code === "string") process.stdout.write(`${program}: ${code}\n`)
  return { code: tookTooLong ? 124 : code, lastWords }
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
