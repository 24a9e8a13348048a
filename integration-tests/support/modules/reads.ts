import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Client } from "pg"
import { z } from "zod"

/** A node of PostgreSQL's plan with what it really did. Rows are those of one loop, on average. */
const node = z.object({
  "Relation Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().default(0),
  "Rows Removed by Index Recheck": z.number().default(0),
  get Plans() {
    return z.array(node).default([])
  },
})
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: node })]) })])

interface Statement {
  sql: string
  bindings: unknown[]
}

/**
 * How many rows of each table the statements of `work` read, those included that a filter threw
 * away: what a list costs, on every machine the same.
 */
export async function rowsRead(
  { pg, url }: { pg: Knex; url: string },
  work: () => Promise<unknown>
): Promise<Record<string, number>> {
  const statements = await statementsOf(pg, work)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const read: Record<string, number> = {}
    for (const { sql, bindings } of statements.filter(({ sql }) => /payin_/.test(sql))) {
      const { rows } = await client.query(`explain (analyze, format json) ${sql}`, bindings)
      const [{ "QUERY PLAN": plan }] = explained.parse(rows)
      add(read, plan[0].Plan)
    }
    return read
  } finally {
    await client.end()
  }
}

async function statementsOf(pg: Knex, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const note = ({ sql, bindings }: Statement) => statements.push({ sql, bindings })
  pg.on("query", note)
  try {
    await work()
  } finally {
    pg.off("query", note)
  }
  return statements
}

function add(read: Record<string, number>, plan: z.infer<typeof node>): void {
  const table = plan["Relation Name"]
  if (table !== undefined) {
    const rows =
      plan["Actual Rows"] + plan["Rows Removed by Filter"] + plan["Rows Removed by Index Recheck"]
    read[table] = (read[table] ?? 0) + rows * plan["Actual Loops"]
  }
  for (const child of plan.Plans) add(read, child)
}
