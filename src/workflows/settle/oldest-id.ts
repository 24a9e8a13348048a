import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ulidBound } from "../../domain/ulid"

const DAY_MS = 86_400_000

/**
 * The smallest id that a row of core's can have which was made in the last `days`, as `order_01J...`. By the
 * true clock: core writes its ids with it, and a window that moved with a test's offset would pass rows by.
 */
export async function oldestId(pg: Knex, prefix: string, days: number): Promise<string> {
  const clock: { rows: { now: Date }[] } = await pg.raw("select now()")
  return `${prefix}_${ulidBound(clock.rows[0].now.getTime() - days * DAY_MS)}`
}
