import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** SQL with a `?` for every value. */
export interface Fragment {
  text: string
  values: readonly Knex.RawBinding[]
}

/** Rows of a table that no other transaction holds at this moment. */
export interface FreeRows {
  table: string
  /** What a row must be; it names the row's columns, or those of `one` beside other tables. */
  where: Fragment
  order: string
  limit: number
}

/** Changes free rows and returns them as they are then. Two callers at once never get the same row. */
export async function changeFree(
  pg: Knex,
  rows: FreeRows,
  set: Fragment,
  returning: Fragment = { text: "*", values: [] }
): Promise<unknown[]> {
  const found = idsOf(rows)
  const answer: { rows: unknown[] } = await pg.raw(
    `update ${rows.table} set ${set.text} where id = any(array(${found.text}))
     returning ${returning.text}`,
    [...set.values, ...found.values, ...returning.values]
  )
  return answer.rows
}

/** Locks those of the rows that are free, and selects no others. */
export function lockFree<Locked>(rows: { forUpdate(): { skipLocked(): Locked } }): Locked {
  return rows.forUpdate().skipLocked()
}

/** Removes free rows. Returns how many. */
export async function removeFree(pg: Knex, rows: FreeRows): Promise<number> {
  const found = idsOf(rows)
  const answer: { rowCount: number } = await pg.raw(
    `delete from ${rows.table} where id = any(array(${found.text}))`,
    [...found.values]
  )
  return answer.rowCount
}

/** Read as an array: PostgreSQL may run an `in` once for each row of a plan, and each run finds others. */
function idsOf({ table, where, order, limit }: FreeRows): Fragment {
  return {
    text: `select id from ${table} one where ${where.text} order by ${order} limit ?
           for update skip locked`,
    values: [...where.values, limit],
  }
}
