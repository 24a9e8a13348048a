import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { orderPlaced } from "../workflows/settle/order-placed"

/**
 * Whoever completed the cart, money of the plugin is checked and its capture announced
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
