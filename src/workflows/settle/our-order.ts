import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { servicesOf } from "./index"

const link = z.object({ payment_collection_id: z.string() })

/** Whether a payment of ours, by link or by card, was ever asked for an order. */
export async function isOurOrder(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  const ids = data.map((row: unknown) => link.parse(row).payment_collection_id)
  const { ledger, subscriptions } = servicesOf(container)
  const [links, cards] = await Promise.all([
    ledger.transactions.ofCollections(ids),
    subscriptions.cardTransactions.ofCollections(ids),
  ])
  return links.length + cards.length > 0
}
