import type { Books } from "../books"
import { roundingOf, violations } from "../invariants"
import { anomaly, soundBooks, unpaidBooks } from "./sound-books"

/** What the audit says of sound books after `spoil` was at them. */
function found(spoil: (books: Books) => void, books: Books = soundBooks()): string[] {
  spoil(books)
  return violations(books).map(({ invariant }) => invariant)
}

/** Medusa shows all of it as given back, and asks for none of it. */
function showRefund({ orders: [order] }: Books, reference_id: string): void {
  order.transactions.push({ reference: "refund", reference_id, amount: "-60000" })
  order.credited = "60000"
}

const ONE_PLACE = "every approved payment is one captured order or one open anomaly"

describe("where approved money stands", () => {
  test("one captured order is its place", () => {
    expect(violations(soundBooks())).toEqual([])
  })

  test("one open anomaly is its place", () => {
    expect(found((books) => books.anomalies.push(anomaly()), unpaidBooks())).toEqual([])
  })

  test("a person's decision is its place", () => {
    const decided = anomaly({ status: "resolved", action: "refund" })
    expect(found((books) => books.anomalies.push(decided), unpaidBooks())).toEqual([])
  })

  test("no place at all is found", () => {
    expect(found(() => undefined, unpaidBooks())).toEqual([ONE_PLACE])
  })

  test("an anomaly about something else is no place", () => {
    const other = anomaly({ kind: "orphan_order" })
    expect(found((books) => books.anomalies.push(other), unpaidBooks())).toEqual([ONE_PLACE])
  })

  test("a question about the stock of a paid order is no second place", () => {
    const stock = anomaly({ kind: "settled_incompletely", facts: { lacks: "reservations" } })
    expect(found((books) => books.anomalies.push(stock))).toEqual([])
  })

  test("what the next pass closed by itself is no place", () => {
    const closed = anomaly({ status: "resolved", action: "settled" })
    expect(found((books) => books.anomalies.push(closed), unpaidBooks())).toEqual([ONE_PLACE])
  })

  /** Core canceled the order in the moment it was paid, and booked a refund. */
  function givenBack(books: Books): void {
    books.payments[0].refunds.push({ id: "ref_1", amount: "60000", by: "user_1" })
    books.collections[0].refunded = "60000"
    books.orders[0].status = "canceled"
    showRefund(books, "pay_1")
    books.reservations = []
    books.levels = [{ inventory_item_id: "iitem_1", reserved: 0 }]
  }
  const payout = {
    id: "payout_1",
    status: "awaiting_destination",
    source: "refund",
    refund_id: "ref_1",
    transaction_id: "payin_1",
    amount: "60000",
  }

  test("the payout of a refund of a canceled order is its place", () => {
    const paidOut = (books: Books) => (givenBack(books), void books.payouts.push(payout))
    expect(found(paidOut)).toEqual([])
  })

  test("the question about a refund that cannot be paid out is its place", () => {
    const asked = anomaly({ kind: "refund_without_payout", facts: { refund_id: "ref_1" } })
    const shown = (books: Books) => (givenBack(books), void books.anomalies.push(asked))
    expect(found(shown)).toEqual([])
  })

  test("a refund whose payout was canceled is found", () => {
    const canceled = (books: Books) => {
      givenBack(books)
      books.payouts.push({ ...payout, status: "canceled" })
    }
    expect(found(canceled)).toEqual([ONE_PLACE, "a refund is paid out or asked about"])
  })

  test("an order that is paid with money that goes back is found", () => {
    expect(found((books) => books.payouts.push(payout))).toEqual([ONE_PLACE])
  })

  test("order and anomaly at once are found", () => {
    expect(found((books) => books.anomalies.push(anomaly()))).toEqual([ONE_PLACE])
  })

  test("two anomalies at once are found", () => {
    const second = anomaly({ id: "payano_2", kind: "duplicate_payment" })
    expect(found((books) => books.anomalies.push(anomaly(), second), unpaidBooks())).toEqual([
      ONE_PLACE,
    ])
  })

  test("a canceled order is no place", () => {
    const spoiled = found((books) => {
      books.orders[0].status = "canceled"
      books.reservations = []
      books.levels[0].reserved = 0
    })
    expect(spoiled).toEqual([ONE_PLACE])
  })

  test("a payment that core canceled is no place", () => {
    expect(found((books) => (books.payments[0].canceled = true))).toContain(ONE_PLACE)
  })

  test("a link that is not in the ledger is found", () => {
    const spoiled = found((books) => (books.payIns = []))
    expect(spoiled).toContain("what is sent was written before")
  })
})

