import { spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { PlainError } from "../demo/steps/settings.mjs"
import { quietMedusa } from "../support/quiet-medusa.mjs"
import { closeConnections, send } from "./http.mjs"
import { now } from "./stopwatch.mjs"

const require = createRequire(import.meta.url)
const CLI = path.join(path.dirname(require.resolve("@medusajs/cli/package.json")), "cli.js")
const STOP_WITH_PARENT = require.resolve("../demo/steps/stop-with-parent.mjs")
const ASK_EVERY_MS = 5
const START_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 10_000

/** Whatever the person's own environment says of a shop has no part in this one. */
export function medusaEnvironment(bench) {
  const theirs =
    /^(PAYIN_|BENCH_|DATABASE_|DB_|REDIS_|MEDUSA_|LOG_|PORT$|NODE_OPTIONS$|DISABLE_MEDUSA_ADMIN$)/
  const inherited = Object.entries(process.env).filter(([name]) => !theirs.test(name))
  return { ...Object.fromEntries(inherited), ...quietMedusa(), NODE_ENV: "production", ...bench }
}

/** Medusa's command line in the store's folder, in process groups of its own. */
export class Medusa {
  #children = new Set()

  constructor({ folder, environment, port }) {
    this.folder = folder
    this.environment = environment
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.log = path.join(folder, "medusa.log")
  }

  /** Runs a command to its end. */
  async run(...args) {
    const code = await this.#spawn(args).ended
    if (code !== 0) throw this.#failed(args[0], code)
  }

  /** `medusa start`; answers the milliseconds from its start as a process until `/health` is 200. */
  async boot(environment = {}) {
    const started = now()
    const { ended } = this.#spawn(
      ["start", "--host", "127.0.0.1", "--port", String(this.port)],
      environment
    )
    let code
    ended.then((ending) => (code = ending))
    while (!(await this.#isHealthy())) {
      if (code !== undefined) throw this.#failed("start", code)
      if (now() - started > START_WITHIN_MS) throw this.#failed("start", "no answer in 2 minutes")
      await sleep(ASK_EVERY_MS)
    }
    return now() - started
  }

  /** Ends everything this object started. */
  async stop() {
    closeConnections()
    await Promise.all([...this.#children].map(({ child, ended }) => end(child, ended)))
  }

  async #isHealthy() {
    return send("GET", `${this.url}/health`).then(
      ({ status }) => status === 200,
      () => false
    )
  }

  #spawn(args, environment = {}) {
    const log = openSync(this.log, "a")
    const child = spawn(process.execPath, ["--import", STOP_WITH_PARENT, CLI, ...args], {
      cwd: this.folder,
      env: { ...this.environment, ...environment },
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
    })
    closeSync(log)
    const ended = new Promise((resolve) => {
      child.once("error", (error) => resolve(error.message))
      child.once("exit", (code, signal) => resolve(code ?? signal))
    })
    const entry = { child, ended }
    this.#children.add(entry)
    ended.then(() => this.#children.delete(entry))
    return entry
  }

  #failed(command, reason) {
    const tail = readFileSync(this.log, "utf8").trimEnd().split("\n").slice(-20).join("\n    ")
    return new PlainError(`medusa ${command} failed (${reason}); the end of its log:\n    ${tail}`)
  }
}

async function end(child, ended) {
  signal(child, "SIGTERM")
  const inTime = await Promise.race([ended.then(() => true), sleep(STOP_WITHIN_MS, false)])
  signal(child, "SIGKILL")
  if (!inTime) await ended
}

function signal(child, name) {
  try {
    process.kill(-child.pid, name)
  } catch (error) {
    if (error.code !== "ESRCH") throw error
  }
}
