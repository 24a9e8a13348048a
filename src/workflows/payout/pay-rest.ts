import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout/actor"
import { wireDecimals } from "../../domain/money/wire-decimals"
import type { Decided } from "../../modules/payouts/decisions"
import { servicesOf } from "../settle"
import { askAboutPaid } from "./earlier"

/**
 * Orders the rest of a payout that the service paid less of than ordered. The service is asked first
 * what it paid. Safe to repeat: the same rest is returned again.
 *
 * @throws GatewayError when the service gave no clear answer; nothing was changed then
 */
export async function payRest(
  container: MedusaContainer,
  id: string,
  actor: Actor,
  version: number
): Promise<Decided> {
  const { payouts, ledger, gateway } = servicesOf(container)
  const payout = await payouts.payouts.find(id)
  if (payout === null) {
    return { outcome: "unknown_payout" }
  }
  await askAboutPaid(container, payout)
  const { transaction_id, currency } = payout
  const seen = { version, decimals: wireDecimals(gateway.options, currency) }
  const done =
    transaction_id === null
      ? await payouts.transaction((trx) => payouts.rests.order(trx, id, seen, actor))
      : await ledger.refundLimit.under(transaction_id, (_payIn, trx) =>
          payouts.rests.order(trx, id, seen, actor)
        )
  if (done === null) {
    return { outcome: "unknown_payout" }
  }
  for (const { payout: rest } of done.told) {
    await payouts.payouts.announce(rest)
  }
  return done.decided
}
