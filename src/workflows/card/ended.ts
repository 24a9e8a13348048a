import { hasLapsed, isNeverTold } from "../../domain/card/lapse"
import { HOLD_DAYS } from "../../domain/time/schedule"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isPaymentOf, paymentOf } from "../settle/booked"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"
import { CardAnomalies } from "./anomalies"
import type { CardApplyDeps } from "./applied"

/** Cancels Medusa's payment of a hold, unless money was captured. */
export async function cancelInMedusa(
  { medusa }: Pick<CardApplyDeps, "medusa">,
  place: PaymentSnapshot | null,
  row: CardTransaction
): Promise<void> {
  const standing = (place?.collection.payments ?? []).filter(
    (payment) =>
      payment.canceled_at == null && payment.captures.length === 0 && isPaymentOf(payment, row)
  )
  for (const { id } of standing) {
    await medusa.cancelPayment(id)
  }
}

/** Removes an ended hold from Medusa: no payment, no session, no order "authorized". */
export async function endInMedusa(
  { medusa }: Pick<CardApplyDeps, "medusa">,
  place: PaymentSnapshot | null,
  row: CardTransaction
): Promise<void> {
  await cancelInMedusa({ medusa }, place, row)
  await medusa.endCardSession(row)
  if (place?.order && place.order.status !== "canceled") {
    // Medusa does not recount when a payment is canceled.
    await medusa.recountCollection(place)
  }
}

/** The same of a card that pays nothing, and what waited for it goes on. */
export async function endPayment(
  deps: CardApplyDeps,
  place: PaymentSnapshot | null,
  row: CardTransaction
): Promise<void> {
  const { cards, subscriptions } = deps.subscriptions
  if (isNeverTold(row)) {
    await endQuestion(deps, row)
  }
  await endInMedusa(deps, place, row)
  await cards.abandoned(row.card_id)
  if (row.cycle_id !== null) {
    await subscriptions.requeueOfCycle(row.cycle_id)
  }
}

/** Nobody is asked about a lapsed hold any more, and its card is canceled if nothing needs it. */
async function endQuestion(
  { ledger, subscriptions, options }: CardApplyDeps,
  row: CardTransaction
): Promise<void> {
  const anomalies = new CardAnomalies(ledger)
  const holdDays = options.card?.holdDays ?? HOLD_DAYS
  const { status_changed_at: now } = row
  await (hasLapsed({ ...row, status: "unknown" }, { now, holdDays })
    ? anomalies.lapsed(row, holdDays)
    : anomalies.answered(row))
  await subscriptions.unneededCards.suggest(row.card_id)
}

/**
 * Voids a hold, unless an order was placed on it meanwhile. The session ends first, then the order
 * is looked up, then the hold is marked to be voided. Medusa links an order before it reads the
 * session again and asks our provider, which answers by the session (`CardAuthorization`). So an
 * order that is not found cannot be paid either, however long this process stood still in between.
 * If another worker opened the session meanwhile, the hold stays.
 *
 * @param refusing the order that cannot take the hold
 * @returns whether it is to be voided
 */
export async function voidUnlessPlaced(
  { medusa, read, logger }: CardApplyDeps,
  row: CardTransaction,
  reason: string,
  refusing: string | null
): Promise<boolean> {
  await medusa.endCardSession(row)
  const place = await read.place(row.payment_collection_id)
  if (place?.order && (refusing === null || paymentOf(place, row) !== null)) {
    await reopenSession({ medusa }, place, row)
    return false
  }
  if ((await medusa.wantReleaseOfEnded(row)) === null) {
    return false
  }
  logger.warn(`payin ${row.reference}: its hold is released: ${reason}`)
  return true
}

/**
 * Medusa refused for good. The hold is voided if no order can come of it. If an order waits for it,
 * the hold stays until it ends, and a person is asked.
 *
 * @returns whether it is to be voided
 */
export async function voidRefused(
  deps: CardApplyDeps,
  row: CardTransaction,
  reason: string
): Promise<boolean> {
  const place = await deps.read.place(row.payment_collection_id)
  const isAwaited = place !== null && (place.order !== null || paymentOf(place, row) !== null)
  return !isAwaited && voidUnlessPlaced(deps, row, reason, null)
}

/** Reopens the session that {@link voidUnlessPlaced} ended too early, in this process or in one that died. */
export async function reopenSession(
  { medusa }: Pick<CardApplyDeps, "medusa">,
  place: PaymentSnapshot,
  row: CardTransaction
): Promise<void> {
  const session = place.collection.payment_sessions.find(({ id }) => id === row.session_id)
  if (session?.status === "error") {
    await medusa.reopenCardSession(row)
    await medusa.recountCollection(place)
  }
}
