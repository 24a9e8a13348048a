import { spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

import { HANGS_MS, PlainError, ROOT } from "../../demo/steps/settings.mjs"
import { quietMedusa } from "../quiet-medusa.mjs"

const require = createRequire(import.meta.url)
const CLI = path.join(path.dirname(require.resolve("@medusajs/cli/package.json")), "cli.js")
const STOP_WITH_PARENT = fileURLToPath(new URL("./stop-with-parent.mjs", import.meta.url))
const HERE = path.resolve(ROOT)
const GRACE_MS = 8_000
const HEALTH_MS = 20_000

const THEIRS =
  /^(PAYIN_|DEMO_|BENCH_|DATABASE_|DB_|REDIS_|MEDUSA_|LOG_|PORT$|NODE_OPTIONS$|DISABLE_MEDUSA_ADMIN$)/

/** What npm tells a script about the package that it is of; a person's own settings of npm stay. */
const OF_THIS_PACKAGE = /^(npm_(?!config_)|npm_config_local_prefix$|INIT_CWD$|PWD$|OLDPWD$)/i

/**
 * What the person's own environment says of a shop has no part in a shop of ours, and nothing of this repository
 * is on the path of one that may stand outside of it: `npm run` puts its programs there.
 */
export function medusaEnvironment(settings) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !THEIRS.test(name) && !OF_THIS_PACKAGE.test(name)
  )
  const { PATH = "", ...others } = Object.fromEntries(inherited)
  return { ...others, PATH: withoutOurPrograms(PATH), ...quietMedusa(), ...settings }
}

function withoutOurPrograms(folders) {
  const isOurs = (folder) => folder === HERE || folder.startsWith(HERE + path.sep)
  return folders
    .split(path.delimiter)
    .filter((folder) => !isOurs(folder))
    .join(path.delimiter)
}

/** Medusa's command line in one folder, each command a child in a process group of its own. */
export class Medusa {
  #children = new Set()
  #closed = false

  /** `log`: the file that all of them append to; `cli`, `node`: of a store with a Medusa or a Node of its own. */
  constructor({ folder, environment, log, cli = CLI, node = process.execPath }) {
    this.cli = cli
    this.node = node
    this.folder = folder
    this.environment = environment
    this.log = log
  }

  /** Runs a command to its end; rejects with the tail of the log when it fails. */
  async run(...args) {
    const code = await this.#spawn(args).ended
    if (code !== 0) throw this.failed(args[0], code)
  }

  /**
   * Starts the server; answers `{ pid, ended }` once `isUp()`, by default once `/health` says so. It goes
   * on until `stop` or `kill`; `ended` resolves with its exit code or signal.
   */
  async serve({ port, environment = {}, askEveryMs = 50, isUp = () => isHealthy(port) }) {
    const args = ["start", "--host", "127.0.0.1", "--port", String(port)]
    const { child, ended } = this.#spawn(args, environment)
    let code
    ended.then((ending) => (code = ending))
    const deadline = Date.now() + HANGS_MS
    while (!(await isUp())) {
      if (code !== undefined) throw this.failed("start", code)
      if (Date.now() > deadline)
        throw this.failed("start", `no answer in ${HANGS_MS / 60_000} minutes`)
      await sleep(askEveryMs)
    }
    return { pid: child.pid, ended }
  }

  /** Ends everything this object started, as Ctrl-C would. */
  async stop() {
    await Promise.all([...this.#children].map(end))
  }

  /** As `stop`, and starts nothing any more. */
  async close() {
    this.#closed = true
    await this.stop()
  }

  /** As `kill -9`: nothing gets to finish what it does. */
  async kill() {
    const running = [...this.#children]
    running.forEach(({ child }) => signal(child, "SIGKILL"))
    await Promise.all(running.map(({ ended }) => ended))
  }

  failed(command, reason) {
    const tail = readFileSync(this.log, "utf8").trimEnd().split("\n").slice(-20).join("\n    ")
    return new PlainError(
      `medusa ${command} ended with ${reason}. The end of ${this.log}:\n    ${tail}`
    )
  }

  #spawn(args, environment = {}) {
    if (this.#closed) throw new PlainError("Medusa is being stopped")
    const log = openSync(this.log, "a")
    const child = spawn(this.node, ["--import", STOP_WITH_PARENT, this.cli, ...args], {
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
}

/** The whole group: Medusa brings a compiler for the admin's sources along. */
async function end({ child, ended }) {
  signal(child, "SIGTERM")
  const inTime = await Promise.race([ended.then(() => true), sleep(GRACE_MS, false)])
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

async function isHealthy(port) {
  try {
    const signal = AbortSignal.timeout(HEALTH_MS)
    return (await fetch(`http://127.0.0.1:${port}/health`, { signal })).ok
  } catch {
    return false
  }
}
