import type { MedusaContainer } from "@medusajs/framework/types"
import { systemNote } from "../../domain/operator/system-note"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { servicesOf } from "../settle"

const KIND = "orphan_order"

/** Shows a person an unpaid order of a renewal that cannot be canceled, and its debt. */
export async function showKeptOrder(
  container: MedusaContainer,
  order_id: string,
  of: { subscription: Subscription; cycle: Cycle; reason: string }
): Promise<void> {
  const { id, account } = of.subscription
  await servicesOf(container).ledger.anomalies.open({
    kind: KIND,
    subject: order_id,
    account,
    order_id,
    facts: {
      reason: of.reason,
      subscription_id: id,
      period: of.cycle.number,
      payment_method: "CARD",
    },
  })
}

/** Closes that anomaly: the order is paid after all, or owes nothing any more. */
export async function closeKeptOrder(
  container: MedusaContainer,
  orderId: string,
  became: "paid" | "canceled"
): Promise<void> {
  const { anomalies } = servicesOf(container).ledger
  const note = became === "paid" ? "order_owes_nothing" : "order_canceled"
  await anomalies.closeAbout(orderId, [KIND], systemNote(note))
}
