import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../tables/now"

/**
 * Carts whose id begins with this prefix and an underscore, and that are at least `seconds` old, in random
 * order. Carts that cannot be removed then block no other cart.
 */
export async function oldCartsOf(
  pg: Knex,
  prefix: string,
  { seconds, limit }: { seconds: number; limit: number }
): Promise<{ id: string }[]> {
  return (
    pg("cart")
      // A range of the primary key, in whatever order the database sorts texts.
      .whereBetween("id", [prefix, `${prefix}z`])
      .where("id", "like", `${prefix}\\_%`)
      .where("created_at", "<", databaseNow(pg, -seconds))
      .orderByRaw("random()")
      .limit(limit)
      .select("id")
  )
}
