import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { RULE_TRIGGERS } from "../domain/payout/rule"
import { payRules, withdrawSharesOfParcel } from "../workflows/payout"

/**
 * A fulfillment that was created, shipped or delivered may pay a seller; a canceled one no longer
 * does (docs/decisions/0024-seller-payouts.md). `order.*` events name the fulfillment beside the
 * order, the others by `id`.
 */
export default async function payinFulfillment({
  event,
  container,
}: SubscriberArgs<{ id?: string; fulfillment_id?: string }>): Promise<void> {
  const { id, fulfillment_id = id } = event.data
  if (fulfillment_id === undefined) {
    return
  }
  const told = RULE_TRIGGERS.find((trigger) => trigger === event.name)
  await (told === undefined
    ? withdrawSharesOfParcel(container, fulfillment_id)
    : payRules(container, fulfillment_id, told))
}

export const config: SubscriberConfig = {
  event: [...RULE_TRIGGERS, "order.fulfillment_canceled"],
  context: { subscriberId: "payin-fulfillment" },
}
