import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { endWithCustomer, endWithOrder, subscribe } from "../workflows/subscribe"

/**
 * An order may be a subscription. It ends when its first order is canceled or its customer is
 * deleted.
 */
export default async function payinSubscribe({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { id } = event.data
  switch (event.name) {
    case "order.canceled":
      return endWithOrder(container, id)
    case "customer.deleted":
      return endWithCustomer(container, id)
    default:
      return subscribe(container, id)
  }
}

export const config: SubscriberConfig = {
  event: ["order.placed", "order.canceled", "customer.deleted"],
  context: { subscriberId: "payin-subscribe" },
}
