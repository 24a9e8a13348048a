import type { MedusaContainer } from "@medusajs/framework/types"
import { scrubSessions } from "../workflows/settle/scrub"

/** Empties sessions that a crash left with what a shopper posted: see {@link scrubSessions}. */
export default async function payinScrub(container: MedusaContainer): Promise<void> {
  await scrubSessions(container)
}

export const config = {
  name: "payin-scrub",
  schedule: { interval: 60_000 },
}
