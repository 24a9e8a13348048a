import type { CardBooks } from "../card-books"
import { renewalViolations } from "../renewal-invariants"

const ROW: CardBooks["rows"][number] = {
  id: "paycdtx_2",
  reference: "crd_2",
  status: "captured",
  status_cause: "answered",
  cycle_id: "paycyc_1",
  amount: "60000",
  captured_amount: "60000",
  payment_collection_id: "pay_col_2",
  cart_id: "cart_2",
  unwanted: false,
  settled: true,
  apply_error: null,
  apply_overdue: null,
  release_overdue: null,
}

/** A weekly subscription of a guest, whose first period was paid after a week. */
function sound(): CardBooks {
  return {
    ...{
      holds: [],
      captures: [],
      sent_again: [],
      payments: [],
      orders: [],
      anomalies: [],
      ledger: [],
    },
    ...{ bystandersTouched: [], shoppers: new Map() },
    rows: [{ ...ROW }],
    subscriptions: [
      {
        ...{ id: "paysub_1", status: "active", customer_id: null, card_customer: null },
        cart_id: null,
        ...{ overdue: -5000, weeks: 1, next_number: 2 },
      },
    ],
    cycles: [
      {
        ...{ id: "paycyc_1", payin_subscription_id: "paysub_1", number: 1 },
        ...{ status: "paid", skipped: 0, charged_week: 1, last_error: null },
      },
    ],
  }
}

describe("the audit of renewals", () => {
  it("accepts a period that was paid once, in its week", () => {
    expect(renewalViolations(sound())).toEqual([])
  })

  it("accepts one late charge in place of missed periods, and a period that was paid ahead", () => {
    const books = sound()
    const [first] = books.cycles
    const row = (n: number) => ({ ...ROW, id: `paycdtx_${n}`, cycle_id: `paycyc_${n}` })
    books.rows.push(row(3), row(4))
    books.cycles = [
      { ...first, skipped: 1, charged_week: 2 },
      { ...first, id: "paycyc_3", number: 3, charged_week: 2 },
      { ...first, id: "paycyc_4", number: 5, skipped: 1, charged_week: 5 },
    ]
    Object.assign(books.subscriptions[0], { weeks: 5, next_number: 6 })
    expect(renewalViolations(books)).toEqual([])
  })

  it.each<[string, (books: CardBooks) => void, string]>([
    [
      "a charge for a week that was over when the previous period was charged",
      ({ cycles, rows, subscriptions }) => {
        cycles[0].charged_week = 2
        cycles.push({ ...cycles[0], id: "paycyc_2", number: 2 })
        rows.push({ ...ROW, id: "paycdtx_3", cycle_id: "paycyc_2" })
        Object.assign(subscriptions[0], { weeks: 2, next_number: 3 })
      },
      "nobody is charged for a period that was missed",
    ],
    [
      "a period that is neither charged nor written off",
      ({ subscriptions }) => (subscriptions[0].next_number = 3),
      "each period is charged or written off",
    ],
    [
      "two holds of one period",
      ({ rows }) => rows.push({ ...ROW, id: "paycdtx_3", status: "authorized" }),
      "one renewal for each period",
    ],
    [
      "a paid period without money",
      ({ rows }) => (rows[0].status = "released"),
      "a paid period was paid",
    ],
    [
      "captured money of a period that is not paid",
      ({ cycles }) => (cycles[0].status = "open"),
      "what was taken for a period pays it",
    ],
    [
      "a charge before its day",
      ({ subscriptions }) => (subscriptions[0].weeks = 0),
      "no period is charged before its day",
    ],
    [
      "a renewal that is overdue",
      ({ subscriptions }) => (subscriptions[0].overdue = 3601),
      "no renewal is stuck",
    ],
    [
      "a card of another customer",
      ({ subscriptions }) => (subscriptions[0].card_customer = "cus_2"),
      "nobody pays with another's card",
    ],
  ])("reports %s", (_, spoil, invariant) => {
    const books = sound()
    spoil(books)
    expect(renewalViolations(books).map((one) => one.invariant)).toContain(invariant)
  })
})
