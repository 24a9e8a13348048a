// The columns of a lease, which one holder has at a time, until an instant of the database's clock
// (docs/decisions/0007-leases-and-order-locks.md).
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../tables/now"
import type { Fragment } from "./free-rows"

type Where = (row: Knex.QueryBuilder) => void

/** For `where`: the row has no lease, or its lease has expired. */
export function unleased(pg: Knex, table?: string): Where {
  const until = column(table)
  return (row) => {
    row.whereNull(until).orWhere(until, "<", databaseNow(pg))
  }
}

/** The same in SQL. */
export function unleasedSql(pg: Knex): Fragment {
  return { text: unleasedAt(), values: [databaseNow(pg)] }
}

/** The same in SQL; its `?` is the present time. */
export function unleasedAt(table?: string): string {
  const until = column(table)
  return `(${until} is null or ${until} < ?)`
}

/** For `where`: somebody holds the row. */
export function leased(pg: Knex): Where {
  return (row) => {
    row.where(column(), ">=", databaseNow(pg))
  }
}

/** For `update`: the row is held for so many seconds. */
export function heldFor(pg: Knex, seconds: number): { leased_until: Knex.Raw } {
  return { leased_until: databaseNow(pg, seconds) }
}

/** For `update`: nobody holds the row. */
export const FREED = { leased_until: null }

/**
 * Takes the lease of a row, unless somebody holds it, and raises the row's fence: whoever held it
 * before writes nothing more.
 *
 * @param row selects it
 * @returns the row as it is then
 */
export async function takeLease(
  pg: Knex,
  row: Knex.QueryBuilder,
  seconds: number,
  set: object = {}
): Promise<unknown> {
  const rows: unknown[] = await row
    .where(unleased(pg))
    .update({ ...heldFor(pg, seconds), fence: pg.raw("fence + 1"), ...set })
    .returning("*")
  return rows.at(0)
}

/** For `select`: the lease's own name. As text, because a date would lose the microseconds. */
export function leaseName(pg: Knex): Knex.Raw {
  return pg.raw("leased_until::text as lease")
}

/** For `where`: the lease is still this one. */
export function isLease(name: string): Where {
  return (row) => {
    row.whereRaw("leased_until::text = ?", [name])
  }
}

function column(table?: string): string {
  return table === undefined ? "leased_until" : `${table}.leased_until`
}
