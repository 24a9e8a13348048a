import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "./now"

/** For `where`: the row has no lease, or its lease has expired. */
export function unleased(pg: Knex | Knex.Transaction): (row: Knex.QueryBuilder) => void {
  return (row) => {
    row.whereNull("leased_until").orWhere("leased_until", "<", databaseNow(pg))
  }
}
