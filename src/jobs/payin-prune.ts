import type { MedusaContainer } from "@medusajs/framework/types"
import { roomsOf } from "../workflows/settle"

/** Removes notifications of the service that are older than option `retention.eventDays`. */
export default async function payinPrune(container: MedusaContainer): Promise<void> {
  const { inbox, gateway } = roomsOf(container)
  await inbox.events.prune(gateway.options.retention.eventDays)
}

// An interval begins anew with each process: once a day would be never where a store is restarted daily.
export const config = {
  name: "payin-prune",
  schedule: { interval: 3_600_000 },
}
