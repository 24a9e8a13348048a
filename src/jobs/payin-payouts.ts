import type { MedusaContainer } from "@medusajs/framework/types"
import { releasePayouts, submitPayouts, watchPayouts } from "../workflows/payout"

/**
 * Money out: looks at what is held, sends what is due, asks about what was sent. See {@link releasePayouts},
 * {@link submitPayouts}, {@link watchPayouts}.
 */
export default async function payinPayouts(container: MedusaContainer): Promise<void> {
  await releasePayouts(container)
  await Promise.all([submitPayouts(container), watchPayouts(container)])
}

export const config = {
  name: "payin-payouts",
  schedule: { interval: 5000 },
}
