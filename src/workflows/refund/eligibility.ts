import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isCardProvider } from "../../domain/options/provider-id"
import type { PayoutReason } from "../../domain/payout/reason"
import { HELD_SECONDS, REFUND_YOUNG_SECONDS } from "../../domain/time/schedule"
import { systemNote } from "../../domain/operator/system-note"
import { refundStanding } from "../../medusa/refund"
import type { Payout } from "../../modules/payouts/rows"
import { servicesOf } from "../settle"
import { SETTLEMENT_ANOMALIES } from "../settle/postpone"

/** Eligibility: whether the Refund of a payout still exists, and for whom. */
export type RefundEligibility =
  | { outcome: "stands"; order_id: string }
  /** No order was found for this money; one may still appear until it is sent. */
  | { outcome: "stands"; failed_completion: true }
  | { outcome: "gone"; note: string }
  | { outcome: "wait"; reason: PayoutReason; seconds: number }

/**
 * Eligibility: whether a refund payout may be sent. Medusa takes its Refund back when its own call
 * fails right after the provider's (docs/medusa.md#new-key-per-retry). A refund of a failed
 * completion is undone when the money finds its order after all
 * (docs/decisions/0017-late-money-finds-its-order.md). Read in SQL, because the age is by the
 * database's clock.
 */
export async function eligibilityOfRefund(
  container: MedusaContainer,
  { refund_id, transaction_id }: Payout
): Promise<RefundEligibility> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const refund = await refundStanding(pg, refund_id)
  if (refund === null) {
    return { outcome: "gone", note: systemNote("refund_taken_back") }
  }
  if (refund.young) {
    return { outcome: "wait", reason: "refund_young", seconds: REFUND_YOUNG_SECONDS }
  }
  if (refund.of_order && refund.order_id !== null) {
    return { outcome: "stands", order_id: refund.order_id }
  }
  return ofFailure(container, transaction_id)
}

/**
 * Approved money that has no settlement anomaly is still tried for an order
 * (docs/decisions/0017-late-money-finds-its-order.md).
 */
async function ofFailure(
  container: MedusaContainer,
  transactionId: string | null
): Promise<RefundEligibility> {
  const { ledger } = servicesOf(container)
  const row = transactionId === null ? null : await ledger.transactions.find(transactionId)
  if (row !== null && isCardProvider(row.provider_id)) {
    // A next session of its cart takes over money that is in no payment (card-unbooked.ts), but
    // this was refunded.
    return { outcome: "stands", failed_completion: true }
  }
  if (row?.settled_at != null) {
    const order = row.order_id ?? "?"
    return { outcome: "gone", note: systemNote("refund_of_another_try", { order }) }
  }
  const tried =
    row === null ||
    row.excluded_at !== null ||
    (await ledger.anomalies.isOpen(row.id, SETTLEMENT_ANOMALIES))
  return tried
    ? { outcome: "stands", failed_completion: true }
    : { outcome: "wait", reason: "adoption_pending", seconds: HELD_SECONDS }
}
