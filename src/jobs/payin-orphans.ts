import type { MedusaContainer } from "@medusajs/framework/types"
import { reportOrphans } from "../workflows/settle/orphans"

/** Shows orders that a killed completion left behind: see {@link reportOrphans}. */
export default async function payinOrphans(container: MedusaContainer): Promise<void> {
  await reportOrphans(container)
}

export const config = {
  name: "payin-orphans",
  schedule: { interval: 60_000 },
}
