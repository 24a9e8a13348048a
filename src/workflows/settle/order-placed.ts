import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { collectionsOfOrder } from "../../medusa/links"
import { cardsPlaced } from "../card/placed"
import { applyPayIn, servicesOf } from "./index"

const placed = z.object({ customer_id: z.string().nullish() })

/** Marks that Medusa announced the order, and settles what the completion captured by itself. */
export async function orderPlaced(container: MedusaContainer, orderId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [collections, orders] = await Promise.all([
    collectionsOfOrder(query, orderId),
    query.graph({ entity: "order", fields: ["customer_id"], filters: { id: orderId } }),
  ])
  const customer_id = orders.data.map((order) => placed.parse(order).customer_id)[0] ?? null
  const { ledger } = servicesOf(container)
  const order = { id: orderId, customer_id }
  const transactions = await ledger.application.placedSeen(order, collections)
  for (const transaction of transactions) {
    if (transaction.status === "approved" && transaction.settled_at === null) {
      await applyPayIn(container, transaction.id)
    }
  }
  await cardsPlaced(container, orderId, collections)
}
