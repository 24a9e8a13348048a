import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout-actor"
import type { Decided } from "../../modules/payouts/decisions"
import { purposeAtSending } from "../payout/purpose"
import { roomsOf } from "../settle"

/**
 * Notes that a payout's money was given by other means. Of a refund it is asked first whether the money is
 * owed still: afterwards no order takes it any more, as if it had been sent. Before that, whether this
 * person may say so: only who may takes money from an order. Safe to repeat.
 */
export async function payElsewhere(
  container: MedusaContainer,
  id: string,
  actor: Actor,
  words: { note: string; proof: string }
): Promise<Decided> {
  const { payouts } = roomsOf(container)
  const payout = await payouts.payouts.find(id)
  if (payout?.source === "refund" && payout.status !== "paid_elsewhere") {
    const refusal = await payouts.decisions.refusalOfElsewhere(id, actor)
    if (refusal !== null) {
      return refusal
    }
    const purpose = await purposeAtSending(container, payout)
    if (purpose.outcome !== "stands") {
      return purpose.outcome === "gone"
        ? {
            outcome: "refused",
            reason: `Nothing is owed any more: ${purpose.note}`,
            code: "not_wanted",
            again: true,
          }
        : {
            outcome: "refused",
            reason: "This money may still find its order: try again in a minute.",
            code: "may_be_adopted",
            again: true,
          }
    }
  }
  return payouts.decisions.paidElsewhere(id, actor, words)
}
