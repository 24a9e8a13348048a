import type { MedusaContainer } from "@medusajs/framework/types"
import { unsettleCanceled } from "../workflows/settle/canceled"
import { reportOrphans } from "../workflows/settle/orphans"

/**
 * Shows orders that a killed completion left behind, and money on orders that were canceled while it came:
 * see {@link reportOrphans} and {@link unsettleCanceled}.
 */
export default async function payinOrphans(container: MedusaContainer): Promise<void> {
  await reportOrphans(container)
  await unsettleCanceled(container)
}

export const config = {
  name: "payin-orphans",
  schedule: { interval: 60_000 },
}
