import { readFile } from "node:fs/promises"
import path from "node:path"

import { Client } from "pg"

import { step } from "../demo/steps/progress.mjs"
import { medusaEnvironment } from "../support/medusa/process.mjs"
import { startPostgres } from "../support/postgres/index.mjs"
import { freePort } from "../support/postgres/port.mjs"
import { BenchMedusa } from "./medusa.mjs"
import { Service } from "./service.mjs"
import { Shopper } from "./shopper.mjs"
import { makeStore, removeStore } from "./store.mjs"
import { Witness } from "./witness.mjs"

const DATABASE = "bench"

/**
 * A store with the plugin installed, its database, and the service it asks, each in a process of its own;
 * Medusa is not started yet. What is begun is stopped by `shutdown`.
 *
 * @param props of a benchmark of its own: a folder that is copied into the store's, and settings of the store
 */
export async function setStage({ ports }, shutdown, props = {}) {
  const folder = await step("A store with the plugin installed", () =>
    makeFolder(shutdown, props.folder)
  )
  const database = await step("PostgreSQL", () => startDatabase(ports.database, shutdown))
  const service = await step("Sandbox, in a process of its own", async () => {
    const port = ports.sandbox ?? (await freePort())
    const service = new Service({ folder: folder.name, port })
    shutdown.add(() => service.stop())
    await service.start()
    return { service, url: `http://127.0.0.1:${port}` }
  })
  const port = ports.medusa ?? (await freePort())
  const seedFile = path.join(folder.name, "seed.json")
  const medusa = new BenchMedusa({
    folder: folder.name,
    port,
    environment: medusaEnvironment({
      NODE_ENV: "production",
      DATABASE_URL: database.url(DATABASE),
      BENCH_SANDBOX_URL: service.url,
      BENCH_STORE_URL: `http://127.0.0.1:${port}`,
      BENCH_SEED_RESULT: seedFile,
      ...props.environment?.({ url: `http://127.0.0.1:${port}` }),
    }),
  })
  shutdown.add(() => medusa.stop())
  await step("Tables", () => medusa.run("db:migrate", "--execute-all-links"))
  await step("Regions, products", () => medusa.run("exec", "./seed.js"))

  const databases = await step("Databases of the same tables", () => copyDatabase(database))

  const witness = new Witness(database.url(DATABASE))
  shutdown.add(() => witness.stop())
  const postgresVersion = await witness.start()
  const seed = JSON.parse(await readFile(seedFile, "utf8"))
  return {
    medusa,
    folder: folder.name,
    databaseUrl: database.url(DATABASE),
    databases,
    service: service.service,
    sandboxUrl: service.url,
    witness,
    shopper: new Shopper(medusa.url, seed),
    url: medusa.url,
    postgresVersion,
  }
}

async function makeFolder(shutdown, props) {
  const making = makeStore(props)
  shutdown.add(async () => {
    await making.catch(() => {})
    await removeStore()
  })
  return { name: await making }
}

async function startDatabase(port, shutdown) {
  const starting = startPostgres({ durable: true, ...(port === null ? {} : { port }) })
  shutdown.add(async () => (await starting.catch(() => null))?.stop())
  const server = await starting
  await server.createDatabase(DATABASE)
  return server
}

/** For each further name a database that has all that the store's has; nobody may be connected to that one. */
async function copyDatabase(server) {
  const client = new Client({ connectionString: server.url("postgres") })
  await client.connect()
  const names = { few: "bench_few", many: "bench_many", waiting: "bench_waiting" }
  try {
    for (const name of Object.values(names)) {
      await client.query(`create database ${name} template ${DATABASE}`)
    }
  } finally {
    await client.end()
  }
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, server.url(name)]))
}
