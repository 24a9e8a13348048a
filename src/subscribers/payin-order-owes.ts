import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { supersedePaidElsewhere, supersedeUnowed } from "../workflows/payment-link/unowed"

/**
 * An edited, canceled or otherwise paid order, a return, a claim or an exchange may leave a link that
 * should not be paid any more. What publishes nothing is found by `supersedeAllUnowed`.
 */
export default async function payinOrderOwes({
  event,
  container,
}: SubscriberArgs<{ id?: string; order_id?: string }>): Promise<void> {
  const { id, order_id = id } = event.data
  if (event.name === "payment.captured" && id !== undefined) {
    await supersedePaidElsewhere(container, id)
  } else if (order_id !== undefined) {
    await supersedeUnowed(container, order_id)
  }
}

export const config: SubscriberConfig = {
  event: [
    "order-edit.confirmed",
    "order.canceled",
    "order.return_requested",
    "order.return_received",
    "order.claim_created",
    "order.exchange_created",
    "payment.captured",
  ],
  context: { subscriberId: "payin-order-owes" },
}
