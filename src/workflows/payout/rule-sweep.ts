import type { MedusaContainer } from "@medusajs/framework/types"
import { takeBackForgotten } from "./canceled-parcel"
import { payForgottenRules } from "./rule"

/**
 * Repairs lost signals of fulfillments: unpaid sellers, and payouts for canceled fulfillments. Safe
 * to run twice at once.
 */
export async function sweepRules(container: MedusaContainer): Promise<void> {
  await takeBackForgotten(container)
  await payForgottenRules(container)
}
