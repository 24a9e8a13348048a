import type { MedusaContainer } from "@medusajs/framework/types"
import { forgetTypedAccounts } from "../workflows/forget/typed-accounts"
import { forgetUnpaid } from "../workflows/forget/unpaid"
import { roomsOf } from "../workflows/settle"

/**
 * Removes what is older than option `retention` says, notifications of the service and who it was that never paid,
 * and accounts that are kept twice.
 */
export default async function payinPrune(container: MedusaContainer): Promise<void> {
  const { inbox, gateway } = roomsOf(container)
  await inbox.events.prune(gateway.options.retention.eventDays)
  await forgetUnpaid(container)
  await forgetTypedAccounts(container)
}

// An interval begins anew with each process: once a day would be never where a store is restarted daily.
export const config = {
  name: "payin-prune",
  schedule: { interval: 3_600_000 },
}
