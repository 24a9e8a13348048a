import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { freePort } from "../support/postgres/port.mjs"
import { demoDatabase } from "./database.mjs"
import { ADMIN, PlainError, ROOT } from "../demo/steps/settings.mjs"

const READY = "Your turn"

/**
 * A payout that the service does not know is believed lost at once: nobody waits half an hour here. An order whose
 * voucher was rejected stays, and can be paid again. In Peru a recipient may name the account.
 */
const OPTIONS = {
  notKnown: { payOut: { answers: 1, seconds: 0 } },
  onPaymentFailed: "keep_order",
  payouts: { form: true },
}

/** The whole demo on a database of its own: a sale, a seller's payout and a refund are in it. */
export async function startStack() {
  const data = await mkdtemp(path.join(os.tmpdir(), "payin-browser-"))
  const ports = await freePorts()
  const nextjs = `http://localhost:${await freePort()}`
  const demo = spawn(process.execPath, ["integration-tests/demo/demo.mjs"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...ports,
      DEMO_ADMIN: "built",
      DEMO_OPTIONS: JSON.stringify(OPTIONS),
      DEMO_DATA: data,
      DEMO_OTHER_SHOP: nextjs,
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
      medusa: `http://localhost:${ports.DEMO_PORT}`,
      shop: `http://localhost:${ports.DEMO_SHOP_PORT}`,
      // Where the shop of Next.js will be; Medusa answers its pages too.
      nextjs,
      sandbox: `http://127.0.0.1:${ports.DEMO_SANDBOX_PORT}`,
      seed,
      admin: ADMIN,
      database: await demoDatabase(data, ports.DEMO_DB_PORT),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** So that a demo that runs is left alone. */
async function freePorts() {
  return {
    DEMO_PORT: String(await freePort()),
    DEMO_SHOP_PORT: String(await freePort()),
    DEMO_SANDBOX_PORT: String(await freePort()),
    DEMO_DB_PORT: String(await freePort()),
  }
}

/** The demo ends by itself when one of its steps hangs. */
function ready(demo, ended) {
  return new Promise((resolve, reject) => {
    let said = ""
    const read = (chunk) => {
      said += chunk
      if (said.includes(READY)) resolve()
    }
    demo.stdout.on("data", read)
    demo.stderr.on("data", read)
    ended.then((code) => {
      reject(new PlainError(`The demo ended with ${code} before it was ready:\n${said}`))
    })
  })
}
