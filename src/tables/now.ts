import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { clockOffsetMs } from "../domain/time/clock"

/** Anything that makes a raw SQL fragment: a knex instance or one of its transactions. */
interface SqlSource<Fragment> {
  raw(sql: string, bindings: readonly (string | number)[]): Fragment
}

/**
 * The database's clock plus the tests' offset, `plusSeconds` from now: the only clock that due
 * times and leases know, because the clocks of two instances differ.
 */
export function databaseNow<Fragment>(sql: SqlSource<Fragment>, plusSeconds = 0): Fragment {
  return sql.raw("(now() + ? * interval '1 millisecond')", [clockOffsetMs() + plusSeconds * 1000])
}

const clockRow = z.tuple([z.object({ now: z.date() })])

/** Reads that clock, for times that are compared or passed on outside of the database. */
export async function readNow(pg: Knex): Promise<Date> {
  const answer: { rows: unknown[] } = await pg.raw("select ? as now", [databaseNow(pg)])
  const [{ now }] = clockRow.parse(answer.rows)
  return now
}
