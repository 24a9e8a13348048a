import type { Knex } from "@medusajs/framework/mikro-orm/knex"

interface Sent {
  sql: string
  bindings: Knex.RawBinding[]
}

/** How PostgreSQL would carry each statement about such a table out that `work` sends, in the words of `explain`. */
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
  await work()
  pg.removeListener("query", note)
  return Promise.all(
    sent.map(async ({ sql, bindings }) => {
      const { rows } = await pg.raw(`explain ${sql.replace(/\$\d+/g, "?")}`, [...bindings])
      return JSON.stringify(rows)
    })
  )
}
