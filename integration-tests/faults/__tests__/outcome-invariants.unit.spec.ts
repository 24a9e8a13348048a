import type { Books } from "../books"
import type { PayoutBooks } from "../payout-books"
import { isMisreported, outcomeViolations } from "../outcome-invariants"
import { question, soundPayout } from "./sound-payout"

function found(spoil: (out: PayoutBooks, books: Books) => unknown): string[] {
  const books = soundPayout()
  spoil(books.out, books)
  return outcomeViolations(books).map(({ invariant }) => invariant)
}

/** A person said how the payout ended. */
function report(out: PayoutBooks, outcome: "paid" | "not_paid", reference = "out_1"): void {
  out.audit.push({
    ...{ subject_id: "payout_1", action: "concluded", actor_type: "user", actor_id: "user_1" },
    ...{ from_status: "pending", to_status: "approved", at: 1_002 },
    facts: { outcome, reference },
  })
}

const FALSE = "a false report ends in an anomaly"
const TWICE = "nobody is paid twice in silence"
const MORE = "more than arrived never leaves in silence"

test("the outcome audit accepts a true report, and one of a payout that the service left open", () => {
  expect(found((out) => report(out, "paid"))).toEqual([])
  const open = found((out) => {
    out.paid[0].status = "PENDING"
    report(out, "not_paid")
  })
  expect(open).toEqual([])
})

test("the outcome audit reports a false report of either kind unless an anomaly tells of it", () => {
  const wrong = (outcome: "paid" | "not_paid", status: string, asked: PayoutBooks["questions"]) =>
    found((out) => {
      out.paid[0].status = status
      report(out, outcome)
      out.questions = asked
    })
  for (const [outcome, status] of [
    ["paid", "REJECTED"],
    ["paid", "EXPIRED"],
    ["not_paid", "APPROVED"],
  ] as const) {
    expect(wrong(outcome, status, [])).toEqual([FALSE])
    expect(wrong(outcome, status, [question()])).toEqual([])
    expect(wrong(outcome, status, [question({ status: "resolved", action: "ignore" })])).toEqual([])
    // A question of before the report, which the report closed.
    expect(wrong(outcome, status, [question({ status: "resolved", action: "settled" })])).toEqual([
      FALSE,
    ])
    expect(wrong(outcome, status, [question({ subject: "payatt_2" })])).toEqual([FALSE])
  }
})

test("the outcome audit reads the newest report of a reference", () => {
  const corrected = found((out) => {
    report(out, "not_paid")
    report(out, "paid")
  })
  expect(corrected).toEqual([])
})

test("the outcome audit reports a payout that was paid twice, or by hand as well, unless a person is told", () => {
  const twice = (asked: PayoutBooks["questions"]) =>
    found((out) => {
      out.paid.push({ ...out.paid[0], reference: "out_2", ticket: "ticket_2", contradicted: true })
      out.questions = asked
    })
  expect(twice([])).toEqual([TWICE, MORE])
  expect(twice([question()])).toEqual([])
  expect(twice([question({ kind: "payout_stuck" })])).toEqual([TWICE, MORE])
  expect(found(({ payouts }) => (payouts[0].status = "paid_elsewhere"))).toEqual([TWICE, MORE])
})

test("the outcome audit reports more given back than arrived, over all payouts of the pay-in", () => {
  const two = (asked: PayoutBooks["questions"]) =>
    found((out) => {
      out.payouts.push({ ...out.payouts[0], id: "payout_2", status: "paid_elsewhere" })
      out.questions = asked
    })
  expect(two([])).toEqual([MORE])
  expect(two([question({ payout_id: "payout_2" })])).toEqual([])
})

test("what a person reported wrongly is told from what the service changed", () => {
  const { out } = soundPayout()
  const refused = { ...out.paid[0], status: "REJECTED" }
  expect(isMisreported(out, refused)).toBe(false)
  report(out, "paid")
  expect(isMisreported(out, refused)).toBe(true)
  expect(isMisreported(out, out.paid[0])).toBe(false)
})
