import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { inTurns } from "../tables/in-turns"

/** Deleted customers who still have saved cards, a page of them in turn. */
export async function deletedCustomersWithCards(
  pg: Knex,
  limit: number
): Promise<{ customer_id: string }[]> {
  return inTurns<"customer_id", { customer_id: string }>(pg, {
    name: "cards of deleted customers",
    sql: `select distinct c.customer_id from payin_card c
     where c.saved_at is not null and c.customer_id is not null and c.deleted_at is null
       and not exists (
         select 1 from customer o where o.id = c.customer_id and o.deleted_at is null)`,
    bindings: [],
    key: "customer_id",
    limit,
  })
}

/**
 * The subscriptions that a customer began as a guest and that still renew. Such a subscription names no
 * customer: its order does.
 */
export async function boughtAsGuest(pg: Knex, customerId: string): Promise<string[]> {
  const found: { rows: { id: string }[] } = await pg.raw(
    `select s.id from payin_subscription s join "order" o on o.id = s.latest_order_id
     where o.customer_id = ? and s.customer_id is null and s.deleted_at is null
       and s.status in ('active', 'past_due')`,
    [customerId]
  )
  return found.rows.map(({ id }) => id)
}
