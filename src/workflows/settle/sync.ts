import type { MedusaContainer } from "@medusajs/framework/types"
import type { MajorAmount } from "../../domain/money/amount"
import type { Operator } from "../../domain/payout/actor"
import { noLongerCounts } from "../../domain/payout/bound"
import { mayBeReplaced } from "../../domain/payin/received-amount"
import { systemNote } from "../../domain/operator/system-note"
import type { Lease } from "../../modules/ledger/lease"
import type { Transaction } from "../../modules/ledger/rows"
import type { Observation } from "../../settlement/fetch-status"
import { orderShowsMoney } from "./booked"
import { applyDeps, applyOutcome, fetchPayInStatus, servicesOf } from "./index"
import { waitForLease } from "./lease-wait"

/**
 * Asks the service about one pay-in for a person, and updates Medusa about its money. Another
 * approved amount takes the place of the stored one while nothing was booked, decided or promised
 * by it: the first may have been read in a wrong unit. The audit shows both. Safe to repeat.
 *
 * @throws GatewayError when the service gave no clear answer; the row is then as it was
 */
export async function syncPayIn(
  container: MedusaContainer,
  transaction: Transaction,
  actor: Operator
): Promise<void> {
  const observed = await fetchPayInStatus(container, transaction)
  await applyOutcome(container, await withAmount(container, observed, actor))
}

interface Said {
  amount: MajorAmount
  currency: string
}

async function withAmount(
  container: MedusaContainer,
  { transaction, answer }: Observation,
  actor: Operator
): Promise<Transaction> {
  if (typeof answer === "string" || !mayBeReplaced(transaction, answer)) {
    return transaction
  }
  const lease = await waitForLease(container, transaction.id)
  if (lease === null) {
    return transaction
  }
  const { ledger } = servicesOf(container)
  try {
    // Asked again, because waiting for the lease may have made the answer old.
    const now = await fetchPayInStatus(container, lease.transaction)
    const said = typeof now.answer === "string" ? null : now.answer
    if (said?.amount == null || said.currency === null) {
      return now.transaction
    }
    const { status, amount, currency } = said
    const written = await replace(container, lease, { status, amount, currency }, actor)
    if (written !== null) {
      // What still differs is asked anew, with the new amount.
      await ledger.anomalies.closeOfPayIn(
        { transaction_id: written.id, kinds: ["amount_mismatch", "currency_mismatch"] },
        systemNote("service_says", { status: `${amount} ${currency}` })
      )
    }
    return written ?? now.transaction
  } finally {
    await ledger.leases.release(lease)
  }
}

/** Under the lease, so that nobody books meanwhile, and under the lock of the pay-in's money. */
async function replace(
  container: MedusaContainer,
  { transaction, fence }: Lease,
  said: Said & { status: Transaction["status"] },
  actor: Operator
): Promise<Transaction | null> {
  const { ledger, payouts } = servicesOf(container)
  const place = await applyDeps(container).read.place(transaction.payment_collection_id)
  if (
    !mayBeReplaced(transaction, said) ||
    (place !== null && orderShowsMoney(place, transaction))
  ) {
    return null
  }
  return ledger.refundLimit.under(transaction.id, async (payIn, trx) => {
    const promised = await payouts.payouts.ofTransaction(payIn.id, trx)
    if (payIn.fence !== fence || promised.some((payout) => !noLongerCounts(payout))) {
      return null
    }
    const { approved_amount, approved_currency } = payIn
    await payouts.audit.note(trx, {
      subject_id: payIn.id,
      action: "amount_replaced",
      actor,
      facts: {
        before: { amount: approved_amount, currency: approved_currency },
        ...{ amount: said.amount, currency: said.currency },
      },
    })
    return ledger.observations.replaceAmount(trx, payIn.id, said)
  })
}
