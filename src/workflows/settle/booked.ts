import type { Transaction } from "../../modules/ledger/rows"
import type { Order, Payment, Place } from "./place"

type PayIn = Pick<Transaction, "reference" | "session_id">

/**
 * The payment that this money became, unless it was canceled: by its session, or by its reference where a
 * later session took the row over.
 */
export function paymentOf(place: Place, row: PayIn): Payment | null {
  return (
    place.collection.payments.find(
      (payment) =>
        payment.canceled_at == null &&
        (payment.data?.reference === row.reference ||
          (row.session_id !== null && payment.payment_session_id === row.session_id))
    ) ?? null
  )
}

/** Whether payment, capture and order transaction of this money stand in the books. */
export function isBooked(place: Place, row: PayIn): boolean {
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
