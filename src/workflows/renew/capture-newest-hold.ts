import type { MedusaContainer } from "@medusajs/framework/types"
import { reasonOf } from "../../domain/error/reason"
import type { Subscription } from "../../modules/subscriptions/subscription-rows"
import { servicesOf } from "../settle"
import { HoldCapture } from "./hold-capture"
import { renew } from "./index"

export type NewestHoldCapture =
  { done: true; subscription: Subscription } | { done: false; reason: string }

const NOT_HERE =
  "This installation is not the one that moved money before, so nothing is captured here."
const NOTHING_HELD = "Nothing is held for this subscription that was not taken already."

/**
 * Captures the hold of a subscription's newest order: that of the open period, else the first
 * order, which Medusa captures only when a person or a store's own rule does.
 */
export async function captureNewestHold(
  container: MedusaContainer,
  id: string
): Promise<NewestHoldCapture> {
  const { subscriptions, gateway, ledger } = servicesOf(container)
  if (await ledger.installations.isHeld()) {
    return { done: false, reason: NOT_HERE }
  }
  const open = await subscriptions.cycles.openOf(id)
  const subscription = await subscriptions.subscriptions.find(id)
  if (subscription === null) {
    return { done: false, reason: "There is no subscription with this id." }
  }
  if (open !== null) {
    const hold = await subscriptions.renewalHolds.latestOf(open.id)
    if (hold?.status !== "authorized") {
      return { done: false, reason: NOTHING_HELD }
    }
    const { outcome, cycle } = await renew(container, id, { by: "period", id: open.id })
    return outcome === "paid"
      ? taken(container, subscription)
      : { done: false, reason: cycle?.last_error ?? "It is being renewed: try again shortly." }
  }
  const hold = await subscriptions.renewalHolds.find(subscription.latest_transaction_id)
  if (hold?.status !== "authorized") {
    return { done: false, reason: NOTHING_HELD }
  }
  const captured = await new HoldCapture(container, gateway.options).capture(hold)
  switch (captured.outcome) {
    case "taken":
      return taken(container, subscription)
    case "given_back":
    case "owes_nothing":
      return { done: false, reason: captured.reason }
    case "not_yet":
      return { done: false, reason: reasonOf(captured.error) }
  }
}

async function taken(container: MedusaContainer, before: Subscription): Promise<NewestHoldCapture> {
  const { subscriptions } = servicesOf(container).subscriptions
  return { done: true, subscription: (await subscriptions.find(before.id)) ?? before }
}
