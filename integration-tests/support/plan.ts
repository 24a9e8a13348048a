import type { Knex } from "@medusajs/framework/mikro-orm/knex"

interface Sent {
  sql: string
  bindings: Knex.RawBinding[]
}

/** The EXPLAIN output of each statement that `work` sends and whose SQL matches `tables`. */
export async function plansOf(
  pg: Knex,
  tables: RegExp,
  work: () => Promise<unknown>
): Promise<string[]> {
  const sent: Sent[] = []
  const note = (query: Sent) => {
    if (tables.test(query.sql)) {
      sent.push(query)
    }
  }
  pg.on("query", note)
  try {
    await work()
  } finally {
    pg.removeListener("query", note)
  }
  return Promise.all(
    sent.map(async ({ sql, bindings }) => {
      const { rows } = await pg.raw(`explain ${sql.replace(/\$\d+/g, "?")}`, [...bindings])
      return JSON.stringify(rows)
    })
  )
}
