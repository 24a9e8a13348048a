import {
  addAmounts,
  compareAmounts,
  isPositive,
  leastAmount,
  type MajorAmount,
  sameAmount,
  subtractAmounts,
  sumAmounts,
  ZERO,
} from "../money/amount"

/** An amount of one Refund of Medusa, in major units. */
export interface OfRefund {
  refund_id: string
  amount: MajorAmount
}

/** A captured payment with its Refunds in Medusa. */
export interface RefundedPayment {
  id: string
  refunds: readonly { id: string; amount: MajorAmount }[]
}

/** A line of an order's transactions. Refunded money is below zero. */
export interface OrderEntry {
  reference?: string | null
  reference_id?: string | null
  amount: MajorAmount
}

/** An amount of an order's debt that somebody forgave. */
export interface CreditLine {
  at: Date
  amount: MajorAmount
  /** The Refund that our credit line belongs to; Medusa's own credit lines name none. */
  refund_id: string | null
}

/** An order's entry with the time of its writing. */
export interface DatedEntry extends OrderEntry {
  at: Date
  /** The order's cost at that time. */
  cost: MajorAmount
}

/**
 * Refunds of a payment that its order does not show. Medusa's refund names its Refund in the entry,
 * Medusa's cancel names the payment (core-flows refund-payments). So the sums decide, and a Refund
 * without its own entry counts as shown when an entry of the payment fits it.
 */
export function unwrittenRefunds(
  payment: RefundedPayment,
  entries: readonly OrderEntry[]
): OfRefund[] {
  const shown = shownOf(payment, entries)
  const nameless = refundless(payment, entries)
  let missing = subtractAmounts(sumAmounts(payment.refunds), sumAmounts(shown))
  const written: OfRefund[] = []
  for (const { id, amount } of nameless) {
    if (!isPositive(missing)) {
      break
    }
    const rest = leastAmount(amount, missing)
    written.push({ refund_id: id, amount: rest })
    missing = subtractAmounts(missing, rest)
  }
  return written
}

/**
 * Whether an order shows more refunded than Medusa refunded of the payment: then no sum can be
 * trusted.
 */
export function isOverwritten(payment: RefundedPayment, entries: readonly OrderEntry[]): boolean {
  return compareAmounts(sumAmounts(shownOf(payment, entries)), sumAmounts(payment.refunds)) > 0
}

/**
 * Credit lines that Medusa should have made of these payments' Refunds and that are missing. A
 * refund beyond what the order owed its buyer must not be asked for again. Medusa's credit lines do
 * not name their Refund, so the events are replayed: each credit line belongs to the newest Refund
 * before it.
 *
 * @param outstanding the order's outstanding amount: no more than that is forgiven
 */
export function missingCredits(
  payments: readonly RefundedPayment[],
  entries: readonly DatedEntry[],
  credits: readonly CreditLine[],
  outstanding: MajorAmount
): OfRefund[] {
  return capped(replay(payments, entries, credits).owed, outstanding)
}

/**
 * The part of an order's credit lines that belongs to no refund: somebody forgave it. A refund of what
 * the order owed its buyer explains no credit line, and none explains an earlier one.
 */
export function forgivenCredits(
  payments: readonly RefundedPayment[],
  entries: readonly DatedEntry[],
  credits: readonly CreditLine[]
): MajorAmount {
  return replay(payments, entries, credits).forgiven
}

/** What each Refund lacks of its credit line, and what the credit lines forgave beside. */
function replay(
  payments: readonly RefundedPayment[],
  entries: readonly DatedEntry[],
  credits: readonly CreditLine[]
): { owed: OfRefund[]; forgiven: MajorAmount } {
  const owed: OfRefund[] = []
  let forgiven = ZERO
  let paid = ZERO
  const happened = [
    ...entries.map((entry) => ({ entry, credit: null, at: entry.at.getTime() })),
    ...credits.map((credit) => ({ entry: null, credit, at: credit.at.getTime() })),
  ].sort((a, b) => a.at - b.at)
  for (const { entry, credit } of happened) {
    if (credit !== null) {
      forgiven = addAmounts(forgiven, settle(owed, credit))
      continue
    }
    paid = addAmounts(paid, entry.amount)
    const refund_id = refundOf(payments, entries, entry)
    const due = leastAmount(negated(entry.amount), subtractAmounts(entry.cost, paid))
    if (refund_id !== null && isPositive(due)) {
      owed.push({ refund_id, amount: due })
    }
  }
  return { owed, forgiven }
}

/** The Refund that an entry shows; null when it shows none of these payments' Refunds. */
function refundOf(
  payments: readonly RefundedPayment[],
  entries: readonly OrderEntry[],
  { reference, reference_id, amount }: OrderEntry
): string | null {
  const payment = payments.find(
    ({ id, refunds }) => id === reference_id || refunds.some((one) => one.id === reference_id)
  )
  if (payment === undefined || reference !== "refund") {
    return null
  }
  const own = payment.refunds.find(({ id }) => id === reference_id)
  if (own !== undefined) {
    return own.id
  }
  const nameless = payment.refunds.filter(
    ({ id }) => !entries.some((entry) => entry.reference_id === id)
  )
  const fitting = nameless.find((refund) => sameAmount(refund.amount, negated(amount)))
  return (fitting ?? nameless.at(0) ?? payment.refunds.at(-1))?.id ?? null
}

/** Takes a credit line from what the Refunds lack; the rest of it. */
function settle(owed: OfRefund[], credit: CreditLine): MajorAmount {
  let left = credit.amount
  const named = owed.filter(({ refund_id }) => refund_id === credit.refund_id)
  const others = owed.filter(({ refund_id }) => refund_id !== credit.refund_id).reverse()
  for (const one of [...named, ...others]) {
    if (!isPositive(left)) {
      break
    }
    const used = leastAmount(one.amount, left)
    one.amount = subtractAmounts(one.amount, used)
    left = subtractAmounts(left, used)
  }
  return left
}

function capped(owed: readonly OfRefund[], most: MajorAmount): OfRefund[] {
  let left = most
  return owed.flatMap(({ refund_id, amount }) => {
    const rest = leastAmount(amount, left)
    if (!isPositive(rest)) {
      return []
    }
    left = subtractAmounts(left, rest)
    return [{ refund_id, amount: rest }]
  })
}

/** The entries of a payment's Refunds, as amounts above zero. */
function shownOf({ id, refunds }: RefundedPayment, entries: readonly OrderEntry[]) {
  const names = new Set<string | null | undefined>([id, ...refunds.map((refund) => refund.id)])
  return entries
    .filter(({ reference, reference_id }) => reference === "refund" && names.has(reference_id))
    .map(({ amount }) => ({ amount: negated(amount) }))
}

/**
 * The Refunds of a payment without an entry of their own and without a fitting entry of the
 * payment.
 */
function refundless({ id, refunds }: RefundedPayment, entries: readonly OrderEntry[]) {
  const ofPayment = entries.filter(
    ({ reference, reference_id }) => reference === "refund" && reference_id === id
  )
  const nameless = refunds.filter(
    (refund) => !entries.some(({ reference_id }) => reference_id === refund.id)
  )
  for (const { amount } of ofPayment) {
    const fits = nameless.findIndex((refund) => sameAmount(refund.amount, negated(amount)))
    if (fits >= 0) {
      nameless.splice(fits, 1)
    }
  }
  return nameless
}

function negated(amount: MajorAmount): MajorAmount {
  return subtractAmounts(ZERO, amount)
}
