import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { endWithOrder, subscribe } from "../workflows/subscribe"

/** An order may be a subscription, and its cancellation the end of one. */
export default async function payinSubscribe({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { id } = event.data
  await (event.name === "order.canceled" ? endWithOrder(container, id) : subscribe(container, id))
}

export const config: SubscriberConfig = {
  event: ["order.placed", "order.canceled"],
  context: { subscriberId: "payin-subscribe" },
}
