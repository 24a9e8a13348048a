import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { boughtAsGuest, deletedCustomersWithCards } from "../../medusa/customer"
import type { Ended, Ending } from "../../modules/subscriptions/subscriptions"
import { servicesOf } from "../settle"
import { eachRow } from "../settle/each-row"

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

const BY_SYSTEM = { cause: "canceled", actor: "system", by: null } as const

/** Customers whose cards one run of the job removes. */
const BATCH = 100

/**
 * Ends the subscriptions of a deleted customer, a guest's too, and gives up their saved cards. A lost
 * event is made good when the next period is due, and by {@link removeCardsOfDeleted}.
 */
export async function endWithCustomer(
  container: MedusaContainer,
  customerId: string
): Promise<void> {
  const { subscriptions, cards } = servicesOf(container).subscriptions
  await subscriptions.endOfCustomer(customerId, BY_SYSTEM)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const id of await boughtAsGuest(pg, customerId)) {
    await subscriptions.end(id, BY_SYSTEM)
  }
  await cards.removeOf(customerId)
}

/** Gives up saved cards whose customer was deleted while nobody heard of it. */
export async function removeCardsOfDeleted(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { cards } = servicesOf(container).subscriptions
  const customers = await deletedCustomersWithCards(pg, BATCH)
  const name = ({ customer_id }: { customer_id: string }) => `cards of ${customer_id} not given up`
  await eachRow(container, customers, name, ({ customer_id }) => cards.removeOf(customer_id))
}

/** Ends a subscription whose first order was taken back before anything was renewed. */
export async function endWithOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { subscriptions } = servicesOf(container).subscriptions
  const subscription = await subscriptions.ofOrder(orderId)
  if (subscription !== null && subscription.latest_order_id === orderId) {
    await subscriptions.end(subscription.id, BY_SYSTEM)
  }
}
