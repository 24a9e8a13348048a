import type { MedusaContainer } from "@medusajs/framework/types"
import { sweepRules } from "../workflows/payout"

/** Catches lost signals of fulfillments: see {@link sweepRules}. */
export default async function payinRules(container: MedusaContainer): Promise<void> {
  await sweepRules(container)
}

export const config = {
  name: "payin-rules",
  schedule: { interval: 60_000 },
}
