import { UNALLOCATED_KINDS } from "../../src/domain/anomaly/resolution"
import type { AnomalyRecord, Books, ServiceRecord } from "./books"
import { ordersWith, paymentsOfOurs } from "./captured"
import type { Violation } from "./invariants"

/**
 * Every approved payment is one captured order, or one open question to a person, or goes back with a refund
 * of its order, or was answered for by a person. What goes back of an order that stands is a Refund on it.
 */
export function placeViolations(books: Books): Violation[] {
  return books.service.flatMap((one) => ofOne(books, one))
}

function ofOne(books: Books, { reference, status }: ServiceRecord): Violation[] {
  const payIn = books.payIns.find((one) => one.reference === reference)
  if (payIn === undefined) {
    const invariant = "what is sent was written before"
    return [{ invariant, subject: reference, detail: "no row in the ledger" }]
  }
  if (status !== "APPROVED") {
    return []
  }
  const captured = ordersWith(books, reference)
  const about = books.anomalies.filter(({ transaction_id }) => transaction_id === payIn.id)
  const asked = about.filter(isAboutMoney).filter((anomaly) => anomaly.status === "open")
  const returned = books.payouts.filter(
    ({ transaction_id, source, status }) =>
      transaction_id === payIn.id && source === "refund" && status !== "canceled"
  )
  const shown = paymentsOfOurs(books)
    .filter((payment) => payment.reference === reference)
    .flatMap(({ refunds }) => refunds.map(({ id }) => id))
  const unbooked = returned.filter(({ refund_id }) => !shown.includes(refund_id ?? ""))
  const answered = about.some(({ action }) => action === "refund" || action === "ignore")
  const places = captured.length + asked.length + (captured.length > 0 ? unbooked.length : 0)
  if (places === 1 || (places === 0 && (answered || returned.length > 0))) {
    return []
  }
  const detail =
    `the ledger says ${payIn.status}; orders: ${captured.map(({ id }) => id).join() || "none"}; ` +
    `open anomalies: ${asked.map(({ kind }) => kind).join() || "none"}; ` +
    `payouts: ${returned.map(({ status }) => status).join() || "none"}`
  const invariant = "every approved payment is one captured order or one open anomaly"
  return [{ invariant, subject: reference, detail }]
}

/**
 * About money that is on no order, or that an order gives back. One that was paid and lacks its stock is shown as
 * settled incompletely as well: its money is in place.
 */
function isAboutMoney({ kind, facts }: AnomalyRecord): boolean {
  return (
    (UNALLOCATED_KINDS.includes(kind) && facts.lacks !== "reservations") ||
    kind === "status_changed_after_final" ||
    kind === "refund_without_payout"
  )
}
