import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout/actor"
import type { SourceEligibility } from "../../domain/payout/eligibility"
import { payoutReasonText } from "../../domain/payout/reason"
import { mayBeCanceledByPerson } from "../../domain/payout/state"
import type { Decided } from "../../modules/payouts/decisions"
import { doubtOfRejections } from "../payout/earlier"
import { orderMakers } from "../payout/order-makers"
import { isOverBound } from "../payout/over-bound"
import { isCoveredSince } from "../../medusa/covered-shares"
import { eligibilityElsewhere, eligibilityOf } from "../payout/eligibility"
import { followOwed } from "../payout/follow"
import type { Payout } from "../../modules/payouts/rows"
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
 * that, whether rejected attempts are still rejected, and for a refund or a share whether the money is
 * still owed. Afterwards no order uses the money, as if it had been sent. Safe to repeat.
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
    if (mayBeCanceledByPerson(payout) && (await isOverBound(container, payout))) {
      return {
        outcome: "refused",
        reason: `${payoutReasonText("over_bound").en} Cancel this one.`,
        waits_for: "over_bound",
        again: true,
      }
    }
  }
  if (payout?.rest_of != null && payout.status !== "paid_elsewhere") {
    const rest = await eligibilityOf(container, payout)
    if (rest.outcome === "gone") {
      return nothingOwed(rest)
    }
  }
  if (payout?.source === "refund" && payout.status !== "paid_elsewhere") {
    const eligibility = await eligibilityElsewhere(container, payout)
    if (eligibility.outcome === "changed") {
      return follow(container, payout, eligibility)
    }
    if (eligibility.outcome !== "stands") {
      return eligibility.outcome === "gone"
        ? nothingOwed(eligibility)
        : {
            outcome: "refused",
            reason: "This money may still find its order: try again in a minute.",
            code: "may_be_adopted",
            again: true,
          }
    }
  }
  if (payout?.source === "rule" && payout.status !== "paid_elsewhere") {
    const obstacle = await obstacleOfShare(container, payout)
    if (obstacle !== null) {
      return obstacle
    }
  }
  return payouts.decisions.paidElsewhere(id, actor, words, orderMakers)
}

/** Why a seller's share is not paid as it stands; null when it is owed, or the order is not paid yet. */
async function obstacleOfShare(
  container: MedusaContainer,
  payout: Payout
): Promise<Decided | null> {
  if (await isCoveredSince(container, payout)) {
    return {
      outcome: "refused",
      reason:
        "An earlier payout of this order, which was canceled or whose fulfillment was, was paid or may be: it pays this share. Look at its anomaly first.",
      code: "not_wanted",
      again: true,
    }
  }
  const owed = await eligibilityOf(container, payout)
  switch (owed.outcome) {
    case "gone":
      return nothingOwed(owed)
    case "changed":
      return follow(container, payout, owed)
    case "wait":
      // A refund that Medusa may still take back would lower it.
      return owed.reason === "refund_young"
        ? {
            outcome: "refused",
            reason: payoutReasonText(owed.reason).en,
            waits_for: owed.reason,
            again: true,
          }
        : null
    default:
      return null
  }
}

/** Less is owed than the person saw. */
async function follow(
  container: MedusaContainer,
  payout: Payout,
  changed: Extract<SourceEligibility, { outcome: "changed" }>
): Promise<Decided> {
  await followOwed(container, payout, changed)
  const { note } = changed
  return {
    outcome: "refused",
    reason: `Not all of it is owed any more. ${note} Look at the amount again.`,
    code: "changed_since",
    again: true,
  }
}

function nothingOwed({ note }: { note: string }): Decided {
  const reason = `Nothing is owed any more: ${note}`
  return { outcome: "refused", reason, code: "not_wanted", again: true }
}
