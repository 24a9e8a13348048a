import {
  compareAmounts,
  sameAmount,
  subtractAmounts,
  type MajorAmount,
  ZERO,
} from "../money/amount"
import {
  isOverwritten,
  unwrittenRefunds,
  type OfRefund,
  type OrderEntry,
  type RefundedPayment,
} from "./books"

type OfPayment = RefundedPayment["refunds"][number]

/** A Refund that Medusa took back: its row is gone, and a row of ours still tells of it. */
export interface VanishedRefund {
  id: string
  /** Null where the row that tells of it does not say how much it was. */
  amount: MajorAmount | null
  /** Its money left, or may still leave: the order shows it rightly. */
  paid: boolean
}

/** A payment of ours with the Refunds that stand, and those that Medusa took back. */
export interface ComparedPayment extends RefundedPayment {
  vanished: readonly VanishedRefund[]
}

export interface NamedEntry extends OrderEntry {
  id: string
}

export interface RefundComparison<Entry> {
  /** Entries of Medusa or of ours whose Refund does not exist, or is shown by another entry. */
  surplus: Entry[]
  /** Entries that no Refund explains and no row proves to be of a refund of ours. */
  doubtful: Entry[]
  /** Refunds that no entry shows. */
  unwritten: OfRefund[]
}

/** Ids that Medusa gives to a Refund or a payment: a store's own transactions name other things. */
const OF_MEDUSA = /^(ref|pay)_[0-9A-HJKMNP-TV-Z]{26}$/

/**
 * Compares what an order shows as refunded with the Refunds of its payments
 * (docs/medusa.md#refunds-only-on-the-order). An entry is surplus only where a row proves it: it
 * names a Refund that was taken back, its Refund has another entry, or it names the payment, as
 * Medusa's cancel does, with the amount of such a Refund. A sum alone proves nothing: a store may
 * have refunded by other means.
 *
 * @param payments all payments of ours on the order
 * @param others ids of Refunds and payments of other providers
 */
export function compareRefunds<Entry extends NamedEntry>(
  payments: readonly ComparedPayment[],
  entries: readonly Entry[],
  others: ReadonlySet<string> = new Set()
): RefundComparison<Entry> {
  const shown = entries.filter(
    ({ reference, amount }) => reference === "refund" && compareAmounts(amount, ZERO) < 0
  )
  const known = new Set(payments.flatMap(namesOf))
  const strange = shown.filter(
    ({ reference_id: name }) =>
      name != null && OF_MEDUSA.test(name) && !known.has(name) && !others.has(name)
  )
  const compared = payments.map((payment) => compare(payment, shown))
  return {
    surplus: compared.flatMap(({ surplus }) => surplus),
    doubtful: [...compared.flatMap(({ doubtful }) => doubtful), ...strange],
    unwritten: compared.flatMap(({ unwritten }) => unwritten),
  }
}

function namesOf({ id, refunds, vanished }: ComparedPayment): string[] {
  return [id, ...refunds.map((one) => one.id), ...vanished.map((one) => one.id)]
}

function compare<Entry extends NamedEntry>(
  payment: ComparedPayment,
  shown: readonly Entry[]
): RefundComparison<Entry> {
  const standing: OfPayment[] = [...payment.refunds, ...payment.vanished.filter(isPaid)]
  const takenBack = payment.vanished.filter((one) => !isPaid(one))
  const named = ({ id }: { id: string }) => shown.filter((entry) => entry.reference_id === id)
  const own = standing.map((refund) => ownEntries(refund, named(refund)))
  // An entry of Medusa's cancel shows a Refund without an entry of its own.
  const loose = unmatched(
    named(payment),
    own.filter(({ kept }) => kept === null).map(({ refund }) => refund)
  )
  // Where a Refund is shown with another amount, an entry of the cancel may make up for it.
  const odd = own.flatMap(({ kept, fits }) => (kept !== null && !fits ? [kept] : []))
  const proofs = [...own.filter(({ fits }) => fits).map(({ refund }) => refund), ...takenBack]
  const unproven = odd.length > 0 ? loose : unmatched(loose, proofs)
  const surplus = [
    ...takenBack.flatMap(named),
    ...own.flatMap(({ twice }) => twice),
    ...loose.filter((entry) => !unproven.includes(entry)),
  ]
  const kept = shown.filter((entry) => !surplus.includes(entry))
  const whole = { id: payment.id, refunds: standing }
  return {
    surplus,
    doubtful: isOverwritten(whole, kept) ? [...unproven, ...odd] : [],
    unwritten: unwrittenRefunds(whole, kept).filter(({ refund_id }) =>
      payment.refunds.some(({ id }) => id === refund_id)
    ),
  }
}

function isPaid(refund: VanishedRefund): refund is VanishedRefund & OfPayment {
  return refund.paid && refund.amount !== null
}

/** The entries that name a Refund: the one that shows it, and those that show it once more. */
function ownEntries<Entry extends NamedEntry>(refund: OfPayment, entries: readonly Entry[]) {
  const right = entries.find((entry) => fitsIn(entry, refund))
  const kept = right ?? entries.at(0) ?? null
  return {
    refund,
    kept,
    fits: right !== undefined,
    twice: entries.filter((entry) => entry !== kept),
  }
}

/** The entries whose amount no Refund has; each Refund explains one. */
function unmatched<Entry extends NamedEntry>(
  entries: readonly Entry[],
  refunds: readonly { amount: MajorAmount | null }[]
): Entry[] {
  const left = [...refunds]
  return entries.filter((entry) => {
    const fits = left.findIndex((refund) => fitsIn(entry, refund))
    left.splice(fits, fits < 0 ? 0 : 1)
    return fits < 0
  })
}

function fitsIn(entry: NamedEntry, { amount }: { amount: MajorAmount | null }): boolean {
  return amount !== null && sameAmount(amount, subtractAmounts(ZERO, entry.amount))
}
