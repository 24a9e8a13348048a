import type { MedusaContainer } from "@medusajs/framework/types"
import { anomalyReason } from "../../domain/anomaly/reason"
import type { SourceEligibility } from "../../domain/payout/eligibility"
import { isBlocked } from "../../domain/payout/reason"
import { systemNote } from "../../domain/operator/system-note"
import type { Payout } from "../../modules/payouts/rows"
import { servicesOf } from "../settle"

/** Less is owed of a payout than it says, or nothing any more. */
type Changed = Extract<SourceEligibility, { outcome: "changed" | "gone" }>

/**
 * Follows what is owed of an unsent payout: changes its amount, or cancels it. What a person was asked
 * because it had left for more ends before: whoever dies in between does it again.
 */
export async function followOwed(
  container: MedusaContainer,
  payout: Payout,
  changed: Changed
): Promise<void> {
  const { releases } = servicesOf(container).payouts
  // The service called it paid after all: the question stands, as the amount does.
  if (changed.settles !== undefined && !isBlocked(payout.reason)) {
    await endBeyond(container, payout, changed.settles)
  }
  await (changed.outcome === "gone"
    ? releases.withdraw(payout.id, changed.note)
    : releases.follow(payout, changed.amount, changed.note))
}

/** Another Refund that this payout had paid beside is not paid any more. */
async function endBeyond(
  container: MedusaContainer,
  { id, transaction_id }: Payout,
  refund: string
): Promise<void> {
  const { anomalies } = servicesOf(container).ledger
  if (transaction_id !== null) {
    const reason = anomalyReason("paid_for_taken_back", { payout: id })
    await anomalies.withdrawReason({ transaction_id, kind: "refund_without_payout" }, reason)
  }
  const note = systemNote("nothing_beyond", { payout: id })
  await anomalies.closeAbout(refund, ["payout_amount_mismatch"], note)
}
