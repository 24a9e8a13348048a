import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout-actor"
import { payoutReasonText } from "../../domain/payout-reason"
import { mayBeCanceledByPerson } from "../../domain/payout-state"
import type { Decided } from "../../modules/payouts/decisions"
import { doubtOfRejections } from "../payout/earlier"
import { orderMakers } from "../payout/order-makers"
import { isOverBound } from "../payout/over-bound"
import { isCoveredSince } from "../payout/covered-shares"
import { eligibilityElsewhere } from "../payout/eligibility"
import { servicesOf } from "../settle"

const DOUBTED: Decided = {
  outcome: "refused",
  reason:
    "The service does not confirm that what was sent before was rejected: it may be paid from here yet. Ask again once it does.",
  waits_for: "rejection_doubted",
  again: true,
}

const PAID_AFTER_ALL: Decided = {
  outcome: "refused",
  reason:
    "The service says now that it paid what it had rejected. Do not pay it by other means; if this is the payment that you mean, say so once more.",
  code: "paid_after_all",
  again: true,
}

/**
 * Paid elsewhere: marks a payout as paid by other means. Checks first whether this person may do
 * that, whether rejected attempts are still rejected, and for a refund whether the money is still
 * owed. Afterwards no order uses the money, as if it had been sent. Safe to repeat.
 *
 * @throws GatewayError when the service could not be asked about a rejected attempt
 */
export async function payElsewhere(
  container: MedusaContainer,
  id: string,
  actor: Actor,
  words: { note: string; proof: string }
): Promise<Decided> {
  const { payouts } = servicesOf(container)
  const payout = await payouts.payouts.find(id)
  if (payout !== null && payout.status !== "paid_elsewhere") {
    const refusal = await payouts.decisions.refusalOfElsewhere(id, actor, orderMakers)
    if (refusal !== null) {
      return refusal
    }
    const doubt = await doubtOfRejections(container, payout)
    if (doubt !== null) {
      return doubt === "paid" ? PAID_AFTER_ALL : DOUBTED
    }
    if (mayBeCanceledByPerson(payout.source) && (await isOverBound(container, payout))) {
      return {
        outcome: "refused",
        reason: `${payoutReasonText("over_bound").en} Cancel this one.`,
        waits_for: "over_bound",
        again: true,
      }
    }
  }
  if (payout?.source === "refund" && payout.status !== "paid_elsewhere") {
    const eligibility = await eligibilityElsewhere(container, payout)
    if (eligibility.outcome !== "stands") {
      return eligibility.outcome === "gone"
        ? {
            outcome: "refused",
            reason: `Nothing is owed any more: ${eligibility.note}`,
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
  if (payout?.source === "rule" && (await isCoveredSince(container, payout))) {
    return {
      outcome: "refused",
      reason:
        "An earlier payout of this order, which was canceled or whose fulfillment was, was paid or may be: it pays this share. Look at its anomaly first.",
      code: "not_wanted",
      again: true,
    }
  }
  return payouts.decisions.paidElsewhere(id, actor, words, orderMakers)
}
