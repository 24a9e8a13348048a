import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { payRules, takeBackPayouts } from "../workflows/payout"

/**
 * A parcel that was packed, sent or delivered may pay a seller; one that is canceled no longer does
 * (design.md 5). `order.*` names the fulfillment beside the order, the others by `id`.
 */
export default async function payinFulfillment({
  event,
  container,
}: SubscriberArgs<{ id?: string; fulfillment_id?: string }>): Promise<void> {
  const { id, fulfillment_id = id } = event.data
  if (fulfillment_id === undefined) {
    return
  }
  await (event.name === "order.fulfillment_canceled"
    ? takeBackPayouts(container, fulfillment_id)
    : payRules(container, fulfillment_id))
}

export const config: SubscriberConfig = {
  event: [
    "order.fulfillment_created",
    "shipment.created",
    "delivery.created",
    "order.fulfillment_canceled",
  ],
  context: { subscriberId: "payin-fulfillment" },
}
