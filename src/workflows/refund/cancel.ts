import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout/actor"
import type { Decided } from "../../modules/payouts/decisions"
import { servicesOf } from "../settle"

/**
 * Cancels a payout, if a person may. A decision on an anomaly that it carries out is reopened in
 * the same transaction: promised money must not vanish with its payout. Safe to repeat.
 */
export async function cancelPayout(
  container: MedusaContainer,
  id: string,
  actor: Actor,
  note: string
): Promise<Decided> {
  const { payouts, ledger } = servicesOf(container)
  const payout = await payouts.payouts.find(id)
  if (payout === null) {
    return { outcome: "unknown_payout" }
  }
  const { transaction_id, anomaly_id, rest_of } = payout
  const carriesOut = payout.source === "anomaly" && rest_of === null
  if (!carriesOut || transaction_id === null || anomaly_id === null) {
    return payouts.decisions.cancel(id, actor, note)
  }
  const done = await ledger.refundLimit.under(transaction_id, async (_payIn, trx) => {
    const { decided, made } = await payouts.decisions.cancelWithin(trx, id, actor, note)
    const moved = made !== null && made.from !== null
    const reason = `payout ${id} was canceled: ${note}`
    const reopened = moved ? await ledger.resolutions.reopen(trx, anomaly_id, reason) : null
    return { decided, made, reopened }
  })
  if (done === null) {
    return { outcome: "unknown_payout" }
  }
  if (done.made !== null) {
    await payouts.moves.announce(done.made)
  }
  if (done.reopened !== null) {
    await ledger.resolutions.announceReopened(done.reopened)
  }
  return done.decided
}
