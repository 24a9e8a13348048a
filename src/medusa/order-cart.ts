import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { ORDER_PLACING_SECONDS } from "../domain/time/schedule"
import { databaseNow } from "../tables/now"

// Reads the link, not Query, which would read the whole order.
const CART = `
  select l.cart_id from order_cart l
  join "order" o on o.id = l.order_id and o.created_at > ?
  where l.order_id = ? and l.deleted_at is null`

/** The cart of an order so young that Medusa may still be placing it; null for any other order. */
export async function cartBeingPlaced(pg: Knex, orderId: string): Promise<string | null> {
  const found: { rows: { cart_id: string }[] } = await pg.raw(CART, [
    databaseNow(pg, -ORDER_PLACING_SECONDS),
    orderId,
  ])
  return found.rows.at(0)?.cart_id ?? null
}

const orderRow = z.object({ id: z.string(), status: z.string() })

// Reads the tables, not Query, which would read the whole order at each poll of each page.
const STANDING = `
  select o.id, o.status from "order" o
  where o.deleted_at is null and o.id in (
    select :order_id::text
    union all
    select l.order_id from order_cart l where l.cart_id = :cart_id and l.deleted_at is null)
  order by o.id = :order_id desc limit 1`

/** The order that a payment belongs to; null when there is none, or Medusa took it back. */
export async function orderOfPayment(
  pg: Knex,
  { order_id, cart_id }: { order_id: string | null; cart_id: string | null }
): Promise<{ id: string; canceled: boolean } | null> {
  const { rows }: { rows: unknown[] } = await pg.raw(STANDING, { order_id, cart_id })
  if (rows.length === 0) {
    return null
  }
  const { id, status } = orderRow.parse(rows[0])
  return { id, canceled: status === "canceled" }
}
