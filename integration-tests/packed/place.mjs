import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import path from "node:path"

import { ADMIN, PlainError, ROOT } from "../demo/steps/settings.mjs"
import { Medusa } from "../support/medusa/process.mjs"
import { startPostgres } from "../support/postgres/index.mjs"
import { freePort } from "../support/postgres/port.mjs"
import { strangersEnvironment } from "./program.mjs"

/**
 * A database, the package's own stand-in for the service, and the built store beside them, not yet started. `ends`
 * takes what has to be ended.
 */
export async function openPlace(store, ends) {
  const port = await freePort()
  const database = await startPostgres({ durable: false })
  ends.push(() => database.stop())
  await database.createDatabase("packed")
  const sandbox = await startSandbox(store, ends)
  const backend_url = `http://localhost:${port}`
  const environment = environmentOf({ store, sandbox, backend_url, database })
  const log = path.join(store.folder, "medusa.log")
  writeFileSync(log, "")
  const settings = {
    folder: store.server,
    log,
    cli: store.cli,
    node: path.join(store.node, "node"),
  }
  const medusa = new Medusa({ ...settings, environment })
  ends.push(() => medusa.close())
  // Production refuses another clock than the database's.
  const ofAnotherMonth = new Medusa({
    ...settings,
    environment: { ...environment, NODE_ENV: "development" },
  })
  ends.push(() => ofAnotherMonth.close())
  return { port, backend_url, sandbox, medusa, ofAnotherMonth, environment, seed: null }
}

async function startSandbox(store, ends) {
  const { createSandbox } = store.require("medusa-plugin-payin/sandbox")
  const sandbox = createSandbox({
    port: await freePort(),
    payouts: { outcome: "approve" },
    merchants: [ownMerchant()],
  })
  await sandbox.start()
  ends.push(() => sandbox.stop())
  return sandbox
}

/** A store in production refuses the credentials that the sandbox has out of the box. */
function ownMerchant() {
  const secret = () => randomBytes(16).toString("hex")
  return {
    ...{ username: "packed", password: secret(), token: secret(), merchantId: "packed-merchant" },
    ...{ country: "CO", currency: "COP", webhookSecret: secret() },
  }
}

function environmentOf({ store, sandbox, backend_url, database }) {
  const [merchant] = sandbox.merchants
  const environment = strangersEnvironment(store.node, {
    DATABASE_URL: database.url("packed"),
    STORE_URL: backend_url,
    PAYIN_BASE_URL: sandbox.url,
    PAYIN_CARD_URL: sandbox.cardUrl,
    PAYIN_USERNAME: merchant.username,
    PAYIN_PASSWORD: merchant.password,
    PAYIN_TOKEN: merchant.token,
    PAYIN_MERCHANT_ID: merchant.merchantId,
    PAYIN_WEBHOOK_SECRET: merchant.webhookSecret,
    PAYIN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  })
  const told = Object.entries(environment).filter(([, value]) => value.includes(path.resolve(ROOT)))
  if (told.length > 0) throw new PlainError(`The store's environment knows of ${ROOT}: ${told}`)
  return environment
}

/** Makes the tables, and fills them as the demo's are. */
export async function seed(place) {
  const { medusa } = place
  const result = path.join(medusa.folder, "seed.json")
  Object.assign(medusa.environment, {
    DEMO_ADMIN_EMAIL: ADMIN.email,
    DEMO_ADMIN_PASSWORD: ADMIN.password,
    DEMO_SEED_RESULT: result,
  })
  await medusa.run("db:migrate", "--execute-all-links")
  await medusa.run("exec", "demo-seed/run.js")
  place.seed = JSON.parse(await readFile(result, "utf8"))
}
