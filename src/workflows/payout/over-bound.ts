import type { MedusaContainer } from "@medusajs/framework/types"
import { mayLeave } from "../../domain/payout/bound"
import type { Payout } from "../../modules/payouts/rows"
import { servicesOf } from "../settle"

/**
 * Refund limit: whether this payout would exceed what was approved. Checked again because a
 * canceled payout may have been paid since.
 *
 * @returns true also when the pay-in is gone
 */
export async function isOverBound(container: MedusaContainer, payout: Payout): Promise<boolean> {
  const { ledger, payouts } = servicesOf(container)
  const { transaction_id } = payout
  if (transaction_id === null) {
    return false
  }
  const within = await ledger.refundLimit.under(transaction_id, async (payIn, trx) =>
    mayLeave(
      payIn.approved_amount,
      payout,
      await payouts.payouts.ofTransaction(transaction_id, trx)
    )
  )
  return within !== true
}
