import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { mayLeave } from "../../domain/payout/bound"
import type { Eligibility } from "../../domain/payout/eligibility"
import type { Payout } from "../../modules/payouts/rows"
import type { LastLook } from "../../modules/payouts/submissions"
import { servicesOf } from "../settle"
import { eligibilityAtSending, type AskBalance } from "./eligibility"
import { isNotPaidHere } from "./received"

export type Left<Written> =
  Exclude<Eligibility, { outcome: "send" }> | { outcome: "written"; written: Written | null }

/**
 * Eligibility: the one place that every payout passes last, whatever its source, when it is sent first
 * and when it is sent again. First it is asked whether it may leave (`eligibility`), which asks the
 * service. Then, under the lock of its pay-in, `write` has the last word (`lastWord`) and writes that
 * it is being sent.
 *
 * @param write null: it is not sent after all
 * @throws GatewayError when the service gave no clear answer
 */
export async function leave<Written>(
  container: MedusaContainer,
  payout: Payout,
  asks: { resends: boolean; balance: AskBalance | null },
  write: (trx: Knex.Transaction, look: LastLook) => Promise<Written | null>
): Promise<Left<Written>> {
  const { payouts, ledger } = servicesOf(container)
  const eligibility = await eligibilityAtSending(container, payout, asks)
  if (eligibility.outcome !== "send") {
    return eligibility
  }
  const { transaction_id, source } = payout
  // Since it was booked, the order may have been marked as paid, its debt forgiven, or its goods packed anew.
  const lacks_payment =
    source === "rule" && !asks.resends && (await isNotPaidHere(container, payout))
  const written =
    transaction_id === null
      ? await payouts.transaction((trx) => write(trx, { within: true, lacks_payment }))
      : await ledger.refundLimit.under(transaction_id, async (payIn, trx) => {
          const all = await payouts.payouts.ofTransaction(transaction_id, trx)
          const within = mayLeave(payIn.approved_amount, payout, all)
          return write(trx, { within, lacks_payment })
        })
  return { outcome: "written", written }
}
