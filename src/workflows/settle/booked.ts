import type { Order, Payment, Place } from "./place"

/** The payment that a session became, unless it was canceled. */
export function paymentOf(place: Place, sessionId: string | null): Payment | null {
  return (
    place.collection.payments.find(
      (payment) =>
        sessionId !== null &&
        payment.payment_session_id === sessionId &&
        payment.canceled_at == null
    ) ?? null
  )
}

/** Whether payment, capture and order transaction of a session stand in the books. */
export function isBooked(place: Place, sessionId: string | null): boolean {
  const payment = paymentOf(place, sessionId)
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
