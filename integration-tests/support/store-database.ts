import { readFile } from "node:fs/promises"
import path from "node:path"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SeededStore } from "../demo/seed"
import { CartCopies } from "./cart-copies"
import { KNOWING_OF_CUTS } from "./living-copy"
import { logFolder } from "./log-folder"

const ROOT = path.resolve(__dirname, "../..")
const SEED_SCRIPT = "integration-tests/demo/seed/run.ts"

export const OPERATOR = { email: "operator@example.com", password: "operator-password" }

/**
 * A PostgreSQL server: `startPostgres` answers one, `serverOfTests` the one of jest's global setup.
 */
interface DatabaseServer {
  url(database: string): string
}

/** The server that jest's global setup started. */
export function serverOfTests(): DatabaseServer {
  const { DB_HOST, DB_PORT, DB_USERNAME = "", DB_PASSWORD = "" } = process.env
  const user = `${encodeURIComponent(DB_USERNAME)}:${encodeURIComponent(DB_PASSWORD)}`
  return { url: (database) => `postgres://${user}@${DB_HOST}:${DB_PORT}/${database}` }
}

/** A database with the tables of Medusa and the plugin, and the demo's seed in it. */
export class StoreDatabase {
  readonly carts = new CartCopies(() => this.pg)
  private open: Knex | null = null

  constructor(
    readonly server: DatabaseServer,
    readonly name: string,
    readonly store: SeededStore
  ) {}

  get url(): string {
    return this.server.url(this.name)
  }

  get pg(): Knex {
    const pool = { min: 0, max: 8 }
    this.open ??= knex({ client: "pg", connection: this.url, pool, log: KNOWING_OF_CUTS })
    return this.open
  }

  /** A database of its own with the same content. Nobody may be connected to this one meanwhile. */
  async copy(name: string): Promise<StoreDatabase> {
    await this.close()
    await administer(
      this.server.url("postgres"),
      `drop database if exists "${name}" with (force)`,
      `create database "${name}" template "${this.name}"`
    )
    return new StoreDatabase(this.server, name, this.store)
  }

  async close(): Promise<void> {
    await this.open?.destroy()
    this.open = null
  }

  async drop(): Promise<void> {
    await this.close()
    const drop = `drop database if exists "${this.name}" with (force)`
    await administer(this.server.url("postgres"), drop)
  }
}

/**
 * Migrates and seeds an empty database; an operator can sign in as {@link OPERATOR}. The tables of
 * Medusa's PostgreSQL locking are there, whether it is used or not.
 */
export async function seedStoreDatabase(
  url: string,
  environment: Record<string, string>
): Promise<SeededStore> {
  const { Medusa, medusaEnvironment } = await import("./medusa/process.mjs")
  const folder = logFolder()
  const seedFile = path.join(folder, "seed.json")
  const medusa = new Medusa({
    folder: ROOT,
    log: path.join(folder, "prepare.log"),
    environment: medusaEnvironment({
      NODE_ENV: "integration",
      TS_NODE_TRANSPILE_ONLY: "true",
      DISABLE_MEDUSA_ADMIN: "true",
      DATABASE_URL: url,
      REDIS_URL: "",
      MEDUSA_LOCKING: "postgres",
      DEMO_ADMIN_EMAIL: OPERATOR.email,
      DEMO_ADMIN_PASSWORD: OPERATOR.password,
      DEMO_SEED_RESULT: seedFile,
      ...environment,
    }),
  })
  await medusa.run("db:migrate", "--execute-all-links")
  await medusa.run("exec", SEED_SCRIPT)
  const store: SeededStore = JSON.parse(await readFile(seedFile, "utf8"))
  return store
}

async function administer(url: string, ...statements: string[]): Promise<void> {
  const pg = knex({ client: "pg", connection: url, pool: { min: 0, max: 1 } })
  try {
    for (const statement of statements) {
      await pg.raw(statement)
    }
  } finally {
    await pg.destroy()
  }
}
