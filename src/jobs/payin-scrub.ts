import type { MedusaContainer } from "@medusajs/framework/types"
import { scrubSessions } from "../workflows/settle/scrub"

/** Empties sessions in which a crash left a shopper's posted data: see {@link scrubSessions}. */
export default async function payinScrub(container: MedusaContainer): Promise<void> {
  await scrubSessions(container)
}

export const config = {
  name: "payin-scrub",
  schedule: { interval: 60_000 },
}
