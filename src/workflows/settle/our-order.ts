import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { collectionsOfOrder } from "../../medusa/links"
import { servicesOf } from "./index"

/** Whether a payment of ours, by link or by card, was ever asked for an order. */
export async function isOurOrder(container: MedusaContainer, orderId: string): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const ids = await collectionsOfOrder(query, orderId)
  const { ledger, subscriptions } = servicesOf(container)
  const [links, cards] = await Promise.all([
    ledger.transactions.ofCollections(ids),
    subscriptions.cardTransactions.ofCollections(ids),
  ])
  return links.length + cards.length > 0
}
