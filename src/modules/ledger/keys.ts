import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { resolveOptions } from "../../domain/options/options"
import { createSealer } from "../../domain/privacy/seal"
import { SEALED_TABLES } from "../../domain/privacy/sealed-columns"

// Before our migrations: no table, or not yet the column.
const NOT_MIGRATED = ["42P01", "42703"]

/**
 * One index probe per key instead of reading every row. The indexes cover rows that are sealed and
 * not soft-deleted, so the query must name both.
 */
function keysOf(table: string): string {
  const sealed = `from ${table} where sealed_with is not null and deleted_at is null`
  return `
    with recursive keys(id) as (
      (select sealed_with ${sealed} order by sealed_with limit 1)
      union all
      select (select sealed_with ${sealed} and sealed_with > keys.id order by sealed_with limit 1)
      from keys where keys.id is not null)
    select id from keys where id is not null`
}

/**
 * Refuses the boot when stored rows were sealed with a key that option `encryptionKey` does not
 * list (docs/decisions/0008-sealed-columns.md). Detected later, it would leave a refund without an
 * address. The log says once which keys are missing and what to do: Medusa prints the message of what a loader throws
 * up to three times, so that message only names the option.
 */
export default async function refuseMissingKeys({
  container,
  logger,
  options,
}: LoaderOptions): Promise<void> {
  const production = process.env.NODE_ENV === "production"
  const { key_ids } = createSealer(resolveOptions(options, { production }).encryptionKey)
  const pg = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const missing = (await keysInUse(pg)).filter((id) => !key_ids.includes(id))
  if (missing.length > 0) {
    logger?.error(
      `medusa-plugin-payin: option "encryptionKey" lacks ${missing.length} key(s) that stored rows ` +
        `need (key id ${missing.join(", ")}): append the earlier keys to the comma list.`
    )
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      "medusa-plugin-payin does not start because of its option encryptionKey; the log says why."
    )
  }
}

/** Rows of payouts and cards are in the same database: one refusal names all missing keys. */
async function keysInUse(pg: Knex): Promise<string[]> {
  const found = await Promise.all(SEALED_TABLES.map((table) => keysIn(pg, table)))
  return [...new Set(found.flat())]
}

async function keysIn(pg: Knex, table: string): Promise<string[]> {
  try {
    const answer: { rows: { id: string }[] } = await pg.raw(keysOf(table))
    return answer.rows.map((row) => row.id)
  } catch (error) {
    if (error instanceof Error && "code" in error && NOT_MIGRATED.includes(String(error.code))) {
      return []
    }
    throw error
  }
}
