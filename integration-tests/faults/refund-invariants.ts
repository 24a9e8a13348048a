import { BigNumber } from "bignumber.js"
import type { Books, OrderRecord, PaymentRecord } from "./books"
import { isCaptured, paymentsOfOurs, sum } from "./captured"
import type { Violation } from "./invariants"

/** What Medusa's orders show of what was given back: each refund once, and asked for by nobody. */
export function refundBookViolations(books: Books): Violation[] {
  const ours = paymentsOfOurs(books).filter(isCaptured)
  return books.orders.flatMap((order) => {
    const own = ours.filter(
      ({ payment_collection_id, captures }) =>
        order.collections.includes(payment_collection_id) &&
        captures.some(({ id }) =>
          order.transactions.some(({ reference_id }) => reference_id === id)
        )
    )
    const asked = own.filter((payment) => isAskedAbout(books, order, payment))
    const found = own.flatMap((payment) =>
      asked.includes(payment) ? nothingUnshown(order, payment) : shownOnce(order, payment)
    )
    // A cancel that failed to give back credits nothing either, and nobody is asked for what is canceled.
    const isPlain = asked.length === 0 && own.some(({ refunds }) => refunds.length > 0)
    return found.length === 0 && isPlain ? asksForNothingGivenBack(order) : found
  })
}

/**
 * Core's cancel shows what it wanted to give back also when that failed. Then a person is asked about the money, or gave
 * all of it back before it came to that.
 */
function isAskedAbout(
  { anomalies, payIns, payouts }: Books,
  { status }: OrderRecord,
  { reference, captures, refunds }: PaymentRecord
): boolean {
  const payIn = payIns.find((one) => one.reference === reference)
  const asked = anomalies.some(
    (one) => one.kind === "paid_after_canceled" && one.transaction_id === payIn?.id
  )
  const failed = payouts.some(
    (one) =>
      one.transaction_id === payIn?.id &&
      one.source === "refund" &&
      one.status === "canceled" &&
      !refunds.some(({ id }) => id === one.refund_id)
  )
  const given = sum(refunds.map(({ amount }) => amount))
  const all = given.eq(sum(captures.map(({ amount }) => amount)))
  return status === "canceled" && (asked || (failed && all))
}

function shownOnce(order: OrderRecord, payment: PaymentRecord): Violation[] {
  const { shown, given, entries, detail } = refundsIn(order, payment)
  return shown.eq(given) && entries === payment.refunds.length
    ? []
    : [wronglyShown(payment, detail)]
}

/** What the person then gives back stands in what the cancel showed: Medusa writes no entry of it into a canceled order. */
function nothingUnshown(order: OrderRecord, payment: PaymentRecord): Violation[] {
  const { shown, given, detail } = refundsIn(order, payment)
  return shown.gte(given) ? [] : [wronglyShown(payment, detail)]
}

/** Core's own refund names the Refund in the order's entry, its cancel the payment. */
function refundsIn(order: OrderRecord, { id, refunds }: PaymentRecord) {
  const names = [id, ...refunds.map((refund) => refund.id)]
  const entries = order.transactions.filter(
    (one) => one.reference === "refund" && names.includes(one.reference_id ?? "")
  )
  const shown = sum(entries.map(({ amount }) => amount)).negated()
  const given = sum(refunds.map(({ amount }) => amount))
  const detail =
    `${shown.toFixed()} in ${entries.length} entries of ${order.id}, ` +
    `${given.toFixed()} in ${refunds.length} refunds`
  return { shown, given, entries: entries.length, detail }
}

function wronglyShown({ id, reference }: PaymentRecord, detail: string): Violation {
  return { invariant: "an order shows each refund once", subject: reference ?? id, detail }
}

/**
 * An order asks for no more than it would without its refunds and credit lines. What Medusa cannot credit, while
 * a change of it is open, is a person's; of an order whose goods changed between two refunds nothing is known.
 */
function asksForNothingGivenBack(order: OrderRecord): Violation[] {
  const { id, outstanding, credited, transactions, changing, changed } = order
  if (changing || changed) {
    return []
  }
  const [paid, given] = [
    transactions.filter(({ amount }) => new BigNumber(amount).gt(0)),
    transactions.filter(({ amount }) => new BigNumber(amount).lt(0)),
  ].map((entries) => sum(entries.map(({ amount }) => amount)))
  const left = new BigNumber(outstanding).plus(credited).plus(given)
  const expected = BigNumber.max(0, left)
  const detail = `${outstanding}: ${paid.toFixed()} paid, ${given.toFixed()} given back, ${credited} credited`
  return expected.gte(outstanding)
    ? []
    : [{ invariant: "an order does not ask for what was given back", subject: id, detail }]
}
