import { mkdtemp, readFile, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { shopEnvironment } from "../demo/steps/medusa.mjs"
import { ADMIN, ROOT } from "../demo/steps/settings.mjs"
import { Medusa } from "../support/medusa/process.mjs"
import { freePort } from "../support/postgres/port.mjs"
import { newDatabase } from "./database.mjs"
import { filledCart } from "./sale.mjs"

const SEED_SCRIPT = "integration-tests/demo/seed/run.ts"

const DATABASE = "direct"

/** Version 2 also says beside its page how a voucher of Efecty is paid. */
const OPTIONS = {
  accounts: [account("co", { direct: ["PSE", "BREB", "TRANSFIYA"] }), account("pe")],
  payIn: { version: "v2" },
}

/** What the sandbox takes in each country. */
function account(id, further = {}) {
  const name = `sandbox-${id}`
  const secrets = { username: name, password: `${name}-password`, token: `${name}-token` }
  return { id, country: id.toUpperCase(), ...secrets, merchantId: name, ...further }
}

/** A second store at the same sandbox, whose account answers without a page. Answers a stack like the first one's. */
export async function startDirectStore(stack) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "payin-direct-"))
  const port = await freePort()
  const urls = { medusa: `http://localhost:${port}`, shop: `http://localhost:${await freePort()}` }
  const seeded = path.join(folder, "seed.json")
  const environment = {
    ...shopEnvironment({
      databaseUrl: await newDatabase(stack, DATABASE),
      ...{ sandbox: stack.sandbox, urls },
    }),
    PAYIN_OPTIONS: JSON.stringify(OPTIONS),
    DEMO_ADMIN_EMAIL: ADMIN.email,
    DEMO_ADMIN_PASSWORD: ADMIN.password,
    DEMO_SEED_RESULT: seeded,
  }
  const medusa = new Medusa({ folder: ROOT, environment, log: path.join(folder, "medusa.log") })
  const stop = async () => {
    await medusa.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await medusa.run("db:migrate", "--execute-all-links")
    await medusa.run("exec", SEED_SCRIPT)
    await medusa.serve({ port })
    const seed = JSON.parse(await readFile(seeded, "utf8"))
    // The first cart makes the shopper a customer: of two at the same moment Medusa refuses one.
    await filledCart({ medusa: urls.medusa, seed })
    const database = { ...stack.database, database: DATABASE }
    return { ...stack, database, medusa: urls.medusa, nextjs: urls.shop, seed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
