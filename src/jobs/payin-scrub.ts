import type { MedusaContainer } from "@medusajs/framework/types"
import { scrubSessions } from "../workflows/settle/scrub"

const WHOLE_EVERY_MS = 3_600_000

/** By this process. A new process looks at all first: before it, perhaps no worker ran for long. */
let wholeAt = -Infinity

/** Empties sessions in which a crash left a shopper's posted data: see {@link scrubSessions}. */
export default async function payinScrub(container: MedusaContainer): Promise<void> {
  const now = performance.now()
  if (now - wholeAt < WHOLE_EVERY_MS) {
    await scrubSessions(container, "recent")
    return
  }
  await scrubSessions(container, "all")
  wholeAt = now
}

export const config = {
  name: "payin-scrub",
  schedule: { interval: 60_000 },
}
