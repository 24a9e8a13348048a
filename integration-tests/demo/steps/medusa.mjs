import { spawn } from "node:child_process"
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { quietMedusa } from "../../support/quiet-medusa.mjs"
import { MEDUSA_LOG, PlainError, ROOT } from "./settings.mjs"

const require = createRequire(import.meta.url)
const CLI = path.join(path.dirname(require.resolve("@medusajs/cli/package.json")), "cli.js")
const STOP_WITH_PARENT = fileURLToPath(new URL("./stop-with-parent.mjs", import.meta.url))
const GRACE_MS = 8_000
const START_TIMEOUT_MS = 120_000

/** The demo's Medusa, whatever the person's own environment says (design.md 3.2). */
export function medusaEnvironment({ databaseUrl, sandbox, urls }) {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(PAYIN_|DATABASE_|REDIS_|MEDUSA_|PORT$|NODE_OPTIONS$|DISABLE_MEDUSA_ADMIN$)/.test(name)
  )
  return {
    ...Object.fromEntries(inherited),
    ...quietMedusa(),
    // Development: the admin is served from its sources (no build of 30 s), cookies work on http.
    NODE_ENV: "development",
    TS_NODE_TRANSPILE_ONLY: "true",
    DATABASE_URL: databaseUrl,
    REDIS_URL: "",
    DISABLE_MEDUSA_ADMIN: "false",
    JWT_SECRET: "demo-jwt-secret",
    COOKIE_SECRET: "demo-cookie-secret",
    STORE_CORS: urls.shop,
    ADMIN_CORS: urls.medusa,
    AUTH_CORS: `${urls.medusa},${urls.shop}`,
    PAYIN_BASE_URL: sandbox.url,
    PAYIN_CARD_URL: `${sandbox.url}/card`,
    PAYIN_CALLBACK_URL: urls.medusa,
    PAYIN_RETURN_URL: `${urls.shop}/return`,
    ...credentials(sandbox.merchants),
  }
}

function credentials(merchants) {
  const accounts = merchants.filter(({ country }) => country === "CO" || country === "PE")
  return Object.fromEntries(
    accounts.flatMap(({ country, username, password, token, merchantId }) => [
      [`PAYIN_${country}_USERNAME`, username],
      [`PAYIN_${country}_PASSWORD`, password],
      [`PAYIN_${country}_TOKEN`, token],
      [`PAYIN_${country}_MERCHANT_ID`, merchantId],
    ])
  )
}

/** Medusa's command line as a child with its own process group, so that Ctrl-C reaches us first. */
export class Medusa {
  #children = new Set()
  #stopped = false

  constructor(environment) {
    this.environment = environment
    writeFileSync(MEDUSA_LOG, "")
  }

  /** Runs a command to its end; rejects with the tail of the log when it fails. */
  async run(...args) {
    const { ended } = this.#spawn(args)
    const code = await ended
    if (code !== 0) throw failed(`medusa ${args[0]}`, code)
  }

  /** Starts the server; resolves once it answers. It goes on until `stop`. */
  async serve({ port, url, onCrash }) {
    const { ended } = this.#spawn(["start", "--host", "127.0.0.1", "--port", String(port)])
    let code
    ended.then((ending) => (code = ending))
    const deadline = Date.now() + START_TIMEOUT_MS
    while (!(await answers(`${url}/health`))) {
      if (code !== undefined) throw failed("medusa start", code)
      if (Date.now() > deadline)
        throw new PlainError(`Medusa did not answer on ${url} in 2 minutes`)
      await sleep(100)
    }
    ended.then((ending) => onCrash(failed("medusa start", ending)))
  }

  async stop() {
    this.#stopped = true
    await Promise.all([...this.#children].map(({ child, ended }) => endGroup(child, ended)))
  }

  #spawn(args) {
    if (this.#stopped) throw new PlainError("The demo is being stopped")
    const log = openSync(MEDUSA_LOG, "a")
    const child = spawn(process.execPath, ["--import", STOP_WITH_PARENT, CLI, ...args], {
      cwd: ROOT,
      env: this.environment,
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
    })
    closeSync(log)
    const ended = new Promise((resolve) => {
      child.once("error", () => resolve(-1))
      child.once("exit", (code, signal) => resolve(code ?? signal))
    })
    const entry = { child, ended }
    this.#children.add(entry)
    ended.then(() => this.#children.delete(entry))
    return entry
  }
}

/** The whole group: Medusa brings a compiler for the admin's sources along. */
async function endGroup(child, ended) {
  kill(child, "SIGTERM")
  const inTime = await Promise.race([ended.then(() => true), sleep(GRACE_MS, false)])
  kill(child, "SIGKILL")
  if (!inTime) await ended
}

function kill(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== "ESRCH") throw error
  }
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

function failed(command, code) {
  const tail = readFileSync(MEDUSA_LOG, "utf8").trimEnd().split("\n").slice(-20).join("\n    ")
  return new PlainError(`${command} ended with ${code}. The end of ${MEDUSA_LOG}:\n    ${tail}`)
}
