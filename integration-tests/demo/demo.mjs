// npm run demo [-- --once]: a shop that sells through PayIn, with nothing but Node (README, "Try it").

import { mkdir, readFile } from "node:fs/promises"
import path from "node:path"
import { createRequire } from "node:module"
import { parseArgs } from "node:util"
import tsNode from "ts-node"

import { startPostgres } from "../support/postgres/index.mjs"
import { startShop } from "./shop/server.mjs"
import { buildAdmin } from "./steps/built-admin.mjs"
import { demoMedusa } from "./steps/medusa.mjs"
import { requireFree } from "./steps/ports.mjs"
import { bold, cyan, dim, facts, headline, hush, red, say, step } from "./steps/progress.mjs"
import { paidOut, payOut, place } from "./steps/money-out.mjs"
import { pesos, sell } from "./steps/sale.mjs"
import {
  ADMIN,
  COLLEAGUE,
  BUILT_ADMIN,
  DATA,
  EXAMPLES,
  PlainError,
  ROOT,
  busy,
  readPorts,
} from "./steps/settings.mjs"
import { renewOnItsDay, subscribe } from "./steps/subscription.mjs"
import { Shutdown } from "./steps/shutdown.mjs"
import { migrate } from "./steps/tables.mjs"

const SEED_RESULT = path.join(DATA, "seed.json")
const SEED_SCRIPT = path.relative(ROOT, new URL("./seed/run.ts", import.meta.url).pathname)

const shutdown = new Shutdown()
let staysUp = false

async function main() {
  const { once } = readArguments()
  const ports = readPorts(process.env)
  await requireFree(ports.medusa, ports.shop, ports.sandbox)
  await mkdir(DATA, { recursive: true })
  const urls = {
    medusa: `http://localhost:${ports.medusa.number}`,
    shop: `http://localhost:${ports.shop.number}`,
  }

  headline("A shop that sells through PayIn")
  const { database, isNew } = await step(`PostgreSQL on localhost:${ports.database.number}`, () =>
    startDatabase(ports.database)
  )
  const { sandbox } = await step(`PayIn sandbox on localhost:${ports.sandbox.number}`, () =>
    startSandbox(ports.sandbox)
  )
  const medusa = demoMedusa({ databaseUrl: database.url("demo"), sandbox, urls })
  shutdown.add(() => medusa.close())
  const admin = beginAdmin()
  await step("Tables", async () => ((await migrate(medusa, { isNew })) ? "migrated" : "up to date"))
  const seed = await step("Regions, products, admin user", () => runSeed(medusa, urls))
  if (admin !== null) await step("The admin, built meanwhile", () => admin.built)
  await step(`Medusa with its admin on localhost:${ports.medusa.number}`, async () => {
    const { ended } = await medusa.serve({ port: ports.medusa.number })
    ended.then((code) => fail(medusa.failed("start", code)))
  })
  await step(`Shop page on localhost:${ports.shop.number}`, () =>
    serveShop(ports.shop, { seed, urls, sandbox })
  )

  headline("One sale")
  const { order, session } = await sell({ backend_url: urls.medusa, seed, sandbox })
  showOrder(order, session)

  headline("Money out")
  const { refund, invoice } = await payOut({ backend_url: urls.medusa, seed, order, sandbox })

  headline("A subscription")
  const { subscription } = await subscribe({ backend_url: urls.medusa, seed, sandbox })
  const { renewal } = await renewOnItsDay({ backend_url: urls.medusa, subscription, medusa })
  showRenewal(renewal)

  headline("Money out, half a minute later")
  const { payouts } = await paidOut({ backend_url: urls.medusa, order, refund, invoice })
  showPayouts(payouts)
  if (once) return end(0)
  showAddresses(urls, sandbox)
  staysUp = true
}

function readArguments() {
  try {
    return parseArgs({ options: { once: { type: "boolean", default: false } } }).values
  } catch (error) {
    throw new PlainError(`${error.message}. The only option is --once: npm run demo -- --once`)
  }
}

