import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { unwrittenRefunds } from "../../medusa/repairs/unwritten-refund"
import { ourProviders } from "../settle"
import { eachUnderLock } from "../settle/each-under-lock"
import { completeBooks } from "./books"

const BATCH = 50

/**
 * Completes Medusa's books of Refunds whose process died or failed right after them: Medusa never
 * does, and its next refund of the payment would book them with its own amount. Safe to run twice
 * at once.
 */
export async function completeUnwritten(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const unwritten = await unwrittenRefunds(pg, ourProviders(container), BATCH)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await eachUnderLock(
    container,
    unwritten,
    {
      lockKey: ({ order_id, collection_id }) => order_id ?? collection_id,
      name: ({ refund_id }) => `refund ${refund_id}`,
    },
    async ({ refund_id, collection_id }) => {
      logger.warn(`payin: refund ${refund_id} was left half written: its books are completed now`)
      await completeBooks(container, collection_id, refund_id)
    }
  )
}
