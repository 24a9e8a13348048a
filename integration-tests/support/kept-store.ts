import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { SeededStore } from "../demo/seed"
import { shopEnvironment } from "./shop-environment"
import { seedStoreDatabase, StoreDatabase } from "./store-database"

const ROOT = path.resolve(__dirname, "../..")
const KEPT = path.join(ROOT, ".medusa/kept")
const DATABASE = "store"
const ANSWER = "store.json"
const LOOK_EVERY_MS = 200

/**
 * All that decides what the database holds: Medusa's version, our tables and links, the seed, and
 * who calls them.
 */
const MADE_OF = [
  "package-lock.json",
  "medusa-config.ts",
  "src/config.ts",
  "src/links",
  "src/modules",
  "integration-tests/demo/seed",
  "integration-tests/support/kept-store.ts",
  "integration-tests/support/store-database.ts",
  "integration-tests/support/shop-environment.ts",
  "integration-tests/support/personal-data.json",
]

/**
 * A server of PostgreSQL that ends with this process, and the store's database on it: to be copied,
 * not to be used.
 */
export interface StoreServer {
  store: StoreDatabase
  stop(): Promise<void>
}

/**
 * Starts a server that holds a migrated and seeded store. To make one takes as long as to start
 * Medusa some four times; whoever needs the first keeps it for all later ones of the same tables
 * and seed, below `.medusa/kept`.
 */
export async function startStoreServer(): Promise<StoreServer> {
  const { startPostgres } = await import("./postgres/index.mjs")
  const folder = await keptStore()
  const server = await startPostgres({ durable: false, from: folder })
  const seeded: SeededStore = JSON.parse(readFileSync(path.join(folder, ANSWER), "utf8"))
  const store = new StoreDatabase(server, DATABASE, seeded)
  return {
    store,
    async stop() {
      await store.close()
      await server.stop()
    },
  }
}

async function keptStore(): Promise<string> {
  const folder = path.join(KEPT, `store-${hash()}`)
  mkdirSync(KEPT, { recursive: true })
  while (!existsSync(folder)) {
    if (await claim(`${folder}.maker`)) {
      await make(folder).finally(() => rmSync(`${folder}.maker`, { force: true }))
    } else {
      await sleep(LOOK_EVERY_MS)
    }
  }
  return folder
}

/**
 * Takes the lock file, so that one process makes the store. The lock of a dead process is removed.
 */
async function claim(file: string): Promise<boolean> {
  const { isAlive } = await import("./postgres/process.mjs")
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" })
    return true
  } catch {
    const maker = existsSync(file) ? Number(readFileSync(file, "utf8")) : process.pid
    if (!isAlive(maker)) {
      rmSync(file, { force: true })
    }
    return false
  }
}

/** Made beside and renamed: who dies half-way leaves nothing that looks like a store. */
async function make(folder: string): Promise<void> {
  if (existsSync(folder)) {
    return
  }
  const { startPostgres } = await import("./postgres/index.mjs")
  // Stores of earlier tables or seeds, and unfinished ones.
  const old = readdirSync(KEPT).filter((name) => !name.endsWith(".maker"))
  old.forEach((name) => rmSync(path.join(KEPT, name), { recursive: true, force: true }))
  const unfinished = `${folder}.unfinished`
  mkdirSync(unfinished)
  const server = await startPostgres({ durable: false })
  try {
    await server.createDatabase(DATABASE)
    // Nobody asks the service or the store by these addresses yet.
    const nowhere = "http://127.0.0.1:9"
    const environment = shopEnvironment({ serviceUrl: nowhere, callbackUrl: nowhere })
    const seeded = await seedStoreDatabase(server.url(DATABASE), environment)
    writeFileSync(path.join(unfinished, ANSWER), JSON.stringify(seeded))
  } finally {
    await server.stop({ copyTo: unfinished })
  }
  renameSync(unfinished, folder)
}

/** The user's id is part of it, because only the owner of PostgreSQL's files can read them. */
function hash(): string {
  const sum = createHash("sha256").update(String(process.getuid?.()))
  const files = MADE_OF.flatMap((name) => filesIn(name)).sort()
  files.forEach((name) => sum.update(name).update(readFileSync(path.join(ROOT, name))))
  return sum.digest("hex").slice(0, 16)
}

function filesIn(name: string): string[] {
  const stats = statSync(path.join(ROOT, name), { throwIfNoEntry: false })
  if (stats === undefined) {
    return []
  }
  return stats.isDirectory()
    ? readdirSync(path.join(ROOT, name)).flatMap((inside) => filesIn(path.join(name, inside)))
    : [name]
}
