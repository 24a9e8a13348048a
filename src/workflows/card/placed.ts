import type { MedusaContainer } from "@medusajs/framework/types"
import { isAliveCard } from "../../domain/card/state"
import { servicesOf } from "../settle/index"
import { applyCards } from "./index"

/** Medusa announced the order of these cards: their holds and captures are settled at once. */
export async function cardsPlaced(
  container: MedusaContainer,
  orderId: string,
  collections: readonly string[]
): Promise<void> {
  const { cardTransactions, cardWatch } = servicesOf(container).subscriptions
  for (const row of await cardTransactions.ofCollections(collections)) {
    if (row.status === "authorized" || row.status === "captured" || row.status === "unknown") {
      await cardWatch.placed(row, orderId)
    }
    const over = !isAliveCard(row.status) || row.release_wanted_at !== null
    if (over || (row.apply_after !== null && row.status !== "unknown")) {
      await cardWatch.requeue(row.id)
      await applyCards(container, { id: row.id })
    }
  }
}