describe("what was captured", () => {
  test.each(["PENDING", "REJECTED", "EXPIRED"])("a capture of %s money is found", (status) => {
    const invariant = "no capture without an approved payment"
    expect(found((books) => (books.service[0].status = status))).toContain(invariant)
  })

  test("a capture of a pay-in that the service does not know is found", () => {
    const spoiled = found((books) => (books.service = []))
    expect(spoiled).toEqual(["no capture without an approved payment"])
  })

  test("a capture of another amount than the row's is found", () => {
    const spoiled = found((books) => (books.payIns[0].order_amount = "60000.5"))
    expect(spoiled).toEqual(["captures sum to the rows' exact amounts"])
  })

  test("money of another amount that was booked as if it were right is found", () => {
    const spoiled = found((books) => (books.service[0].paid_amount = 54_000))
    expect(spoiled).toEqual(["no capture of other money than asked"])
  })

  test("money of another currency that was booked is found", () => {
    const spoiled = found((books) => (books.service[0].paid_currency = "USD"))
    expect(spoiled).toEqual(["no capture of other money than asked"])
  })

  test("a smaller amount that a person accepted is captured as it is", () => {
    const accepted = found((books) => {
      books.service[0].paid_amount = 54_000
      Object.assign(books.payIns[0], { accepted: true, approved_amount: "54000" })
      books.payments[0].captures[0].amount = "54000"
      books.collections[0].captured = "54000"
      books.orders[0].transactions[0].amount = "54000"
    })
    expect(accepted).toEqual([])
  })

  test("a refund is found", () => {
    const spoiled = found((books) => {
      books.payments[0].refunds.push({ id: "ref_1", amount: "60000", by: null })
      books.collections[0].refunded = "60000"
      showRefund(books, "ref_1")
    })
    expect(spoiled).toEqual(["a refund is paid out or asked about"])
  })

  test("an order that shows a capture twice, or not at all, is found", () => {
    const invariant = "an order shows each capture once"
    const twice = found(({ orders: [order] }) => order.transactions.push(order.transactions[0]))
    expect(twice).toEqual([invariant])
    expect(found(({ orders: [order] }) => (order.transactions = []))).toEqual([invariant])
  })

  test("sums of a collection that its rows do not make are found", () => {
    const spoiled = found((books) => (books.collections[0].captured = "120000"))
    expect(spoiled).toEqual(["a collection shows what its rows sum to"])
  })

  test("two payments of one collection are found", () => {
    const spoiled = found((books) => {
      books.payments.push({ ...books.payments[0], id: "pay_2" })
      books.collections[0].captured = "120000"
    })
    expect(spoiled).toContain("one payment for one collection")
    expect(spoiled).toContain(ONE_PLACE)
  })

  test("rounding is what was captured beyond what was asked", () => {
    const books = soundBooks()
    Object.assign(books.payIns[0], { order_amount: "60000.4", requested_amount: "60000" })
    expect(roundingOf(books).get("COP")?.toFixed()).toBe("0.4")
  })
})

