import type { CardBooks } from "../card-books"
import { cardViolations } from "../card-invariants"

const ROW = {
  id: "paycdtx_1",
  reference: "crd_1",
  status: "captured",
  status_cause: "answered",
  cycle_id: null,
  amount: "60000",
  captured_amount: "60000",
  payment_collection_id: "pay_col_1",
  cart_id: "cart_1",
  unwanted: false,
  settled: true,
  apply_error: null,
  apply_overdue: null,
  release_overdue: null,
} as const

const HOLD = {
  transaction_id: "held_1",
  reference: "crd_1",
  approved: true,
  amount: 60_000,
  payer: "shopper",
}

/** One sale by card, held once, taken once and booked; tests spoil it. */
function sound(): CardBooks {
  return {
    holds: [{ ...HOLD }],
    captures: [{ transaction_id: "taken_1", of: "held_1", approved: true, amount: 60_000 }],
    sent_again: [],
    rows: [{ ...ROW }],
    payments: [
      {
        id: "pay_1",
        reference: "crd_1",
        payment_collection_id: "pay_col_1",
        canceled: false,
        captures: [{ id: "capt_1", amount: "60000" }],
      },
    ],
    orders: [
      {
        id: "order_1",
        status: "pending",
        collections: ["pay_col_1"],
        transactions: [{ reference_id: "capt_1", amount: "60000" }],
        counted: [],
      },
    ],
    anomalies: [],
    ledger: [{ reference: "crd_1", approved_amount: "60000" }],
    subscriptions: [],
    cycles: [],
    bystandersTouched: [],
    shoppers: new Map([["cart_1", "shopper"]]),
  }
}

/** A sale whose card holds the money, and nobody took it yet. */
function held(): CardBooks {
  const books = sound()
  books.captures = []
  books.ledger = []
  books.payments[0].captures = []
  books.orders[0].transactions = []
  books.rows[0] = { ...ROW, status: "authorized", captured_amount: null, settled: false }
  return books
}

function found(books: CardBooks): string[] {
  return [...new Set(cardViolations(books).map(({ invariant }) => invariant))]
}

const ASKED = { id: "payano_1", kind: "card_unknown", subject: "paycdtx_1", order_id: "order_1" }

describe("the audit of card sales", () => {
  it("accepts a captured sale, a held sale and a declined card", () => {
    expect(found(sound())).toEqual([])
    expect(found(held())).toEqual([])
    const declined = held()
    declined.rows[0] = { ...declined.rows[0], status: "declined" }
    declined.holds[0].approved = false
    declined.payments = []
    declined.orders[0].status = "canceled"
    expect(found(declined)).toEqual([])
  })

  it.each<[string, (books: CardBooks) => void, string]>([
    [
      "a hold without a row",
      ({ holds }) => holds.push({ ...holds[0], reference: "crd_2", transaction_id: "held_2" }),
      "one intent is held once",
    ],
    [
      "a hold that was requested twice",
      ({ holds }) => holds.push({ ...holds[0], transaction_id: "held_2" }),
      "one intent is held once",
    ],
    [
      "a hold of another amount",
      ({ holds }) => (holds[0].amount = 70_000),
      "one intent is held once",
    ],
    [
      "a hold on another shopper's card",
      ({ holds }) => (holds[0].payer = "another"),
      "no card is charged for somebody else",
    ],
    [
      "a hold that was captured twice",
      ({ captures }) => captures.push({ ...captures[0], transaction_id: "taken_2" }),
      "one hold is taken once",
    ],
    [
      "a capture that was sent again after it succeeded",
      ({ sent_again }) => sent_again.push("crd_1"),
      "one hold is taken once",
    ],
    [
      "two holds for one payment",
      ({ rows }) => rows.push({ ...ROW, id: "paycdtx_2", reference: "crd_2" }),
      "one intent is held once",
    ],
    [
      "a renewal on another shopper's card",
      ({ rows, cycles, subscriptions, shoppers }) => {
        rows[0].cycle_id = "paycyc_1"
        cycles.push({
          ...{ id: "paycyc_1", payin_subscription_id: "paysub_1", number: 1 },
          ...{ status: "paid", skipped: 0, charged_week: 1, last_error: null },
        })
        subscriptions.push({
          ...{ id: "paysub_1", status: "active", customer_id: null, card_customer: null },
          ...{ cart_id: "cart_0", overdue: -5000, weeks: 1, next_number: 2 },
        })
        shoppers.set("cart_0", "another")
      },
      "no card is charged for somebody else",
    ],
    [
      "a capture above the held amount",
      ({ captures }) => (captures[0].amount = 60_001),
      "one hold is taken once",
    ],
    [
      "captured money whose row says released",
      ({ rows }) => (rows[0].status = "released"),
      "no charge without an order or an open anomaly",
    ],
    [
      "captured money that the ledger does not have",
      ({ ledger }) => ledger.pop(),
      "no charge without an order or an open anomaly",
    ],
    [
      "captured money that its order does not show",
      ({ orders }) => (orders[0].transactions = []),
      "no charge without an order or an open anomaly",
    ],
    [
      "captured money without an order",
      ({ orders }) => orders.pop(),
      "no charge without an order or an open anomaly",
    ],
    [
      "a capture in Medusa that the service never made",
      ({ captures }) => captures.pop(),
      "Medusa shows what was taken, and no more",
    ],
    [
      "an order without a hold and without money",
      (books) => {
        books.payments = []
        books.captures = []
        books.ledger = []
        books.rows[0] = { ...ROW, status: "declined", settled: false }
      },
      "no order waits for nothing",
    ],
    [
      "more in the ledger than was held, though a person is asked",
      ({ ledger, anomalies }) => {
        ledger[0].approved_amount = "6000000"
        anomalies.push(ASKED)
      },
      "no more is booked than was held",
    ],
    [
      "a captured amount above the hold",
      ({ rows }) => (rows[0].captured_amount = "60000.01"),
      "no more is booked than was held",
    ],
    ["a step that is overdue", ({ rows }) => (rows[0].apply_overdue = 601), "nothing is stuck"],
    ["a touched bystander", (b) => b.bystandersTouched.push("cart_1"), "no bystander is touched"],
  ])("reports %s", (_, spoil, invariant) => {
    const books = sound()
    spoil(books)
    expect(found(books)).toContain(invariant)
  })

  it.each<[string, Partial<CardBooks["rows"][number]>]>([
    ["that stays in creating", { status: "creating" }],
    ["that stays in capturing", { status: "capturing" }],
    ["with an unknown outcome", { status: "unknown" }],
    ["with an unknown capture outcome", { status: "capture_unknown" }],
    ["that is unwanted", { unwanted: true }],
    ["whose release is overdue", { release_overdue: 601 }],
  ])("reports a hold %s", (_, change) => {
    const books = held()
    books.rows[0] = { ...books.rows[0], ...change }
    expect(found(books)).toContain("nothing is stuck")
  })

  it("reports a hold without an order", () => {
    const books = held()
    books.orders = []
    expect(found(books)).toEqual(["nothing is stuck"])
  })

  it("accepts an unknown outcome and a contradiction when an anomaly asks about them", () => {
    const unknown = held()
    unknown.rows[0] = { ...unknown.rows[0], status: "unknown" }
    unknown.anomalies = [ASKED]
    expect(found(unknown)).toEqual([])
    const contradicted = sound()
    contradicted.rows[0].status = "released"
    contradicted.anomalies = [{ ...ASKED, kind: "status_changed_after_final" }]
    expect(found(contradicted)).toEqual([])
  })
})
