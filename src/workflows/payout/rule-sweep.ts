import type { MedusaContainer } from "@medusajs/framework/types"
import { takeBackForgotten } from "./canceled-parcel"
import { payForgottenRules } from "./rule"

/**
 * Makes good what a lost signal of a fulfillment left: sellers who were not paid, and payouts for parcels
 * that were canceled. Safe to run twice at once.
 */
export async function sweepRules(container: MedusaContainer): Promise<void> {
  await takeBackForgotten(container)
  await payForgottenRules(container)
}
