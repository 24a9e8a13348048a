import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { cardsPlaced } from "../card/placed"
import { applyPayIn, servicesOf } from "./index"

const link = z.object({ payment_collection_id: z.string() })
const placed = z.object({ customer_id: z.string().nullish() })

/** Marks that Medusa announced the order, and settles what the completion captured by itself. */
export async function orderPlaced(container: MedusaContainer, orderId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [links, orders] = await Promise.all([
    query.graph({
      entity: "order_payment_collection",
      fields: ["payment_collection_id"],
      filters: { order_id: orderId },
    }),
    query.graph({ entity: "order", fields: ["customer_id"], filters: { id: orderId } }),
  ])
  const collections = links.data.map((entry) => link.parse(entry).payment_collection_id)
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
