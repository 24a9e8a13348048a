import type { Books } from "../../faults/books"
import type { CardBooks } from "../../faults/card-books"
import { soundBooks } from "../../faults/__tests__/sound-books"
import { soakViolations } from "../audit"

/** A store with one sale by link, settled, and one by card, whose money is held and not taken yet. */
function store(): { books: Books; cards: CardBooks } {
  const books: Books = soundBooks()
  const order = {
    ...{ id: "order_2", status: "pending", carts: ["cart_2"], collections: ["pay_col_2"] },
    ...{ transactions: [], items: [], other_sessions: 0, outstanding: "60000" },
    ...{ credited: "0", changing: false, changed: false, packed: [], counted: [] },
  }
  books.orders.push(order)
  books.payments.push({
    ...{ id: "pay_2", provider_id: "pp_payin-card_co", reference: "crd_2" },
    ...{ payment_collection_id: "pay_col_2", canceled: false, captures: [], refunds: [] },
  })
  const cards: CardBooks = {
    holds: [
      {
        ...{ transaction_id: "held_2", reference: "crd_2", approved: true },
        ...{ amount: 60_000, payer: "shopper" },
      },
    ],
    captures: [],
    sent_again: [],
    rows: [
      {
        ...{ id: "paycdtx_2", reference: "crd_2", status: "authorized", status_cause: "answered" },
        ...{ cycle_id: null, amount: "60000", captured_amount: null, cart_id: "cart_2" },
        ...{ payment_collection_id: "pay_col_2", unwanted: false, settled: false },
        ...{ apply_error: null, apply_overdue: null, release_overdue: null },
      },
    ],
    payments: [
      {
        ...{ id: "pay_2", reference: "crd_2", payment_collection_id: "pay_col_2" },
        ...{ canceled: false, captures: [] },
      },
    ],
    orders: books.orders.map(({ id, status, collections, transactions, counted }) => ({
      ...{ id, status, collections, counted },
      transactions: transactions.map(({ reference_id, amount }) => ({ reference_id, amount })),
    })),
    ...{ anomalies: [], ledger: [], subscriptions: [], cycles: [], bystandersTouched: [] },
    shoppers: new Map([["cart_2", "shopper"]]),
  }
  return { books, cards }
}

function found({ books, cards }: ReturnType<typeof store>): string[] {
  return [...new Set(soakViolations(books, cards).map(({ invariant }) => invariant))]
}

describe("the soak audit of a store that sells by link and by card", () => {
  it("accepts a settled link sale beside a held card sale", () => {
    expect(found(store())).toEqual([])
  })

  it("reports a paid link without an order", () => {
    const { books, cards } = store()
    books.orders = books.orders.filter(({ id }) => id !== "order_1")
    expect(found({ books, cards })).toContain(
      "every approved payment is one captured order or one open anomaly"
    )
  })

  it("reports a charged card that no order shows", () => {
    const { books, cards } = store()
    cards.captures.push({ transaction_id: "taken_2", of: "held_2", approved: true, amount: 60_000 })
    expect(found({ books, cards })).toContain("no charge without an order or an open anomaly")
  })

  it("reports a second order of a cart that is paid by card", () => {
    const { books, cards } = store()
    books.orders.push({ ...books.orders[1], id: "order_3" })
    expect(found({ books, cards })).toContain("one order for a cart")
  })

  it("accepts a card refund that has a payout", () => {
    const { books, cards } = store()
    books.payments[1].refunds = [{ id: "ref_2", amount: "60000", by: null }]
    books.collections.push({ id: "pay_col_2", captured: "0", refunded: "60000" })
    books.out.payouts = [
      {
        ...{ id: "payout_2", account: "co", status: "awaiting_destination", reason: null },
        ...{ source: "refund", source_id: "ref_2", transaction_id: "payin_2", refund_id: "ref_2" },
        ...{ anomaly_id: null, amount: "60000", currency: "COP", reference: null, version: 1 },
        ...{ approved_version: null, created_by: null, makers: [], approved_by: null },
        ...{ rest_of: null, has_destination: false, submit_overdue: null, release_overdue: null },
      },
    ]
    books.out.audit = [
      {
        ...{ subject_id: "payout_2", action: "created", actor_type: "system", actor_id: null },
        ...{ from_status: null, to_status: "awaiting_destination", facts: null, at: 0 },
      },
    ]
    expect(found({ books, cards })).toEqual([])
  })
})
