import { isGivenUp, stillPays } from "../../domain/payout-bound"
import { isUnsent } from "../../domain/payout-state"
import { systemNote } from "../../domain/system-note"
import type { Transaction } from "../../modules/ledger/rows"
import type { Payout } from "../../modules/payouts/rows"
import { announce, withdrawRefunds } from "../../settlement/give-back"
import type { ApplyDeps } from "./apply"
import { inOrder, isCounted } from "./booked"
import type { Payment, Place } from "./place"

/**
 * Removes the bookings that failed completions left of this money, which never left: payments that
 * Medusa canceled or refunded, and captured ones whose session a new choice of the shopper deleted
 * during a completion, so that Medusa found nothing to undo (docs/medusa.md#failed-completion). The
 * collection's captured and refunded sums are recounted, also if the last try died before that.
 *
 * @returns the payout that already refunded this money: then nothing is removed and no order may
 * use it (docs/decisions/0017-late-money-finds-its-order.md); null when the money is there
 */
export async function undoFailedCompletions(
  deps: ApplyDeps,
  row: Transaction,
  place: Place,
  booked: Payment | null
): Promise<Payout | null> {
  const live = new Set(place.collection.payment_sessions.map((session) => session.id))
  const leftovers = place.collection.payments.filter(
    (payment) =>
      payment.id !== booked?.id &&
      payment.data?.reference === row.reference &&
      (payment.canceled_at != null ||
        payment.refunds.length > 0 ||
        !live.has(payment.payment_session_id ?? ""))
  )
  const refunds = leftovers.flatMap((payment) => payment.refunds.map((refund) => refund.id))
  const sent = await keepMoney(deps, row, refunds, booked)
  if (sent !== null) {
    return sent
  }
  for (const payment of leftovers) {
    await undo(deps, row, payment)
  }
  if (leftovers.length > 0 || !isCounted(place)) {
    await deps.core.recount(place)
  }
  return null
}

/**
 * Removes payments of this money that Medusa canceled because it could not book them on their
 * order, as after an operator's failed "check status": through such a payment's session nothing can
 * be captured any more. Payments that were refunded, or that the order shows, are left to a person.
 *
 * @returns as {@link undoFailedCompletions}
 */
export async function undoFailedBookings(
  deps: ApplyDeps,
  row: Transaction,
  place: Place
): Promise<Payout | null> {
  const canceled = place.collection.payments.filter(
    (payment) =>
      payment.data?.reference === row.reference &&
      payment.canceled_at != null &&
      payment.refunds.length === 0 &&
      !inOrder(place, payment)
  )
  if (canceled.length === 0) {
    return null
  }
  const sent = await keepMoney(deps, row, [], null)
  if (sent !== null) {
    return sent
  }
  for (const payment of canceled) {
    await undo(deps, row, payment)
  }
  await deps.core.recount(place)
  return null
}

/**
 * Cancels the payouts of these refunds before the refunds are removed: all of them, or none if a
 * sent payout keeps the money from the order.
 */
async function keepMoney(
  deps: ApplyDeps,
  { id }: Transaction,
  refunds: readonly string[],
  booked: Payment | null
): Promise<Payout | null> {
  const kept = await deps.ledger.returning.under(id, async (payIn, trx) => {
    const payouts = await deps.payouts.payouts.ofTransaction(id, trx)
    const ofRefunds = payouts.filter(({ refund_id }) => refunds.includes(refund_id ?? ""))
    const ids = payouts.map((one) => one.id)
    const returned = await deps.payouts.attempts.returned(ids, trx)
    // An unsent retry does not count as unsent: its rejected attempt may still be paid.
    const unsent = (one: Payout) => isUnsent(one.status) && !returned.has(one.id)
    const staying = payouts.filter((one) => !(ofRefunds.includes(one) && unsent(one)))
    // Money that an order already shows is reduced by that order's own refunds.
    const sent =
      booked === null &&
      !stillPays({ approved: payIn.approved_amount, asked: payIn.requested_amount }, staying)
        ? staying.filter((one) => !isGivenUp(one)).at(-1)
        : ofRefunds.find((one) => !unsent(one) && !isGivenUp(one))
    if (sent !== undefined) {
      return { sent, told: [] }
    }
    return { sent: null, told: await withdrawRefunds(deps, trx, payouts, refunds) }
  })
  await announce(deps, kept?.told ?? [])
  return kept?.sent ?? null
}

async function undo(deps: ApplyDeps, row: Transaction, payment: Payment): Promise<void> {
  // Closed first: once the refunds are gone, their anomalies could not be found.
  const closed = await deps.ledger.anomalies.settle(
    {
      transaction_id: row.id,
      kinds: ["refund_without_payout"],
      subjects: payment.refunds.map((refund) => refund.id),
    },
    systemNote("refund_of_failed_completion")
  )
  await deps.core.undoCompensation(payment)
  deps.logger.warn(
    `payin ${row.reference}: removed payment ${payment.id} and ${payment.refunds.length} ` +
      `refund(s) of what Medusa could not complete (${closed} anomaly closed)`
  )
}
