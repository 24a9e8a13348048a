import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** What a sweep looks for: all of it, whatever stays of it. */
export interface Sought<Key extends string> {
  /** Names the sweep: its runs go on where the one before stopped. */
  name: string
  /** Without order and limit. */
  sql: string
  bindings: readonly Knex.Value[]
  /** The column by which the rows are taken in turn. A row never changes it. */
  key: Key
  limit: number
}

/** By this process, the last row that each sweep took. A new process begins at the first row. */
const stopped = new Map<string, string>()

/**
 * The rows that a sweep looks at in this run, a page of those that it seeks. The next run goes on behind
 * them and begins again at the end, so rows that stay, because they fail or nothing can be done, keep
 * no other row from its turn.
 *
 * All that is sought is found before the page is cut: usually that is nothing, and a planner that hopes
 * for an early end would walk the whole table in the order of the key.
 */
export async function inTurns<Key extends string, Row extends Record<Key, string>>(
  pg: Knex,
  { name, sql, bindings, key, limit }: Sought<Key>
): Promise<Row[]> {
  const found: { rows: Row[] } = await pg.raw(
    `with sought as materialized (${sql})
     select * from sought where ?? > ? order by ?? limit ?`,
    [...bindings, key, stopped.get(name) ?? "", key, limit]
  )
  stopped.set(name, found.rows.at(limit - 1)?.[key] ?? "")
  return found.rows
}
