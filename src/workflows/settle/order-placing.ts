import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ORDER_PLACING_SECONDS } from "../../domain/schedule"
import { databaseNow } from "../../tables/now"
import { Core } from "./core"
import { MedusaRefusedError } from "../../medusa/failures"

// Reads the link, not Query, which would read the whole order.
const CART = `
  select l.cart_id from order_cart l
  join "order" o on o.id = l.order_id and o.created_at > ?
  where l.order_id = ? and l.deleted_at is null`

/**
 * Waits until Medusa has finished placing an order. Medusa makes the order before it asks for its
 * payment, and takes it back when that fails. A cancel meanwhile may never end, or free the stock
 * twice (seen with Medusa's own `cancelOrderWorkflow`, 2.21.2).
 *
 * @returns false when Medusa is still placing it after a while
 */
export async function afterPlacing(container: MedusaContainer, orderId: string): Promise<boolean> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: { cart_id: string }[] } = await pg.raw(CART, [
    databaseNow(pg, -ORDER_PLACING_SECONDS),
    orderId,
  ])
  const cart = found.rows.at(0)
  if (cart === undefined) {
    return true
  }
  try {
    await new Core(container).afterCompletion(cart.cart_id)
    return true
  } catch (error) {
    if (error instanceof MedusaRefusedError) {
      return false
    }
    throw error
  }
}
