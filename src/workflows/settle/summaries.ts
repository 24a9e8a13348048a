import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { completeSummary, ordersMissingPayments } from "../../medusa/repairs/order-summary"
import { eachUnderLock } from "./each-under-lock"
import { ourProviders } from "./index"

const BATCH = 50

/**
 * {@link completeSummary} for all our recently paid or refunded orders. Safe to run twice at once.
 */
export async function completeSummaries(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await eachUnderLock(
    container,
    await ordersMissingPayments(pg, ourProviders(container), BATCH),
    { turn: ({ id }) => id, name: ({ id }) => `order ${id}` },
    async ({ id }) => {
      await completeSummary(container, id)
    }
  )
}
