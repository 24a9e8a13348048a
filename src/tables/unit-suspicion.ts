import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { isPowerOfTenApart } from "../domain/money/amount"
import { UNIT_SUSPECTED_DAYS } from "../domain/time/schedule"
import { storedAmount as amount, storedInstant as instant } from "../domain/row/stored-field"
import { databaseNow } from "./now"

/** Columns of one table: what was asked, and what the service names instead. */
export interface NamedAmount {
  table: "payin_transaction" | "payin_payout_attempt"
  asked: string
  said: string
  /** A condition on the row without which `said` is in another currency. */
  where?: string
}

const suspicionRow = z.object({
  account: z.string(),
  currency: z.string(),
  reference: z.string(),
  asked: amount,
  said: amount,
  created_at: instant,
})

/** A row whose amount the service names in another unit than the options say. In major units. */
export type UnitSuspicion = z.infer<typeof suspicionRow>

/** So many of the newest rows with another amount are read: a wrong unit stands in all of them. */
const READ = 100

/**
 * The newest such row of each account and currency, among those that are recent or still looked up,
 * unless the service named the right amount of a later row.
 */
export async function unitSuspicions(
  pg: Knex,
  { table, asked, said, where = "true" }: NamedAmount
): Promise<UnitSuspicion[]> {
  const rows: unknown[] = await pg(table)
    .whereRaw(`?? <> ?? and ${where} and deleted_at is null`, [said, asked])
    .whereRaw("(created_at > ? or lookup_after is not null)", [
      databaseNow(pg, -UNIT_SUSPECTED_DAYS * 86_400),
    ])
    .orderBy("created_at", "desc")
    .limit(READ)
    .select("account", "currency", "reference", "created_at", { asked, said })
  const newest = new Map<string, UnitSuspicion>()
  for (const row of rows.map((one) => suspicionRow.parse(one))) {
    const key = `${row.account} ${row.currency}`
    if (!newest.has(key) && isPowerOfTenApart(row.asked, row.said)) {
      newest.set(key, row)
    }
  }
  const standing = await Promise.all(
    [...newest.values()].map(async (suspicion) => {
      const { account, currency, created_at } = suspicion
      const right: unknown = await pg(table)
        .where({ account, currency })
        .where("created_at", ">", created_at)
        .whereRaw(`?? = ?? and ${where} and deleted_at is null`, [said, asked])
        .first("id")
      return right === undefined ? [suspicion] : []
    })
  )
  return standing.flat()
}
