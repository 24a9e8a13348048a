import pg from "pg"

const PIECE = 20_000

/** Tables behind lists that grow with sales, a row that has come to its end, and what makes each copy another. */
const TABLES = {
  payin_transaction: {
    like: "status = 'approved' and settled_at is not null",
    fresh: { reference: "'pin_crowd_' || n", ticket: "'crowd-' || n" },
  },
  payin_event: {
    like: "status = 'processed'",
    fresh: { body_hash: "encode(sha256(('crowd' || n)::bytea), 'hex')", idempotency_key: "null" },
  },
  payin_payout: {
    like: "status = 'approved'",
    fresh: { source_id: "'crowd_' || n", reference: "'out_crowd_' || n" },
  },
  payin_payout_audit: { like: "true", fresh: {} },
}

/** Makes the lists long: copies of finished rows, older than everything else. Nothing of them is due. */
export async function crowd(databaseUrl, rows) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off")
    for (const [table, { like, fresh }] of Object.entries(TABLES)) {
      const count = await client.query(`select count(*)::int as there from ${table}`)
      const from = count.rows[0].there + 1
      const columns = await columnsOf(client, table)
      const values = {
        ...fresh,
        id: "source.id || '_' || lpad(n::text, 6, '0')",
        created_at: "source.created_at - n * interval '1 second'",
      }
      const insert = `insert into ${table} (${columns.map((name) => `"${name}"`).join(", ")})
        select ${columns.map((name) => values[name] ?? `source."${name}"`).join(", ")}
        from (select * from ${table} where ${like} and deleted_at is null
              order by created_at, id limit 1) source, generate_series($1::int, $2::int) n`
      for (let first = from; first <= rows; first += PIECE) {
        await client.query(insert, [first, Math.min(first + PIECE - 1, rows)])
      }
      await client.query(`vacuum analyze ${table}`)
    }
  } finally {
    await client.end()
  }
}

async function columnsOf(client, table) {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER'`,
    [table]
  )
  return rows.map(({ name }) => name)
}
