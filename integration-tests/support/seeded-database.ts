import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import * as runnersDatabase from "@medusajs/test-utils/dist/database"
import * as runnersTables from "@medusajs/test-utils/dist/medusa-test-runner-utils/use-db"
import { copyLiving, onServer } from "./living-copy"
import { serverOfTests } from "./store-database"

const SEEDED = "payin-seeded"
const administration = () => serverOfTests().url("postgres")
// Beside what is kept of its rows (seeded-rows.ts), with which it is forgotten.
const KEEP = "create schema seeded; create table seeded.answer (answer jsonb not null)"

/**
 * Has Medusa's test runner begin with a copy of the database that another spec file of the same run
 * has seeded, where there is one: to migrate and seed takes two thirds of the time until the first
 * test.
 */
export function copySeededDatabase(): void {
  const { dbTestUtilFactory: tools } = runnersDatabase
  const { migrateDatabase, syncLinks } = runnersTables
  let copied = false
  Object.assign(runnersDatabase, {
    dbTestUtilFactory: () => ({
      ...tools(),
      async create(name: string) {
        copied = await onServer(administration(), async (server) => {
          await server.raw("drop database if exists ?? with (force)", [name])
          const hasOne = await hasSeeded(server)
          await server.raw("create database ?? template ??", [name, hasOne ? SEEDED : "template1"])
          return hasOne
        })
      },
    }),
  })
  // A store with a module that others leave out needs its tables beside those that were copied.
  const complete = () => copied && process.env.MEDUSA_FF_RBAC !== "true"
  Object.assign(runnersTables, {
    migrateDatabase: async (...args: Parameters<typeof migrateDatabase>) => {
      if (!complete()) await migrateDatabase(...args)
    },
    syncLinks: async (...args: Parameters<typeof syncLinks>) => {
      if (!complete()) await syncLinks(...args)
    },
  })
}

/**
 * What `seed` answers, asked once in a run: the database that it fills is what the later stores
 * begin with.
 */
export async function seededOnce<Answer extends object>(
  pg: Knex,
  seed: () => Promise<Answer>
): Promise<Answer> {
  if (await pg.schema.withSchema("seeded").hasTable("answer")) {
    const { answer }: { answer: Answer } = await pg("seeded.answer").first()
    return answer
  }
  const answer = await seed()
  await pg.raw(KEEP)
  await pg("seeded.answer").insert({ answer: JSON.stringify(answer) })
  const { rows }: { rows: { name: string }[] } = await pg.raw("select current_database() as name")
  await onServer(administration(), (server) => publish(server, rows[0].name))
  return answer
}

async function publish(server: Knex, name: string): Promise<void> {
  await server.raw("select pg_advisory_lock(hashtext(?))", [SEEDED])
  if (!(await hasSeeded(server))) await copyLiving(server, name, SEEDED)
}

async function hasSeeded(server: Knex): Promise<boolean> {
  return (await server("pg_database").where({ datname: SEEDED }).first()) !== undefined
}
