import { readdirSync } from "node:fs"
import path from "node:path"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { openGates } from "../gate"
import { copyLiving, cutOff, KNOWING_OF_CUTS, onServer } from "../living-copy"
import { serverOfTests } from "../store-database"

const MODULES = path.resolve(__dirname, "../../../src/modules")
const TEMPLATE = "payin-modules"
const CONNECTIONS = 12
const administration = () => serverOfTests().url("postgres")

/** A database of a test's own. */
export interface Opened {
  pg: Knex
  drop(): Promise<void>
}

/** A migration of a module, as MikroORM calls it. */
interface Migration {
  up(): Promise<void> | void
  getQueries(): unknown[]
}

/**
 * A database with the tables of our modules and nothing of Medusa's, as a copy of one that the
 * first spec file of a run migrates: some 50 ms.
 *
 * @param label tells it from others of the same process
 */
export async function openDatabase(label: string | number = process.pid): Promise<Opened> {
  const name = `${TEMPLATE}-${label}`
  await onServer(administration(), async (server) => {
    await makeTemplate(server)
    await server.raw("drop database if exists ?? with (force)", [name])
    await server.raw("create database ?? template ??", [name, TEMPLATE])
  })
  return opened(name)
}

/**
 * A copy of a database in use, as a backup or a staging copy is one: another database of the same
 * content.
 */
export async function copyDatabase(pg: Knex, label: string): Promise<Opened> {
  const name = `${TEMPLATE}-${label}`
  const from = await nameOf(pg)
  await onServer(administration(), async (server) => {
    await server.raw("drop database if exists ?? with (force)", [name])
    await copyLiving(server, from, name)
  })
  return opened(name)
}

/** Every process on it dies; answers how to let somebody in again. */
export async function dieOn(pg: Knex): Promise<() => Promise<void>> {
  const name = await nameOf(pg)
  await onServer(administration(), (server) => cutOff(server, name))
  return () =>
    onServer(administration(), async (server) => {
      await server.raw("alter database ?? allow_connections true", [name])
    })
}

async function nameOf(pg: Knex): Promise<string> {
  const { rows }: { rows: { name: string }[] } = await pg.raw("select current_database() as name")
  return rows[0].name
}

function opened(name: string): Opened {
  const pg = connect(name, CONNECTIONS)
  return {
    pg,
    async drop() {
      await pg.destroy()
      await onServer(administration(), (server) =>
        server.raw("drop database if exists ?? with (force)", [name])
      )
    },
  }
}

/** Removes every row of ours, and the gates and triggers that a test set up. */
export async function emptyTables(pg: Knex): Promise<void> {
  await openGates(pg)
  await pg.raw(`
    do $$ declare one record; begin
      -- As a replica: the audit of payouts refuses to lose a line.
      perform set_config('session_replication_role', 'replica', true);
      for one in select tgname, tgrelid::regclass as of from pg_trigger
        where not tgisinternal and tgname like 'test\\_%'
      loop
        execute format('drop trigger %I on %s', one.tgname, one.of);
      end loop;
      for one in select relname from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop
        execute format('delete from %I', one.relname);
      end loop;
    end $$`)
}

/** Migrated under another name first: whoever finds the template finds all of it. */
async function makeTemplate(server: Knex): Promise<void> {
  await server.raw("select pg_advisory_lock(hashtext(?))", [TEMPLATE])
  if ((await server("pg_database").where({ datname: TEMPLATE }).first()) !== undefined) return
  const unfinished = `${TEMPLATE}-unfinished`
  await server.raw("drop database if exists ?? with (force)", [unfinished])
  await server.raw("create database ??", [unfinished])
  const pg = connect(unfinished, 1)
  try {
    for (const statement of await statements()) await pg.raw(statement)
  } finally {
    await pg.destroy()
  }
  await server.raw("alter database ?? rename to ??", [unfinished, TEMPLATE])
}

/** What the migrations of all modules do, each module's in the order of their dates. */
async function statements(): Promise<string[]> {
  const files = readdirSync(MODULES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\/migrations\/Migration\d+\.ts$/.test(file))
    .sort()
  const all = await Promise.all(
    files.map(async (file) => {
      const [made]: (new () => Migration)[] = Object.values(await import(path.join(MODULES, file)))
      const migration = new made()
      await migration.up()
      return migration.getQueries().map(String)
    })
  )
  return all.flat()
}

function connect(database: string, max: number): Knex {
  return knex({
    client: "pg",
    connection: serverOfTests().url(database),
    log: KNOWING_OF_CUTS,
    pool: { min: max === 1 ? 1 : 0, max },
  })
}
