import { lookupsOf } from "./lookups"
import type { Shop } from "./shop"
import { locksReleased } from "./order-locks"

const TABLES = [
  "payment_session",
  "payment_collection",
  "payment",
  "payin_transaction",
  "payin_session",
  "payin_anomaly",
  "payin_event",
]

/**
 * All that a refused call must leave as it was: sessions, links, ledger, and what the service was
 * told.
 */
export async function snapshot(shop: Shop) {
  // A call that keeps its turn waits in vain here.
  await locksReleased(shop)
  const rows = await Promise.all(
    TABLES.map(async (table) => [table, await shop.pg(table).orderBy("id")])
  )
  const { create } = shop.sandbox.counters()
  const said = shop.sandbox.transactions().map(({ reference, status }) => [reference, status])
  const asked = said.map(([reference]) => lookupsOf(shop, reference))
  const tables: Record<string, Record<string, unknown>[]> = Object.fromEntries(rows)
  return { ...tables, service: { create, asked, said } }
}
