import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { startPostgres } from "../support/postgres/index.mjs"
import { ADMIN, PlainError, ROOT } from "../demo/steps/settings.mjs"

const START_MS = 420_000
const READY = "Your turn"

/** Beside the demo's own ports, so that a demo that runs is left alone. */
const PORTS = {
  DEMO_PORT: process.env.BROWSER_PORT || "9090",
  DEMO_SHOP_PORT: process.env.BROWSER_SHOP_PORT || "8090",
  DEMO_SANDBOX_PORT: process.env.BROWSER_SANDBOX_PORT || "8790",
  DEMO_DB_PORT: process.env.BROWSER_DB_PORT || "54390",
}

/** A payout that the service does not know is believed lost at once: nobody waits half an hour here. */
const OPTIONS = { notKnown: { payOut: { answers: 1, seconds: 0 } } }

/** The whole demo on a database of its own: a sale, a seller's payout and a refund are in it. */
export async function startStack() {
  const data = await mkdtemp(path.join(os.tmpdir(), "payin-browser-"))
  const demo = spawn(process.execPath, ["integration-tests/demo/demo.mjs"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...PORTS,
      DEMO_OPTIONS: JSON.stringify(OPTIONS),
      DEMO_DATA: data,
      NO_COLOR: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const ended = new Promise((resolve) => demo.once("exit", resolve))
  const stop = async () => {
    demo.kill("SIGINT")
    await ended
    await rm(data, { recursive: true, force: true })
  }
  try {
    await ready(demo, ended)
    const seed = JSON.parse(await readFile(path.join(data, "seed.json"), "utf8"))
    return {
      medusa: `http://localhost:${PORTS.DEMO_PORT}`,
      shop: `http://localhost:${PORTS.DEMO_SHOP_PORT}`,
      sandbox: `http://127.0.0.1:${PORTS.DEMO_SANDBOX_PORT}`,
      seed,
      admin: ADMIN,
      databaseUrl: () => databaseUrl(data),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Of the server that the demo runs: it is only asked for its address. */
async function databaseUrl(data) {
  const server = await startPostgres({
    dataDir: path.join(data, "postgres"),
    port: Number(PORTS.DEMO_DB_PORT),
    durable: true,
  })
  return server.url("demo")
}

function ready(demo, ended) {
  return new Promise((resolve, reject) => {
    let said = ""
    const read = (chunk) => {
      said += chunk
      if (said.includes(READY)) resolve()
    }
    demo.stdout.on("data", read)
    demo.stderr.on("data", read)
    const failed = (why) => reject(new PlainError(`The demo ${why}:\n${said}`))
    setTimeout(() => failed(`was not ready after ${START_MS / 1000} s`), START_MS).unref()
    ended.then((code) => failed(`ended with ${code} before it was ready`))
  })
}
