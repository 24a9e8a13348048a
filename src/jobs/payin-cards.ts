import type { MedusaContainer } from "@medusajs/framework/types"
import { sweepCards } from "../workflows/card/sweep"

/** Catches lost card calls and card webhooks: see {@link sweepCards}. */
export default async function payinCards(container: MedusaContainer): Promise<void> {
  await sweepCards(container)
}

export const config = {
  name: "payin-cards",
  schedule: { interval: 5000 },
}
