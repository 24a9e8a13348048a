import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { resolveOptions } from "../../domain/options"
import { createSealer } from "../../domain/seal"

const TABLE_MISSING = "42P01"

// One index probe per key instead of a look at every row.
const KEYS_IN_USE = `
  with recursive keys(id) as (
    (select sealed_with from payin_transaction where deleted_at is null
     order by sealed_with limit 1)
    union all
    select (select sealed_with from payin_transaction
            where sealed_with > keys.id and deleted_at is null order by sealed_with limit 1)
    from keys where keys.id is not null)
  select id from keys where id is not null`

/**
 * Refuses the boot when stored rows were sealed with a key that option `encryptionKey` does not list:
 * found out later, a refund could not be addressed (design.md 6, Personal data).
 */
export default async function refuseMissingKeys({
  container,
  options,
}: LoaderOptions): Promise<void> {
  const production = process.env.NODE_ENV === "production"
  const { key_ids } = createSealer(resolveOptions(options, { production }).encryptionKey)
  const pg = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const missing = (await keysInUse(pg)).filter((id) => !key_ids.includes(id))
  if (missing.length > 0) {
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      `medusa-plugin-payin: option "encryptionKey" lacks ${missing.length} key(s) that stored pay-ins ` +
        `need (key id ${missing.join(", ")}): append the earlier keys to the comma list.`
    )
  }
}

async function keysInUse(pg: Knex): Promise<string[]> {
  try {
    const answer: { rows: { id: string }[] } = await pg.raw(KEYS_IN_USE)
    return answer.rows.map((row) => row.id)
  } catch (error) {
    // Before the first migration there are no rows to read.
    if (error instanceof Error && "code" in error && error.code === TABLE_MISSING) {
      return []
    }
    throw error
  }
}
