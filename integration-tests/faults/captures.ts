import { BigNumber } from "bignumber.js"
import type { Books, PayInRecord, PaymentRecord } from "./books"
import { isCaptured, ordersWith, paymentsOfOurs, sum } from "./captured"
import type { Violation } from "./invariants"

/** Decimals of an amount on the wire (docs/service.md#amounts). */
const DECIMALS: Record<string, number> = { COP: 0, PEN: 2 }

/** No capture without an approval, none of another amount, and nothing given back that nobody asked for. */
export function captureViolations(books: Books): Violation[] {
  return paymentsOfOurs(books).flatMap((payment) => [
    ...refunds(books, payment),
    ...(isCaptured(payment) ? [...approval(books, payment), ...amounts(books, payment)] : []),
  ])
}

/** Core gives back what an operator cancels in the very moment it is paid: that is paid out, or a person is asked. */
function refunds(books: Books, { id, reference, refunds }: PaymentRecord): Violation[] {
  const invariant = "a refund is paid out or asked about"
  const unseen = refunds.filter(
    ({ id: refund }) =>
      !books.anomalies.some(({ facts }) => facts.refund_id === refund) &&
      !books.payouts.some(({ refund_id, status }) => refund_id === refund && status !== "canceled")
  )
  const detail = unseen.map(({ amount, by }) => `${amount} by ${by ?? "nobody"}`).join()
  return unseen.length === 0 ? [] : [{ invariant, subject: reference ?? id, detail }]
}

function approval(books: Books, { id, reference }: PaymentRecord): Violation[] {
  const subject = reference ?? id
  const service = books.service.find((one) => one.reference === reference)
  if (service === undefined || (service.status !== "APPROVED" && !service.contradicted)) {
    const detail = `the service says ${service?.status ?? "nothing"}`
    return [{ invariant: "no capture without an approved payment", subject, detail }]
  }
  const payIn = books.payIns.find((one) => one.reference === reference)
  const arrived = new BigNumber(service.paid_amount).shiftedBy(-DECIMALS[service.currency])
  const fits = payIn?.accepted === true || arrived.eq(payIn?.requested_amount ?? NaN)
  if (fits && service.paid_currency === service.currency) {
    return []
  }
  const detail = `${arrived.toFixed()} ${service.paid_currency} arrived, ${payIn?.requested_amount} was asked`
  return [{ invariant: "no capture of other money than asked", subject, detail }]
}

function amounts(books: Books, payment: PaymentRecord): Violation[] {
  const subject = payment.reference ?? payment.id
  const payIn = books.payIns.find((one) => one.reference === payment.reference)
  const captured = sum(payment.captures.map(({ amount }) => amount))
  const expected = payIn === undefined ? new BigNumber(NaN) : bookable(payIn)
  const invariant = "captures sum to the rows' exact amounts"
  const wrong = captured.eq(expected)
    ? []
    : [{ invariant, subject, detail: `${captured.toFixed()} instead of ${expected.toFixed()}` }]
  const ids = payment.captures.map(({ id }) => id)
  return ordersWith(books, subject).reduce((found: Violation[], { transactions }) => {
    const entries = transactions.filter(({ reference_id }) => ids.includes(reference_id ?? ""))
    const shown = sum(entries.map(({ amount }) => amount))
    if (entries.length === ids.length && shown.eq(captured)) {
      return found
    }
    const detail = `${shown.toFixed()} in ${entries.length} entries, ${captured.toFixed()} was captured`
    return [...found, { invariant: "an order shows each capture once", subject, detail }]
  }, wrong)
}

/** All that was asked for, or the smaller amount that a person accepted. */
function bookable(payIn: PayInRecord): BigNumber {
  const exact = new BigNumber(payIn.order_amount)
  const arrived = new BigNumber(payIn.approved_amount ?? payIn.order_amount)
  return payIn.accepted && arrived.lt(payIn.requested_amount) ? arrived : exact
}

/** A collection shows what its rows sum to, and one payment of ours. */
export function collectionViolations(books: Books): Violation[] {
  const ours = paymentsOfOurs(books)
  return books.collections.flatMap(({ id, captured, refunded }) => {
    const own = books.payments.filter((payment) => payment.payment_collection_id === id)
    const captures = sum(own.flatMap((one) => one.captures).map(({ amount }) => amount))
    const returned = sum(own.flatMap((one) => one.refunds).map(({ amount }) => amount))
    const alive = own.filter((payment) => ours.includes(payment) && isCaptured(payment))
    const found: Violation[] = []
    if (!captures.eq(captured) || !returned.eq(refunded)) {
      const detail =
        `captured ${captured} of ${captures.toFixed()}, ` +
        `refunded ${refunded} of ${returned.toFixed()}`
      found.push({ invariant: "a collection shows what its rows sum to", subject: id, detail })
    }
    if (alive.length > 1) {
      const detail = alive.map(({ reference }) => reference).join()
      found.push({ invariant: "one payment for one collection", subject: id, detail })
    }
    return found
  })
}
