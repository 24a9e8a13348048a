import type { MedusaContainer } from "@medusajs/framework/types"
import { forgetCards, forgetPaid } from "../workflows/forget/paid"
import { forgetTypedAccounts } from "../workflows/forget/typed-accounts"
import { forgetUnpaid } from "../workflows/forget/unpaid"
import { logRegionProblems } from "../workflows/report/regions"
import { servicesOf } from "../workflows/settle"
import { removeCardsOfDeleted } from "../workflows/subscribe"

/**
 * Removes notifications and the personal data of payments that are older than option `retention`
 * says, and second copies of accounts (docs/decisions/0031-retention.md). Gives up the saved cards of
 * deleted customers. Logs regions where a provider of ours cannot take the currency.
 */
export default async function payinPrune(container: MedusaContainer): Promise<void> {
  const { inbox, gateway } = servicesOf(container)
  await inbox.events.prune(gateway.options.retention.eventDays)
  await forgetUnpaid(container)
  await forgetPaid(container)
  await forgetCards(container)
  await forgetTypedAccounts(container)
  await removeCardsOfDeleted(container)
  await logRegionProblems(container)
}

// An interval starts again with each process: a daily job would never run in a store that restarts
// daily.
export const config = {
  name: "payin-prune",
  schedule: { interval: 3_600_000 },
}
