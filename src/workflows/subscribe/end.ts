import type { MedusaContainer } from "@medusajs/framework/types"
import type { Ended, Ending } from "../../modules/subscriptions/subscriptions"
import { servicesOf } from "../settle"

/**
 * Ends a subscription: nothing more is charged. A running renewal captures nothing more either, and
 * its hold is voided. Null: there is no such subscription.
 */
export async function endSubscription(
  container: MedusaContainer,
  id: string,
  ending: Ending
): Promise<Ended | null> {
  const { subscriptions } = servicesOf(container)
  return subscriptions.subscriptions.end(id, ending)
}

/**
 * Ends the subscriptions of a deleted customer. A lost event is made good when the next period is
 * due.
 */
export async function endWithCustomer(
  container: MedusaContainer,
  customerId: string
): Promise<void> {
  const { subscriptions } = servicesOf(container).subscriptions
  await subscriptions.endOfCustomer(customerId, { cause: "canceled", actor: "system", by: null })
}

/** Ends a subscription whose first order was taken back before anything was renewed. */
export async function endWithOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { subscriptions } = servicesOf(container).subscriptions
  const subscription = await subscriptions.ofOrder(orderId)
  if (subscription !== null && subscription.latest_order_id === orderId) {
    await subscriptions.end(subscription.id, { cause: "canceled", actor: "system", by: null })
  }
}
