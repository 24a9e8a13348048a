import type { MedusaContainer } from "@medusajs/framework/types"
import type { Ended, Ending } from "../../modules/subscriptions/subscriptions"
import { roomsOf } from "../settle"

/**
 * Ends a subscription: nothing more is charged. A renewal that is under way takes nothing more
 * either, and what it holds is voided. Null: there is none.
 */
export async function endSubscription(
  container: MedusaContainer,
  id: string,
  ending: Ending
): Promise<Ended | null> {
  const { subscriptions } = roomsOf(container)
  return subscriptions.subscriptions.end(id, ending)
}

/** The order that it began with was taken back before anything was renewed: so is the subscription. */
export async function endWithOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { subscriptions } = roomsOf(container).subscriptions
  const subscription = await subscriptions.ofOrder(orderId)
  if (subscription !== null && subscription.latest_order_id === orderId) {
    await subscriptions.end(subscription.id, { cause: "canceled", actor: "system", by: null })
  }
}
