import { isAliveCard } from "../../src/domain/card/state"
import type { CardBooks } from "./card-books"
import type { Violation } from "./invariants"

/** A renewal that is due for longer than this, while its job runs, is stuck. */
const STUCK_SECONDS = 3_600

type Subscription = CardBooks["subscriptions"][number]

/** What is promised of everything that renews (docs/decisions/0025-renewal-periods.md). */
export function renewalViolations(books: CardBooks): Violation[] {
  return [
    ...books.cycles.flatMap((cycle) => onePerCycle(books, cycle)),
    ...books.subscriptions.flatMap((one) => [...inTime(books, one), ...ofItsOwner(one)]),
  ]
}

/** A period is paid by one hold, and has one alive at most. */
function onePerCycle(
  { rows, anomalies }: CardBooks,
  { id: subject, status, last_error }: CardBooks["cycles"][number]
): Violation[] {
  const own = rows.filter(({ cycle_id }) => cycle_id === subject)
  const alive = own.filter((row) => isAliveCard(row.status))
  const taken = own.filter((row) => row.status === "captured")
  const asked = own.some((row) => anomalies.some((one) => one.subject === row.id))
  const states = own.map((row) => row.status).join(" ")
  const wrong: [boolean, string, string][] = [
    [alive.length > 1, "one renewal for each period", states],
    [status === "paid" && taken.length !== 1, "a paid period was paid", states],
    [
      taken.length === 1 && status !== "paid" && !asked,
      "what was taken for a period pays it",
      `it is ${status}: ${last_error}`,
    ],
  ]
  return wrong
    .filter(([holds]) => holds)
    .map(([, invariant, detail]) => ({ invariant, subject, detail }))
}

/** Nothing is charged before its week, for a week twice, or for one that was missed; and nothing hangs. */
function inTime(
  { cycles, rows }: CardBooks,
  { id: subject, weeks, overdue, next_number }: Subscription
): Violation[] {
  const own = cycles.filter(({ payin_subscription_id }) => payin_subscription_id === subject)
  const charged = own.filter(({ id }) =>
    rows.some((row) => row.cycle_id === id && row.status === "captured")
  )
  const missed = charged.find(({ number }, n) => number <= (charged[n - 1]?.charged_week ?? 0))
  const over = own.filter(({ number }) => number < next_number)
  const counted = over.reduce((sum, { skipped }) => sum + 1 + skipped, 0)
  return [
    ...(missed === undefined
      ? []
      : [
          {
            invariant: "nobody is charged for a period that was missed",
            subject,
            detail: `period ${missed.number}, after a charge in a later week`,
          },
        ]),
    ...(counted === next_number - 1
      ? []
      : [
          {
            invariant: "each period is charged or written off",
            subject,
            detail: `${counted} of ${next_number - 1}`,
          },
        ]),
    ...(charged.length > weeks
      ? [
          {
            invariant: "no period is charged before its day",
            subject,
            detail: `${charged.length} in ${weeks} weeks`,
          },
        ]
      : []),
    ...(overdue !== null && overdue > STUCK_SECONDS
      ? [{ invariant: "no renewal is stuck", subject, detail: `${overdue} s overdue` }]
      : []),
  ]
}

function ofItsOwner({ id: subject, customer_id, card_customer }: Subscription): Violation[] {
  return customer_id === card_customer
    ? []
    : [{ invariant: "nobody pays with another's card", subject, detail: `${card_customer}` }]
}