describe("orders and stock", () => {
  test("two orders of one cart are found", () => {
    const spoiled = found((books) => {
      books.orders.push({
        ...books.orders[0],
        id: "order_2",
        items: [],
        collections: ["pay_col_1"],
      })
    })
    expect(spoiled).toContain("one order for a cart")
  })

  test("an orphan order is found until a person was told of it", () => {
    const spoil = (books: Books) => (books.orders[0].carts = [])
    expect(found(spoil)).toEqual(["an orphan order is reported"])
    const told = found((books) => {
      spoil(books)
      books.anomalies.push(anomaly({ kind: "orphan_order", order_id: "order_1" }))
    })
    expect(told).toEqual([])
  })

  test("an orphan order that an operator edited is known, and is found when nobody did", () => {
    const orphan = { ...soundBooks().orders[0], id: "order_2", carts: [], items: [] }
    const spoil = (collections: string[]) => (books: Books) =>
      books.orders.push({ ...orphan, outstanding: "60000", collections })
    expect(found(spoil(["pay_col_of_the_edit"]))).not.toContain("an orphan order is reported")
    expect(found(spoil([]))).toContain("an orphan order is reported")
  })

  test.each([
    ["rejected", false],
    ["expired", false],
    ["pending", true],
  ])("an order that waits for a link that is %s (lapsed: %s) is found", (status, lapsed) => {
    const books = unpaidBooks()
    books.orders = [{ ...soundBooks().orders[0], transactions: [], outstanding: "60000" }]
    books.reservations = soundBooks().reservations
    books.levels[0].reserved = 2
    books.service[0].status = status === "pending" ? "PENDING" : status.toUpperCase()
    Object.assign(books.payIns[0], { status, lapsed })
    expect(violations(books).map(({ invariant }) => invariant)).toEqual([
      "an order that waits for nothing is released",
    ])
    books.orders[0].other_sessions = 1
    expect(violations(books)).toEqual([])
    Object.assign(books.orders[0], { other_sessions: 0, changing: true })
    expect(violations(books)).toEqual([])
  })

  test("an order whose money a person is asked about first may lack its reservation", () => {
    const asked = (books: Books) => {
      books.orders = soundBooks().orders.map((order) => ({ ...order, transactions: [] }))
      books.anomalies.push(anomaly({ kind: "amount_mismatch", order_id: null }))
    }
    expect(found(asked, unpaidBooks())).toEqual([])
  })

  test("an order without its reservation is found", () => {
    const spoiled = found((books) => {
      books.reservations = []
      books.levels[0].reserved = 0
    })
    expect(spoiled).toEqual(["stock is right"])
  })

  test("an order whose money went back has none: somebody was canceling it", () => {
    const spoiled = found((books) => {
      books.reservations = []
      books.levels[0].reserved = 0
      books.orders[0].transactions.push({
        reference: "refund",
        reference_id: "ref_1",
        amount: "-60000",
      })
    })
    expect(spoiled).not.toContain("stock is right")
  })

  test("core reserves too much for an order whose second edit failed, never too little", () => {
    const reserving = (quantity: number, order: { changing: boolean; changed: boolean }) =>
      found((books) => {
        Object.assign(books.orders[0], order)
        books.reservations[0].quantity = quantity
        books.levels[0].reserved = quantity
      })
    const failed = { changing: true, changed: true }

    expect(reserving(3, failed)).toEqual([])
    expect(reserving(1, failed)).toEqual(["stock is right"])
    expect(reserving(3, { changing: true, changed: false })).toEqual(["stock is right"])
    expect(reserving(3, { changing: false, changed: true })).toEqual(["stock is right"])
  })

  test("a reservation that a canceled order left is found", () => {
    const spoiled = found((books) => (books.orders[0].status = "canceled"))
    expect(spoiled).toContain("stock is right")
  })

  test("a reservation for no order is found", () => {
    const spoiled = found((books) => {
      books.reservations.push({ line_item_id: null, inventory_item_id: "iitem_1", quantity: 1 })
      books.levels[0].reserved = 3
    })
    expect(spoiled).toEqual(["stock is right"])
  })

  test("a level that its reservations do not make is found", () => {
    expect(found((books) => (books.levels[0].reserved = 4))).toEqual(["stock is right"])
  })

  test("a bystander's cart that changed is found", () => {
    const spoiled = found((books) => (books.bystandersTouched = ["cart_2"]))
    expect(spoiled).toEqual(["no bystander is touched"])
  })
})

describe("what waits for ever", () => {
  const STUCK = ["nothing is stuck"]

  test("a lease that is still held is found", () => {
    expect(found((books) => (books.payIns[0].leased = true))).toEqual(STUCK)
  })

  test("an order that was never announced is found", () => {
    expect(found((books) => (books.payIns[0].announced = false))).toEqual(STUCK)
  })

  test("an open row that nobody looks up is found", () => {
    const books = unpaidBooks()
    books.service[0].status = "PENDING"
    books.payIns[0].status = "pending"
    expect(violations(books).map(({ invariant }) => invariant)).toEqual(STUCK)
    books.payIns[0].lookup_overdue = -30
    expect(violations(books)).toEqual([])
    books.payIns[0].lookup_overdue = 601
    expect(violations(books).map(({ invariant }) => invariant)).toEqual(STUCK)
  })

  test("a final word of the service that nobody heard is found", () => {
    const books = unpaidBooks()
    books.service[0].status = "REJECTED"
    Object.assign(books.payIns[0], { status: "pending", lookup_overdue: -30 })
    expect(violations(books).map(({ invariant }) => invariant)).toEqual(STUCK)
  })

  test("an end that is overdue is found", () => {
    expect(found((books) => (books.payIns[0].end_overdue = 601))).toEqual(STUCK)
  })

  test("a notification that is overdue is found", () => {
    const event = { id: "payevt_1", reference: "pin_1", status: "received", overdue: 601 }
    expect(found((books) => books.events.push(event))).toEqual(STUCK)
  })
})
