import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { orderPlaced } from "../workflows/settle/order-placed"

/**
 * Checks the plugin's money after every completed cart and announces its capture
 * (docs/medusa.md#missing-captured-event).
 */
export default async function payinOrderPlaced({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await orderPlaced(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "payin-order-placed" },
}
