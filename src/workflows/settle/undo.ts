import type { Transaction } from "../../modules/ledger/rows"
import type { ApplyDeps } from "./apply"
import { isCounted } from "./booked"
import type { Payment, Place } from "./place"

/**
 * Takes back what failed completions left of this money, which never left: payments that core canceled or
 * refunded, and captured ones whose session a new choice of the shopper deleted in the middle of a
 * completion, so that core found nothing to take back itself. What the collection shows as captured and
 * refunded is counted again, also where the last try died before that.
 */
export async function undoFailedCompletions(
  deps: ApplyDeps,
  row: Transaction,
  place: Place,
  booked: Payment | null
): Promise<void> {
  const live = new Set(place.collection.payment_sessions.map((session) => session.id))
  const leftovers = place.collection.payments.filter(
    (payment) =>
      payment.id !== booked?.id &&
      payment.data?.reference === row.reference &&
      (payment.canceled_at != null ||
        payment.refunds.length > 0 ||
        !live.has(payment.payment_session_id ?? ""))
  )
  for (const payment of leftovers) {
    await undo(deps, row, payment)
  }
  if (leftovers.length > 0 || !isCounted(place)) {
    await deps.core.recount(place)
  }
}

async function undo(deps: ApplyDeps, row: Transaction, payment: Payment): Promise<void> {
  // Closed first: once the refunds are gone, nothing would tell which anomalies were about them.
  const closed = await deps.ledger.anomalies.settle(
    {
      transaction_id: row.id,
      kinds: ["refund_without_payout"],
      subjects: payment.refunds.map((refund) => refund.id),
    },
    "The refund was booked by a failed cart completion; the money stays and pays the order."
  )
  await deps.core.undoCompensation(payment)
  deps.logger.warn(
    `payin ${row.reference}: removed payment ${payment.id} and ${payment.refunds.length} ` +
      `refund(s) of a failed completion (${closed} anomaly closed)`
  )
}
