import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { recountOrder, ordersMissingPayments } from "../../medusa/repairs/order-summary"
import { eachUnderLock } from "./each-under-lock"
import { ourProviders } from "./index"

const BATCH = 50

/**
 * {@link recountOrder} for all our recently paid or refunded orders. Safe to run twice at once.
 */
export async function recountOrders(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await eachUnderLock(
    container,
    await ordersMissingPayments(pg, ourProviders(container), BATCH),
    { lockKey: ({ id }) => id, name: ({ id }) => `order ${id}` },
    async ({ id }) => {
      await recountOrder(container, id)
    }
  )
}
