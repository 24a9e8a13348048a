import type { Violation } from "./invariants"

/** A payout as the service knows it. */
export interface SentPayout {
  reference: string
  payout_id: string
  status: string
}

/** A hold on a card as the service knows it, and whether its money was taken. */
export interface CardCharge {
  reference: string
  /** The service's name of the card's subscription. */
  card: string
  approved: boolean
  taken: boolean
}

/** All that is compared after two stores lived on the same data. */
export interface CopiedBooks {
  payouts: SentPayout[]
  charges: CardCharge[]
  /** Calls that move money, and that reached the service while the copy alone was at work, and held. */
  sent_while_held: { operation: string; times: number }[]
  /** The last state of the copy. */
  copy: {
    payouts: { id: string; status: string; reason: string | null; references: string[] }[]
    subscriptions: {
      id: string
      status: string
      /** The service's name of its card. */
      card: string
      /** Of the period that was due when the copy was taken. */
      period: string | null
      /** Why it is not over. */
      error: string | null
      /** States of the holds of that period. */
      holds: string[]
      /** A person is asked what became of one of them. */
      asked: boolean
    }[]
    /** The open anomalies of the copy. */
    anomalies: unknown[]
  }
  /** Cards of which the first store had a period's money held by the time that it died. */
  charged_by_first: string[]
}

const REFUSED: readonly string[] = ["REJECTED", "DECLINED", "EXPIRED"]
/** A person decided what the service has no part in. */
const DECIDED: readonly string[] = ["canceled", "paid_elsewhere"]
/** Somebody canceled its first order, for instance. */
const OVER: readonly string[] = ["canceled", "expired"]
/** Why no payout may wait in the end. Elsewhere too it may wait for its payment, or for a person. */
const OF_THE_COPY: readonly (string | null)[] = [null, "installation_held", "service_down"]

/** The promises about a database that is copied while its store lives (docs/backups.md). */
export function copiedViolations(books: CopiedBooks): Violation[] {
  return [
    ...nothingLeaves(books),
    ...onePerReference(books),
    ...onePerPayout(books),
    ...onePerPeriod(books),
    ...payoutsEnd(books),
    ...periodsEnd(books),
  ]
}

function nothingLeaves({ sent_while_held }: CopiedBooks): Violation[] {
  return sent_while_held.map(({ operation, times }) => ({
    invariant: "nothing leaves from a copy that is held",
    subject: operation,
    detail: `${times} times`,
  }))
}

function onePerReference({ payouts, charges }: CopiedBooks): Violation[] {
  const references = [...payouts, ...charges].map(({ reference }) => reference)
  return [...new Set(references)].flatMap((subject) => {
    const times = references.filter((one) => one === subject).length
    return times === 1
      ? []
      : [{ invariant: "a reference is taken once over both", subject, detail: `${times} times` }]
  })
}

/** Each store makes a payout of its own for what both owe, such as a seller's share: the reference is the same. */
function onePerPayout({ payouts, copy }: CopiedBooks): Violation[] {
  const paid = payouts.filter(isPaid)
  const ids = [...paid.map(({ payout_id }) => payout_id), ...copy.payouts.map(({ id }) => id)]
  return [...new Set(ids)].flatMap((subject) => {
    const references = copy.payouts.find(({ id }) => id === subject)?.references ?? []
    const own = paid.filter(
      (one) => one.payout_id === subject || references.includes(one.reference)
    )
    const detail = own.map(({ reference, status }) => `${reference} ${status}`).join("; ")
    return own.length <= 1
      ? []
      : [{ invariant: "a payout is paid once over both", subject, detail }]
  })
}

/**
 * The first order's money and that of one period, each held once. The service refuses a second renewal of the same
 * original under any reference (docs/service.md#renewal). What can fail is what the copy makes of that refusal.
 */
function onePerPeriod({ charges, copy }: CopiedBooks): Violation[] {
  return copy.subscriptions.flatMap(({ id: subject, card }) => {
    const held = charges.filter((one) => one.card === card && one.approved)
    const taken = held.filter((one) => one.taken)
    const detail = held.map((one) => `${one.reference}${one.taken ? " taken" : ""}`).join("; ")
    return [
      ...(taken.length > 2
        ? [{ invariant: "a period is charged once over both", subject, detail }]
        : []),
      ...(held.length > 2
        ? [{ invariant: "a period is held once over both", subject, detail }]
        : []),
    ]
  })
}

/** A payout of the copy ends as paid or rejected, or it waits for a person. */
function payoutsEnd({ payouts, copy }: CopiedBooks): Violation[] {
  return copy.payouts
    .filter(({ status }) => !DECIDED.includes(status))
    .flatMap(({ id: subject, status, reason, references }) => {
      const paid = payouts.some(
        (one) => isPaid(one) && (one.payout_id === subject || references.includes(one.reference))
      )
      const detail = `${status} ${reason}`
      return [
        ...(paid !== (status === "approved") && (references.length > 0 || status === "approved")
          ? [{ invariant: "what was paid counts as paid, and nothing else", subject, detail }]
          : []),
        ...(["sending", "pending", "queued"].includes(status) && OF_THE_COPY.includes(reason)
          ? [{ invariant: "a payout comes to an end", subject, detail }]
          : []),
      ]
    })
}

/**
 * A period that the first did not charge is paid; one that it may have charged waits for a person, or is paid. One that
 * cannot be renewed at all, because its goods were sent back for instance, says why and asked no card.
 */
function periodsEnd({ copy, charged_by_first }: CopiedBooks): Violation[] {
  const going = copy.subscriptions.filter(({ status }) => !OVER.includes(status))
  return going.flatMap(({ id: subject, card, period, error, holds, asked }) => {
    const unknown = holds.includes("unknown") || holds.includes("capture_unknown")
    const waits = charged_by_first.includes(card) && unknown && asked
    const says = holds.length === 0 && error !== null
    const detail = `${period}: ${error}: ${holds.join(" ")}${asked ? ", asked about" : ""}`
    return period === "paid" || waits || says
      ? []
      : [{ invariant: "a period is paid, or waits for a person", subject, detail }]
  })
}

function isPaid({ status }: SentPayout): boolean {
  return !REFUSED.includes(status)
}
