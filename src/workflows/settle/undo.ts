import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { noLongerCounts, stillPays } from "../../domain/payout/bound"
import { isUnsent } from "../../domain/payout/state"
import { systemNote } from "../../domain/operator/system-note"
import type { Transaction } from "../../modules/ledger/rows"
import type { Payout } from "../../modules/payouts/rows"
import { announce, withdrawRefunds } from "../../settlement/refund-payouts"
import type { ApplyDeps } from "./apply"
import { inOrder } from "./booked"
import type { Payment, PaymentSnapshot } from "../../medusa/payment-snapshot"
import type { FactSources } from "./read-facts"

/**
 * Leftovers: what failed completions left of this money, which never left. Payments that Medusa
 * canceled or refunded, and captured ones whose session a new choice of the shopper deleted during a
 * completion, so that Medusa found nothing to undo (docs/medusa.md#failed-completion).
 *
 * On an order without a payment of this money they are payments that Medusa canceled: because it
 * could not book them, as after an operator's failed "check status", or because a completion failed.
 * Through such a payment's session nothing can be captured any more. If it was refunded, whether that
 * money left is asked before the order gets it ({@link payoutThatRefunded}). What the order shows is
 * left to a person.
 */
export function leftoversOf(
  place: PaymentSnapshot,
  row: Transaction,
  booked: Payment | null
): Payment[] {
  const ofMoney = place.collection.payments.filter(
    (payment) => payment.id !== booked?.id && payment.data?.reference === row.reference
  )
  if (place.order !== null && booked === null) {
    return ofMoney.filter((payment) => payment.canceled_at != null && !inOrder(place, payment))
  }
  const live = new Set(place.collection.payment_sessions.map((session) => session.id))
  return ofMoney.filter(
    (payment) =>
      payment.canceled_at != null ||
      payment.refunds.length > 0 ||
      !live.has(payment.payment_session_id ?? "")
  )
}

/** Whether a payout may have refunded this money before its order was found. */
export function mayHaveGoneBack(
  place: PaymentSnapshot,
  leftovers: readonly Payment[],
  booked: Payment | null
): boolean {
  return leftovers.length > 0 || (place.order === null && booked === null)
}

/**
 * The payout that already refunded this money: then no order may use it
 * (docs/decisions/0017-late-money-finds-its-order.md). Null when the money is there.
 *
 * @param trx when a decision depends on it
 */
export async function payoutThatRefunded(
  deps: Pick<FactSources, "payouts">,
  payIn: Transaction,
  leftovers: readonly Payment[],
  booked: Payment | null,
  trx?: Knex.Transaction
): Promise<Payout | null> {
  const refunds = refundIds(leftovers)
  const payouts = await deps.payouts.payouts.ofTransaction(payIn.id, trx)
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
      ? staying.filter((one) => !noLongerCounts(one)).at(-1)
      : ofRefunds.find((one) => !unsent(one) && !noLongerCounts(one))
  return sent ?? null
}

/**
 * Removes leftovers, after the payouts of their refunds: all of them, or none if a payout was sent
 * meanwhile. The collection's captured and refunded sums are recounted, also if the last try died
 * before that.
 */
export async function removeLeftovers(
  deps: ApplyDeps,
  row: Transaction,
  place: PaymentSnapshot,
  leftovers: readonly Payment[],
  booked: Payment | null
): Promise<void> {
  const kept = await deps.ledger.refundLimit.under(row.id, async (payIn, trx) => {
    const sent = await payoutThatRefunded(deps, payIn, leftovers, booked, trx)
    if (sent !== null) {
      return { sent, told: [] }
    }
    const payouts = await deps.payouts.payouts.ofTransaction(row.id, trx)
    return { sent: null, told: await withdrawRefunds(deps, trx, payouts, refundIds(leftovers)) }
  })
  await announce(deps, kept?.told ?? [])
  if (kept !== null && kept.sent !== null) {
    return
  }
  for (const payment of leftovers) {
    await undo(deps, row, payment)
  }
  await deps.medusa.recountCollection(place)
}

function refundIds(leftovers: readonly Payment[]): string[] {
  return leftovers.flatMap((payment) => payment.refunds.map((refund) => refund.id))
}

async function undo(deps: ApplyDeps, row: Transaction, payment: Payment): Promise<void> {
  // Closed first: once the refunds are gone, their anomalies could not be found.
  const closed = await deps.ledger.anomalies.closeOfPayIn(
    {
      transaction_id: row.id,
      kinds: ["refund_without_payout"],
      subjects: payment.refunds.map((refund) => refund.id),
    },
    systemNote("refund_of_failed_completion")
  )
  await deps.medusa.undoCompensation(payment)
  deps.logger.warn(
    `payin ${row.reference}: removed payment ${payment.id} and ${payment.refunds.length} ` +
      `refund(s) of what Medusa could not complete (${closed} anomaly closed)`
  )
}