async function startDatabase(port) {
  const starting = startPostgres({
    dataDir: path.join(DATA, "postgres"),
    port: port.number,
    durable: true,
  })
  shutdown.add(async () => (await starting.catch(() => null))?.stop())
  const database = await starting.catch((error) => {
    throw /port \d+ is busy/.test(error.message) ? busy(port) : error
  })
  const isNew = await database.createDatabase("demo")
  return { database, isNew, note: isNew ? "new database" : "its data is there" }
}

/** Built, or null where it is compiled once somebody asks for it. */
function beginAdmin() {
  if (!BUILT_ADMIN) return null
  const admin = buildAdmin()
  shutdown.add(() => admin.remove())
  return admin
}

async function startSandbox({ number }) {
  // In this very process: one less to stop. Compiled by what Medusa uses too.
  tsNode.register({ cwd: ROOT, swc: true })
  const { createSandbox } = createRequire(import.meta.url)("../../src/sandbox/index.ts")
  // A person watches: what was ordered ends by itself, as it would at a bank.
  const sandbox = createSandbox({ port: number, payouts: { outcome: "approve" } })
  shutdown.add(() => sandbox.stop())
  await sandbox.start()
  return { sandbox }
}

async function runSeed(medusa, urls) {
  Object.assign(medusa.environment, {
    DEMO_ADMIN_EMAIL: ADMIN.email,
    DEMO_ADMIN_PASSWORD: ADMIN.password,
    DEMO_IMAGE_BASE_URL: `${urls.shop}/images`,
    DEMO_SEED_RESULT: SEED_RESULT,
  })
  await medusa.run("exec", SEED_SCRIPT)
  return JSON.parse(await readFile(SEED_RESULT, "utf8"))
}

async function serveShop({ number }, { seed, urls, sandbox }) {
  const shop = await startShop({
    host: "127.0.0.1",
    port: number,
    config: {
      backend_url: urls.medusa,
      publishable_key: seed.publishable_key,
      promotion_code: seed.promotion_code,
      card_script: `${sandbox.cardUrl}/sdk.js`,
      examples: EXAMPLES,
    },
  })
  shutdown.add(() => shop.stop())
}

function showOrder(order, { ticket }) {
  say()
  facts([
    ["Order", bold(`#${order.display_id}`)],
    ...order.items.map(({ quantity, product_title }) => ["", `${quantity} × ${product_title}`]),
    ["Total", bold(pesos(order.total))],
    ["Payment", order.payment_status],
    ["Ticket", ticket],
  ])
}

const PAID = { rule: "Seller", refund: "Refund", operator: "Supplier" }

function showPayouts(payouts) {
  say()
  facts(
    payouts.map(({ source, amount, status, ...payout }) => [
      PAID[source],
      `${bold(pesos(amount))} to ${place(payout)}   ${status}`,
    ])
  )
}

function showRenewal({ order, subscription, cycle }) {
  say()
  facts([
    ["Renewal", bold(`#${order.display_id}`)],
    ...order.items.map(({ quantity, product_title }) => ["", `${quantity} × ${product_title}`]),
    ["Total", bold(pesos(order.total))],
    ["Payment", order.payment_status],
    ["Period", `${cycle.day}, the next on ${subscription.next_date}`],
  ])
}

function showAddresses(urls, sandbox) {
  headline("Your turn")
  facts([
    ["Shop page", cyan(urls.shop)],
    ["Admin", `${cyan(`${urls.medusa}/app`)}   ${ADMIN.email} / ${ADMIN.password}`],
    ["Second person", `${COLLEAGUE.email} / ${COLLEAGUE.password}`],
    ["Sandbox", cyan(sandbox.url)],
  ])
  say()
  say(`  ${dim("Ctrl-C stops everything; the data stays in .demo/")}`)
}

async function end(code) {
  await shutdown.run()
  process.exit(code)
}

function fail(error) {
  if (shutdown.isRunning) return
  const text = error instanceof PlainError ? error.message : (error.stack ?? String(error))
  console.error(`\n  ${red(text)}`)
  return end(1)
}

// Stopping a demo that runs is what it is for; one that was not ready yet has not done its work.
shutdown.onSignal(
  () => {
    hush()
    say(`\n  ${dim("Stopping …")}`)
  },
  () => (staysUp ? 0 : 130)
)
// Whoever read our lines has gone (`| head`): so do we.
process.stdout.on("error", () => end(1))
main().catch(fail)
