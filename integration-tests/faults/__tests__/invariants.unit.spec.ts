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

describe("the audit of approved payments", () => {
  test("accepts one captured order", () => {
    expect(violations(soundBooks())).toEqual([])
  })

  test("accepts one open anomaly", () => {
    expect(found((books) => books.anomalies.push(anomaly()), unpaidBooks())).toEqual([])
  })

  test("accepts an anomaly that an operator resolved with a refund", () => {
    const decided = anomaly({ status: "resolved", action: "refund" })
    expect(found((books) => books.anomalies.push(decided), unpaidBooks())).toEqual([])
  })

  test("reports a payment with neither an order nor an anomaly", () => {
    expect(found(() => undefined, unpaidBooks())).toEqual([ONE_PLACE])
  })

  test("reports a payment whose only anomaly is about something else", () => {
    const other = anomaly({ kind: "orphan_order" })
    expect(found((books) => books.anomalies.push(other), unpaidBooks())).toEqual([ONE_PLACE])
  })

  test("accepts an anomaly about missing stock beside the captured order", () => {
    const stock = anomaly({ kind: "settled_incompletely", facts: { lacks: "reservations" } })
    expect(found((books) => books.anomalies.push(stock))).toEqual([])
  })

  test("reports a payment without an order whose anomaly was closed as settled", () => {
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

  test("accepts the refund payout of a canceled order", () => {
    const paidOut = (books: Books) => (givenBack(books), void books.payouts.push(payout))
    expect(found(paidOut)).toEqual([])
  })

  test("accepts an anomaly about a canceled order's refund that cannot be paid out", () => {
    const asked = anomaly({ kind: "refund_without_payout", facts: { refund_id: "ref_1" } })
    const shown = (books: Books) => (givenBack(books), void books.anomalies.push(asked))
    expect(found(shown)).toEqual([])
  })

  test("reports a refund whose payout was canceled", () => {
    const canceled = (books: Books) => {
      givenBack(books)
      books.payouts.push({ ...payout, status: "canceled" })
    }
    expect(found(canceled)).toEqual([ONE_PLACE, "a refund is paid out or asked about"])
  })

  test("reports a captured order beside a refund payout that Medusa does not show", () => {
    expect(found((books) => books.payouts.push(payout))).toEqual([ONE_PLACE])
  })

  test("reports a captured order together with an open anomaly", () => {
    expect(found((books) => books.anomalies.push(anomaly()))).toEqual([ONE_PLACE])
  })

  test("reports two open anomalies about one payment", () => {
    const second = anomaly({ id: "payano_2", kind: "duplicate_payment" })
    expect(found((books) => books.anomalies.push(anomaly(), second), unpaidBooks())).toEqual([
      ONE_PLACE,
    ])
  })

  test("reports a payment whose order is canceled", () => {
    const spoiled = found((books) => {
      books.orders[0].status = "canceled"
      books.reservations = []
      books.levels[0].reserved = 0
    })
    expect(spoiled).toEqual([ONE_PLACE])
  })

  test("reports a payment that Medusa canceled", () => {
    expect(found((books) => (books.payments[0].canceled = true))).toContain(ONE_PLACE)
  })

  test("reports a link that is not in the ledger", () => {
    const spoiled = found((books) => (books.payIns = []))
    expect(spoiled).toContain("what is sent was written before")
  })
})

describe("the audit of captures", () => {
  test.each(["PENDING", "REJECTED", "EXPIRED"])("reports a capture of a %s payment", (status) => {
    const invariant = "no capture without an approved payment"
    expect(found((books) => (books.service[0].status = status))).toContain(invariant)
  })

  test("reports a capture of a pay-in that the service does not know", () => {
    const spoiled = found((books) => (books.service = []))
    expect(spoiled).toEqual(["no capture without an approved payment"])
  })

  test("reports a capture of another amount than the row's", () => {
    const spoiled = found((books) => (books.payIns[0].order_amount = "60000.5"))
    expect(spoiled).toEqual(["captures sum to the rows' exact amounts"])
  })

  test("reports a capture of the requested amount when another amount was received", () => {
    const spoiled = found((books) => (books.service[0].paid_amount = 54_000))
    expect(spoiled).toEqual(["no capture of other money than asked"])
  })

  test("reports a capture of money that was received in another currency", () => {
    const spoiled = found((books) => (books.service[0].paid_currency = "USD"))
    expect(spoiled).toEqual(["no capture of other money than asked"])
  })

  test("accepts a capture of a smaller amount that an operator accepted", () => {
    const accepted = found((books) => {
      books.service[0].paid_amount = 54_000
      Object.assign(books.payIns[0], { accepted: true, approved_amount: "54000" })
      books.payments[0].captures[0].amount = "54000"
      books.collections[0].captured = "54000"
      books.orders[0].transactions[0].amount = "54000"
    })
    expect(accepted).toEqual([])
  })

  test("reports a refund with neither a payout nor an anomaly", () => {
    const spoiled = found((books) => {
      books.payments[0].refunds.push({ id: "ref_1", amount: "60000", by: null })
      books.collections[0].refunded = "60000"
      showRefund(books, "ref_1")
    })
    expect(spoiled).toEqual(["a refund is paid out or asked about"])
  })

  test("reports an order that shows a capture twice or not at all", () => {
    const invariant = "an order shows each capture once"
    const twice = found(({ orders: [order] }) => order.transactions.push(order.transactions[0]))
    expect(twice).toEqual([invariant])
    expect(found(({ orders: [order] }) => (order.transactions = []))).toEqual([invariant])
  })

  test("reports a payment collection whose sums differ from its rows", () => {
    const spoiled = found((books) => (books.collections[0].captured = "120000"))
    expect(spoiled).toEqual(["a collection shows what its rows sum to"])
  })

  test("reports two payments of one payment collection", () => {
    const spoiled = found((books) => {
      books.payments.push({ ...books.payments[0], id: "pay_2" })
      books.collections[0].captured = "120000"
    })
    expect(spoiled).toContain("one payment for one collection")
    expect(spoiled).toContain(ONE_PLACE)
  })

  test("computes rounding as captured amount minus requested amount", () => {
    const books = soundBooks()
    Object.assign(books.payIns[0], { order_amount: "60000.4", requested_amount: "60000" })
    expect(roundingOf(books).get("COP")?.toFixed()).toBe("0.4")
  })
})

describe("the audit of orders and stock", () => {
  test("reports two orders of one cart", () => {
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

  test("reports an orphan order until it has an anomaly", () => {
    const spoil = (books: Books) => (books.orders[0].carts = [])
    expect(found(spoil)).toEqual(["an orphan order is reported"])
    const told = found((books) => {
      spoil(books)
      books.anomalies.push(anomaly({ kind: "orphan_order", order_id: "order_1" }))
    })
    expect(told).toEqual([])
  })

  test("reports an orphan order unless an operator's edit gave it a payment collection", () => {
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
  ])("reports an order that waits only for a link that is %s (lapsed: %s)", (status, lapsed) => {
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

  test("accepts an order of a completion that died, which an operator edited: a collection, and neither cart nor link", () => {
    const books = unpaidBooks()
    books.orders = soundBooks().orders.map((order) => ({
      ...order,
      ...{ carts: [], collections: ["pay_col_2"], transactions: [], outstanding: "5000" },
    }))
    books.reservations = soundBooks().reservations
    books.levels = soundBooks().levels
    Object.assign(books.payIns[0], { status: "expired" })
    books.service[0].status = "EXPIRED"
    expect(violations(books)).toEqual([])
  })

  test("accepts an order without its reservation while an anomaly about its money is open", () => {
    const asked = (books: Books) => {
      books.orders = soundBooks().orders.map((order) => ({ ...order, transactions: [] }))
      books.anomalies.push(anomaly({ kind: "amount_mismatch", order_id: null }))
    }
    expect(found(asked, unpaidBooks())).toEqual([])
  })

  test("reports an order without its reservation", () => {
    const spoiled = found((books) => {
      books.reservations = []
      books.levels[0].reserved = 0
    })
    expect(spoiled).toEqual(["stock is right"])
  })

  test("accepts a refunded order without its reservation", () => {
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

  test("accepts too much reserved stock, but never too little, for an order whose second edit failed", () => {
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

  test("reports a reservation that a canceled order left behind", () => {
    const spoiled = found((books) => (books.orders[0].status = "canceled"))
    expect(spoiled).toContain("stock is right")
  })

  test("reports a reservation without an order", () => {
    const spoiled = found((books) => {
      books.reservations.push({ line_item_id: null, inventory_item_id: "iitem_1", quantity: 1 })
      books.levels[0].reserved = 3
    })
    expect(spoiled).toEqual(["stock is right"])
  })

  test("reports an inventory level that differs from its reservations", () => {
    expect(found((books) => (books.levels[0].reserved = 4))).toEqual(["stock is right"])
  })

  test("reports a bystander's cart that changed", () => {
    const spoiled = found((books) => (books.bystandersTouched = ["cart_2"]))
    expect(spoiled).toEqual(["no bystander is touched"])
  })
})

describe("the audit of stuck work", () => {
  const STUCK = ["nothing is stuck"]

  test("reports a lease that is still held", () => {
    expect(found((books) => (books.payIns[0].leased = true))).toEqual(STUCK)
  })

  test("reports an order that was never announced", () => {
    expect(found((books) => (books.payIns[0].announced = false))).toEqual(STUCK)
  })

  test("reports an open row that has no planned lookup or an overdue one", () => {
    const books = unpaidBooks()
    books.service[0].status = "PENDING"
    books.payIns[0].status = "pending"
    expect(violations(books).map(({ invariant }) => invariant)).toEqual(STUCK)
    books.payIns[0].lookup_overdue = -30
    expect(violations(books)).toEqual([])
    books.payIns[0].lookup_overdue = 601
    expect(violations(books).map(({ invariant }) => invariant)).toEqual(STUCK)
  })

  test("reports a final status of the service that the ledger does not have", () => {
    const books = unpaidBooks()
    books.service[0].status = "REJECTED"
    Object.assign(books.payIns[0], { status: "pending", lookup_overdue: -30 })
    expect(violations(books).map(({ invariant }) => invariant)).toEqual(STUCK)
  })

  test("reports a link whose end is overdue", () => {
    expect(found((books) => (books.payIns[0].end_overdue = 601))).toEqual(STUCK)
  })

  test("reports an overdue notification", () => {
    const event = { id: "payevt_1", reference: "pin_1", status: "received", overdue: 601 }
    expect(found((books) => books.events.push(event))).toEqual(STUCK)
  })
})
