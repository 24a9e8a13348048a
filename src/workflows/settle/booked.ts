import {
  compareAmounts,
  isPositive,
  majorAmount,
  sameAmount,
  subtractAmounts,
  sumAmounts,
  ZERO,
  type MajorAmount,
} from "../../domain/money/amount"
import type { Transaction } from "../../modules/ledger/rows"
import type { Order, Payment, PaymentSnapshot } from "../../medusa/payment-snapshot"

type PayIn = Pick<Transaction, "reference" | "session_id">

/**
 * The payment of this money, unless it was canceled: found by its session, or by its reference
 * where a later session took the row over. If a failed completion left a second one, the order's
 * own goes first.
 */
export function paymentOf(place: PaymentSnapshot, row: PayIn): Payment | null {
  const own = place.collection.payments.filter(
    (payment) => payment.canceled_at == null && isPaymentOf(payment, row)
  )
  const live = new Set(place.collection.payment_sessions.map((session) => session.id))
  return (
    own.find((payment) => inOrder(place, payment)) ??
    own.find((payment) => live.has(payment.payment_session_id ?? "")) ??
    own.at(0) ??
    null
  )
}

/**
 * Whether Medusa made the payment from this money, even if it was canceled since. Two completions
 * at once make two.
 */
export function isPaymentOf(
  { data, payment_session_id }: Payment,
  { reference, session_id }: { reference: string; session_id: string | null }
): boolean {
  return data?.reference === reference || (session_id !== null && payment_session_id === session_id)
}

/**
 * Whether the order shows this payment's capture: payments of failed completions are not the
 * order's.
 */
export function inOrder({ order }: PaymentSnapshot, payment: Payment): boolean {
  return order !== null && payment.captures.some((capture) => hasTransaction(order, capture.id))
}

/** Whether the books have payment, capture and order transaction of this money. */
export function isBooked(place: PaymentSnapshot, row: PayIn): boolean {
  const payment = paymentOf(place, row)
  const capture = payment?.captures.at(0)
  return (
    payment !== null &&
    isCaptured(payment) &&
    capture !== undefined &&
    place.order !== null &&
    hasTransaction(place.order, capture.id)
  )
}

export function isCaptured(payment: Payment): boolean {
  return payment.captured_at != null && payment.canceled_at == null
}

export function hasTransaction(order: Order, captureId: string): boolean {
  return order.transactions.some((entry) => entry.reference_id === captureId)
}

/** Whether the order's paid amount is the sum of its transactions. */
export function isSummed({ transactions, owed }: Order): boolean {
  return sameAmount(sumAmounts(transactions), owed.counted)
}

type Sums = { amount: MajorAmount }[]

interface Counted {
  collection: Pick<PaymentSnapshot["collection"], "captured_amount" | "refunded_amount"> & {
    payments: readonly { captures: Sums; refunds: Sums }[]
  }
}

/**
 * Whether the collection's sums match its rows. Medusa counts them when it writes. If a process
 * died after it removed rows of a failed completion, they stay too high.
 */
export function isCounted({ collection }: Counted): boolean {
  const captured = collection.payments.flatMap((payment) => payment.captures)
  const refunded = collection.payments.flatMap((payment) => payment.refunds)
  return (
    isSumOf(captured, collection.captured_amount ?? ZERO) &&
    isSumOf(refunded, collection.refunded_amount ?? ZERO)
  )
}

/** Each row is read to eight decimals. Medusa adds the whole numbers, so thirds differ in the last one. */
const NOISE = majorAmount("0.000001")

function isSumOf(rows: readonly { amount: MajorAmount }[], total: MajorAmount): boolean {
  return !differs(sumAmounts(rows), total)
}

/** Whether two amounts of Medusa are different ones, not the same one added up in another way. */
export function differs(one: MajorAmount, other: MajorAmount): boolean {
  const [less, more] = compareAmounts(one, other) < 0 ? [one, other] : [other, one]
  return compareAmounts(subtractAmounts(more, less), NOISE) >= 0
}

/**
 * Whether an order that is not canceled shows this money as captured and not refunded, also by a
 * payment that Medusa canceled before ({@link showsCanceled}).
 */
export function orderShowsMoney(place: PaymentSnapshot, row: PayIn): boolean {
  const { collection, order } = place
  if (order === null || order.status === "canceled") {
    return false
  }
  const canceled = collection.payments.filter((one) => isShownThoughCanceled(place, one, row))
  return (
    holdsMoney(livePayments(collection, row)) ||
    canceled.some((payment) => isPositive(shownOf(order, payment)))
  )
}

/**
 * What an order shows as captured and not refunded of a payment. Medusa names a refund by its own id or
 * by its payment's. A Refund that the order does not show took nothing from it.
 */
function shownOf({ transactions }: Order, { id, captures, refunds }: Payment): MajorAmount {
  const own = new Set([id, ...[...captures, ...refunds].map((one) => one.id)])
  return sumAmounts(transactions.filter(({ reference_id }) => own.has(reference_id ?? "")))
}

/**
 * Whether the order shows the capture of a payment of this money that Medusa canceled. A completion
 * that died on its way back leaves such a payment in the session, and the next one takes it as
 * authorized without asking the provider (docs/medusa.md#canceled-payments).
 */
export function showsCanceled(place: PaymentSnapshot, row: PayIn): boolean {
  return place.collection.payments.some((payment) => isShownThoughCanceled(place, payment, row))
}

function isShownThoughCanceled(
  place: PaymentSnapshot,
  payment: Payment,
  { reference }: PayIn
): boolean {
  const isOwn = payment.data?.reference === reference
  return isOwn && payment.canceled_at != null && inOrder(place, payment)
}

/**
 * Whether an order that is not canceled has a payment of this money that Medusa did not cancel, even
 * if the capture's transaction is missing.
 */
export function hasPlace({ collection, order }: PaymentSnapshot, row: PayIn): boolean {
  const stands = order !== null && order.status !== "canceled"
  return stands && livePayments(collection, row).length > 0
}

function livePayments(
  { payments }: PaymentSnapshot["collection"],
  { reference }: PayIn
): Payment[] {
  return payments.filter(
    ({ data, canceled_at }) => data?.reference === reference && canceled_at == null
  )
}

/**
 * Refunds that Medusa's compensation booked for completions that failed: no order shows their
 * payments.
 */
export function refundsOfFailures({ collection, order }: PaymentSnapshot, row: PayIn): string[] {
  return collection.payments
    .filter(
      ({ data, canceled_at }) =>
        data?.reference === row.reference && (order === null || canceled_at != null)
    )
    .flatMap(({ refunds }) => refunds.map(({ id }) => id))
}

/** Whether these payments captured more than they refunded. */
export function holdsMoney(payments: readonly Payment[]): boolean {
  const captured = sumAmounts(payments.flatMap((payment) => payment.captures))
  const refunded = sumAmounts(payments.flatMap((payment) => payment.refunds))
  return isPositive(subtractAmounts(captured, refunded))
}
