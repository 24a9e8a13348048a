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
 * Follows what is still owed of an unsent payout: changes its amount, or cancels it. Before that it closes
 * the question that was open because the payout had left for more than its Refund. If a process dies in
 * between, the next one closes it again.
 */
export async function followOwed(
  container: MedusaContainer,
  payout: Payout,
  changed: Changed
): Promise<void> {
  const { releases } = servicesOf(container).payouts
  // Not if the service called the payout paid after all: then the amount and the question stay.
  if (changed.settles !== undefined && !isBlocked(payout.reason)) {
    await endBeyond(container, payout, changed.settles)
  }
  await (changed.outcome === "gone"
    ? releases.withdraw(payout.id, changed.note)
    : releases.follow(payout, changed.amount, changed.note))
}

/** Ends what was asked and said because this payout had paid more than its Refund. */
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
