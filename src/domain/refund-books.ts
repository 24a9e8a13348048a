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
} from "./money"

/** An amount of one Refund of Medusa, in major units. */
export interface OfRefund {
  refund_id: string
  amount: MajorAmount
}

/** A captured payment with what Medusa gave back of it. */
export interface RefundedPayment {
  id: string
  refunds: readonly { id: string; amount: MajorAmount }[]
}

/** A line of an order's transactions; money that went back is below zero. */
export interface OrderEntry {
  reference?: string | null
  reference_id?: string | null
  amount: MajorAmount
}

/** What an order costs less because somebody forgave it. */
export interface CreditLine {
  at: Date
  amount: MajorAmount
  /** The Refund that we wrote it for; Medusa's own name none. */
  refund_id: string | null
}

/** An order's entry as it was written. */
export interface DatedEntry extends OrderEntry {
  at: Date
  /** What the order cost then. */
  cost: MajorAmount
}

/**
 * What an order does not show of a payment's Refunds. Medusa's own refund names its Refund, its
 * cancel the payment (core-flows refund-payments): so the sums decide, and of the Refunds without
 * an entry of their own those are shown that an entry of the payment fits.
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

/** Whether an order shows more as given back of a payment than Medusa gave back: no sum of it says anything. */
export function isOverwritten(payment: RefundedPayment, entries: readonly OrderEntry[]): boolean {
  return compareAmounts(sumAmounts(shownOf(payment, entries)), sumAmounts(payment.refunds)) > 0
}

/**
 * The credit lines that Medusa would have made of these payments' Refunds, and that are not there:
 * what was given back beyond what the order owed its buyer must not be asked for again. Medusa's
 * credit lines do not name their Refund, so what happened is gone through once more: each belongs
 * to the newest Refund before it.
 *
 * @param outstanding what the order asks for now: more is never forgiven
 */
export function missingCredits(
  payments: readonly RefundedPayment[],
  entries: readonly DatedEntry[],
  credits: readonly CreditLine[],
  outstanding: MajorAmount
): OfRefund[] {
  const owed: OfRefund[] = []
  let paid = ZERO
  const happened = [
    ...entries.map((entry) => ({ entry, credit: null, at: entry.at.getTime() })),
    ...credits.map((credit) => ({ entry: null, credit, at: credit.at.getTime() })),
  ].sort((a, b) => a.at - b.at)
  for (const { entry, credit } of happened) {
    if (credit !== null) {
      settle(owed, credit)
      continue
    }
    paid = addAmounts(paid, entry.amount)
    const refund_id = refundOf(payments, entries, entry)
    const due = leastAmount(negated(entry.amount), subtractAmounts(entry.cost, paid))
    if (refund_id !== null && isPositive(due)) {
      owed.push({ refund_id, amount: due })
    }
  }
  return capped(owed, outstanding)
}

/** The Refund that an entry shows; null when it shows none of these payments'. */
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

function settle(owed: OfRefund[], credit: CreditLine): void {
  let left = credit.amount
  const named = owed.filter(({ refund_id }) => refund_id === credit.refund_id)
  const others = owed.filter(({ refund_id }) => refund_id !== credit.refund_id).reverse()
  for (const one of [...named, ...others]) {
    if (!isPositive(left)) {
      return
    }
    const used = leastAmount(one.amount, left)
    one.amount = subtractAmounts(one.amount, used)
    left = subtractAmounts(left, used)
  }
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

/** The Refunds of a payment that neither an entry of their own shows nor one of the payment that fits them. */
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
