// npm run bench [-- --quick]: how long the plugin takes beside Medusa itself (settings.mjs has the options).
// A benchmark, not a test: it prints, and never fails on a number.

import { readFile } from "node:fs/promises"
import path from "node:path"

import { dim, headline, hush, red, say, step } from "../demo/steps/progress.mjs"
import { PlainError } from "../demo/steps/settings.mjs"
import { Shutdown } from "../demo/steps/shutdown.mjs"
import { startPostgres } from "../support/postgres/index.mjs"
import { freePort } from "../support/postgres/port.mjs"
import { machine } from "./machine.mjs"
import { measureAcknowledgements } from "./measures/acknowledgement.mjs"
import { measureBoots } from "./measures/boot.mjs"
import { measureSales } from "./measures/sale.mjs"
import { measureSessions } from "./measures/session.mjs"
import { Medusa, medusaEnvironment } from "./medusa.mjs"
import { Service } from "./service.mjs"
import { HELP, readSettings } from "./settings.mjs"
import { Shopper } from "./shopper.mjs"
import { percentile } from "./statistics.mjs"
import { makeStore, removeStore } from "./store.mjs"
import { printGrowth, printRatios } from "./table.mjs"
import { Witness } from "./witness.mjs"

const DATABASE = "bench"

const shutdown = new Shutdown()

async function main() {
  const settings = readSettings(process.argv.slice(2))
  if (settings.help) return say(HELP)

  headline("The plugin beside Medusa itself")
  const bench = await prepare(settings)
  const boots = await step(`Boots, ${settings.boots} of each`, () =>
    measureBoots({ medusa: bench.medusa, n: settings.boots })
  )
  await step("Medusa", () => bench.medusa.boot().then(() => undefined))
  const samples = { ...bench, n: settings.n, warmUp: settings.warmUp }
  const sales = await step(`Sales, ${settings.n} of each`, () => measureSales(samples))
  const acknowledgements = await step(`Notifications, ${settings.n} of each`, () =>
    measureAcknowledgements(samples)
  )
  const sessions = await step(`Sessions, ${settings.n} of each`, () => measureSessions(samples))

  headline(machine(bench.postgresVersion))
  say()
  printRatios([...sales.rows, ...acknowledgements.rows, ...sessions.rows])
  printGrowth(boots)
  explain(settings, sales, sessions)
}

async function prepare({ ports }) {
  const folder = await step("A store with the plugin installed", makeFolder)
  const database = await step("PostgreSQL", () => startDatabase(ports.database))
  const service = await step("Sandbox, in a process of its own", async () => {
    const port = ports.sandbox ?? (await freePort())
    const service = new Service({ folder: folder.name, port })
    shutdown.add(() => service.stop())
    await service.start()
    return { service, url: `http://127.0.0.1:${port}` }
  })
  const port = ports.medusa ?? (await freePort())
  const seedFile = path.join(folder.name, "seed.json")
  const medusa = new Medusa({
    folder: folder.name,
    port,
    environment: medusaEnvironment({
      DATABASE_URL: database.url(DATABASE),
      BENCH_SANDBOX_URL: service.url,
      BENCH_STORE_URL: `http://127.0.0.1:${port}`,
      BENCH_SEED_RESULT: seedFile,
    }),
  })
  shutdown.add(() => medusa.stop())
  await step("Tables", () => medusa.run("db:migrate", "--execute-all-links"))
  await step("Regions, products", () => medusa.run("exec", "./seed.js"))

  const witness = new Witness(database.url(DATABASE))
  shutdown.add(() => witness.stop())
  const postgresVersion = await witness.start()
  const seed = JSON.parse(await readFile(seedFile, "utf8"))
  return {
    medusa,
    service: service.service,
    witness,
    shopper: new Shopper(medusa.url, seed),
    url: medusa.url,
    postgresVersion,
  }
}

async function makeFolder() {
  const making = makeStore()
  shutdown.add(async () => {
    await making.catch(() => {})
    await removeStore()
  })
  return { name: await making }
}

async function startDatabase(port) {
  const starting = startPostgres({ durable: true, ...(port === null ? {} : { port }) })
  shutdown.add(async () => (await starting.catch(() => null))?.stop())
  const server = await starting
  await server.createDatabase(DATABASE)
  return server
}

function explain({ quick }, { lookups }, { creations }) {
  const ms = (samples) => `${percentile(samples, 0.5).toFixed(1)} ms`
  const notes = [
    "Medians of one run, one call at a time, both sides by turns on one store; Medusa in production",
    "mode with its in-memory parts, client, sandbox and PostgreSQL (durable) on the same machine.",
    `The sandbox's own time: ${ms(lookups)} of each sale (its lookup, left in), ${ms(creations)} of each session.`,
    ...(quick ? ["--quick: too few samples to mean much."] : []),
  ]
  for (const note of notes) say(`  ${dim(note)}`)
  say()
}

async function fail(error) {
  if (shutdown.isRunning) return
  const text = error instanceof PlainError ? error.message : (error.stack ?? String(error))
  console.error(`\n  ${red(text)}`)
  await shutdown.run()
  process.exit(1)
}

shutdown.onSignal(
  () => {
    hush()
    say(`\n  ${dim("Stopping …")}`)
  },
  () => 130
)
main()
  .then(() => shutdown.run())
  .then(() => process.exit(0))
  .catch(fail)
