import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cartBeingPlaced } from "../../medusa/order-cart"
import { MedusaCalls } from "./medusa-calls"
import { MedusaRefusedError } from "../../medusa/failures"

/**
 * Waits until Medusa has finished placing an order. Medusa makes the order before it asks for its
 * payment, and takes it back when that fails. A cancel meanwhile may never end, or free the stock
 * twice (seen with Medusa's own `cancelOrderWorkflow`, 2.21.2).
 *
 * @returns false when Medusa is still placing it after a while
 */
export async function afterPlacing(container: MedusaContainer, orderId: string): Promise<boolean> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const cartId = await cartBeingPlaced(pg, orderId)
  if (cartId === null) {
    return true
  }
  try {
    await new MedusaCalls(container).afterCompletion(cartId)
    return true
  } catch (error) {
    if (error instanceof MedusaRefusedError) {
      return false
    }
    throw error
  }
}
