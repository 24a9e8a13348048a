import type { MedusaContainer } from "@medusajs/framework/types"
import { withdrawUnqueuedShares } from "./canceled-parcel"
import { payRulesOfLostSignals } from "./rule"

/**
 * Repairs lost signals of fulfillments: unpaid sellers, and payouts for canceled fulfillments. Safe
 * to run twice at once.
 */
export async function sweepRules(container: MedusaContainer): Promise<void> {
  await withdrawUnqueuedShares(container)
  await payRulesOfLostSignals(container)
}
