import { BigNumber } from "bignumber.js"
import type { Violation } from "./invariants"
import type { AttemptRecord, PayoutBooks, PayoutRecord } from "./payout-books"
import { whyHeld } from "./seller-invariants"
import { isDoubted } from "./standing-invariants"

/** A step of the plugin's own that is due for longer than this, while its jobs run, is stuck. */
const STUCK_SECONDS = 600
const DECIMALS: Record<string, number> = { COP: 0, PEN: 2 }

/** What the newest attempt of a payout may be, by the payout's state; null: there need not be one. */
const ATTEMPT_OF: Record<string, readonly (string | null)[]> = {
  held: [null],
  awaiting_destination: [null, "rejected", "void"],
  awaiting_approval: [null, "rejected", "void", "ready"],
  queued: [null, "rejected", "void", "ready"],
  unknown: ["unknown"],
  pending: ["pending"],
  approved: ["approved"],
  // Void: a person reported of an older reference that it was not paid, and what waited beside it ends.
  rejected: ["rejected", "void"],
  canceled: [null, "rejected", "void", "ready"],
  paid_elsewhere: [null, "rejected", "void", "ready"],
}

/** Every payout is over, or waits for a person or for money, and says so. */
export function payoutProgressViolations(books: PayoutBooks): Violation[] {
  return [
    ...books.payouts.flatMap((payout) => ofPayout(books, payout)),
    ...books.attempts.flatMap(ofAttempt),
  ]
}

function ofPayout(books: PayoutBooks, payout: PayoutRecord): Violation[] {
  const own = books.attempts.filter(({ payout_id }) => payout_id === payout.id)
  const newest = own.at(-1)
  // A person may report that an older reference was paid: the newest ends then.
  const isOlder = payout.status === "approved" && own.some(({ status }) => status === "approved")
  const fits = isOlder || (ATTEMPT_OF[payout.status]?.includes(newest?.status ?? null) ?? false)
  const why = whyStuck(books, payout)
  const subject = payout.id
  return [
    ...(fits
      ? []
      : [
          {
            invariant: "a payout stands where its attempt does",
            subject,
            detail: `${payout.status}, its newest attempt ${newest?.status ?? "none"}`,
          },
        ]),
    ...(why === null
      ? []
      : [{ invariant: "no payout is stuck", subject, detail: `${payout.status}: ${why}` }]),
  ]
}

/** Null for a payout that is over, or that waits for somebody who knows. */
function whyStuck(books: PayoutBooks, payout: PayoutRecord): string | null {
  const { id, status, reason, submit_overdue, release_overdue } = payout
  const asked = (kind: string) =>
    books.questions.some((one) => one.payout_id === id && one.kind === kind)
  if (reason === "contradiction") {
    return asked("status_changed_after_final") ? null : "a contradiction that nobody is told of"
  }
  switch (status) {
    case "approved":
    case "canceled":
    case "paid_elsewhere":
    case "rejected":
    case "awaiting_approval":
      return null
    case "awaiting_destination":
      return payout.has_destination ? "it has a destination" : null
    case "unknown":
      if (reason !== "not_known") {
        return `nobody is asked (${reason ?? "no reason"})`
      }
      return asked("payout_unknown") ? null : "not known, and nobody is told"
    case "queued":
      if (submit_overdue !== null && submit_overdue > STUCK_SECONDS) {
        return "it is overdue"
      }
      return whyQueued(books, payout)
    case "held":
      return release_overdue === null || release_overdue > STUCK_SECONDS
        ? "it is overdue"
        : whyHeld(books, payout)
    default:
      return reason ?? "no reason"
  }
}

/** Null when what it waits for is as it says. */
function whyQueued(books: PayoutBooks, payout: PayoutRecord): string | null {
  switch (payout.reason) {
    case "payin_doubted":
      return isDoubted(books, payout.id) ? null : "its pay-in stands"
    case "account_paused":
      return isPaused(books, payout) ? null : "nobody is asked about its account"
    case "low_balance":
      return lowBalance(books, payout)
    default:
      return payout.reason ?? "no reason"
  }
}

/** A person is asked about a payout of the same account that was paid with another amount. */
function isPaused({ questions, payouts }: PayoutBooks, { account }: PayoutRecord): boolean {
  return questions.some(
    ({ kind, status, payout_id }) =>
      kind === "payout_amount_mismatch" &&
      status === "open" &&
      payouts.some((one) => one.id === payout_id && one.account === account)
  )
}

function lowBalance({ wallets }: PayoutBooks, { amount, currency }: PayoutRecord): string | null {
  const needed = new BigNumber(amount).shiftedBy(DECIMALS[currency])
  return needed.gt(wallets[currency]) ? null : `the balance is ${wallets[currency]}`
}

function ofAttempt(attempt: AttemptRecord): Violation[] {
  const { reference: subject, status, lookup_overdue } = attempt
  const isOpen = ["sending", "unknown", "pending"].includes(status)
  const wrong: [boolean, string][] = [
    [status === "sending", "it is still being sent"],
    [isOpen && lookup_overdue === null, "nobody looks it up"],
    [lookup_overdue !== null && lookup_overdue > STUCK_SECONDS, "its lookup is overdue"],
  ]
  return wrong
    .filter(([holds]) => holds)
    .map(([, detail]) => ({ invariant: "no payout is stuck", subject, detail }))
}
