import type { MedusaContainer } from "@medusajs/framework/types"
import { mayLeave } from "../../domain/payout-bound"
import type { Payout } from "../../modules/payouts/rows"
import { roomsOf } from "../settle"

/** Another payout that counted as given up may have been paid since this one was made, or sent first. */
export async function isOverBound(container: MedusaContainer, payout: Payout): Promise<boolean> {
  const { ledger, payouts } = roomsOf(container)
  const { transaction_id } = payout
  if (transaction_id === null) {
    return false
  }
  const within = await ledger.returning.under(transaction_id, async (payIn, trx) =>
    mayLeave(
      payIn.approved_amount,
      payout,
      await payouts.payouts.ofTransaction(transaction_id, trx)
    )
  )
  return within !== true
}
