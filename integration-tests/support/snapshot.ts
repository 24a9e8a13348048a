import type { Shop } from "./shop"

const TABLES = [
  "payment_session",
  "payment_collection",
  "payment",
  "payin_transaction",
  "payin_session",
  "payin_anomaly",
  "payin_event",
  "payin_turn",
]

/** All that a refused call must leave as it was: sessions, links, ledger, and what the service was told. */
export async function snapshot(shop: Shop) {
  const rows = await Promise.all(
    TABLES.map(async (table) => [table, await shop.pg(table).orderBy("id")])
  )
  const { create, lookup } = shop.sandbox.counters()
  const said = shop.sandbox.transactions().map(({ reference, status }) => [reference, status])
  const tables: Record<string, Record<string, unknown>[]> = Object.fromEntries(rows)
  return { ...tables, service: { create, lookup, said } }
}
