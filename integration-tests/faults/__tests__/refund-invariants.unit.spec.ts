import type { Books } from "../books"
import { refundBookViolations } from "../refund-invariants"
import { anomaly, soundBooks } from "./sound-books"

const REFUND = { id: "ref_1", amount: "25000", by: "user_1" }
const ENTRY = { reference: "refund", reference_id: REFUND.id, amount: "-25000" }

/** The sound sale with a part of it given back, as core writes it; then spoiled. */
function refunded(spoil: (order: Books["orders"][number]) => void = () => undefined): Books {
  const books: Books = soundBooks()
  const [order] = books.orders
  books.payments[0].refunds.push(REFUND)
  order.transactions.push(ENTRY)
  order.credited = "25000"
  spoil(order)
  return books
}
const found = (books: Books) => refundBookViolations(books).map(({ invariant }) => invariant)

describe("what an order shows of its refunds", () => {
  it("is right when each stands in it once, and is credited", () => {
    expect(found(soundBooks())).toEqual([])
    expect(found(refunded())).toEqual([])
  })

  it("may name the payment, as core's cancel does", () => {
    const named = (order: Books["orders"][number]) =>
      order.transactions.splice(1, 1, { ...ENTRY, reference_id: "pay_1" })
    expect(found(refunded(named))).toEqual([])
  })

  it("is wrong without an entry, and with two", () => {
    const wrong = ["an order shows each refund once"]
    expect(found(refunded((order) => order.transactions.pop()))).toEqual(wrong)
    const twice = { ...ENTRY, reference_id: "pay_1" }
    expect(found(refunded((order) => order.transactions.push(twice)))).toEqual(wrong)
  })

  it("is a person's when core's cancel shows one that it failed to make, and wrong when nobody is asked", () => {
    const books: Books = soundBooks()
    const [order] = books.orders
    order.status = "canceled"
    order.transactions.push({ ...ENTRY, reference_id: "pay_1" })
    expect(found(books)).toEqual(["an order shows each refund once"])
    books.anomalies.push(anomaly({ kind: "paid_after_canceled" }))
    expect(found(books)).toEqual([])
  })

  it("may stand twice in a canceled order of which core's own failed: a person gave all of it back before being asked", () => {
    const twice = (amount: string, change: Partial<Books["payouts"][number]> = {}) => {
      const books = refunded((order) => {
        const entry = { ...ENTRY, amount: "-60000" }
        order.status = "canceled"
        order.transactions.splice(1, 1, entry, { ...entry, reference_id: "pay_1" })
      })
      books.payments[0].refunds.splice(0, 1, { ...REFUND, amount })
      books.payouts.push({
        id: "payout_1",
        status: "canceled",
        source: "refund",
        refund_id: "ref_rolled_back",
        transaction_id: "payin_1",
        amount: "60000",
        ...change,
      })
      return found(books)
    }
    const wrong = ["an order shows each refund once"]

    expect(twice("60000")).toEqual([])
    expect(twice("25000")).toEqual(wrong)
    expect(twice("60000", { refund_id: REFUND.id })).toEqual(wrong)
    expect(twice("60000", { status: "approved" })).toEqual(wrong)
  })

  it("may be a part of what a canceled order shows already, and no more than that", () => {
    const books = refunded((order) => {
      // It credits nothing: what was to be given back was not.
      Object.assign(order, { status: "canceled", credited: "0", outstanding: "25000" })
      order.transactions.splice(1, 1, { ...ENTRY, reference_id: "pay_1" })
    })
    books.anomalies.push(anomaly({ kind: "paid_after_canceled" }))
    const [payment] = books.payments
    payment.refunds.splice(0, 1, { ...REFUND, amount: "10000" })
    expect(found(books)).toEqual([])
    payment.refunds.push({ ...REFUND, id: "ref_2", amount: "20000" })
    expect(found(books)).toEqual(["an order shows each refund once"])
  })

  it("is wrong when the order asks for it again, but for one that somebody is changing", () => {
    const owed = { credited: "0", outstanding: "25000" }
    expect(found(refunded((order) => Object.assign(order, owed)))).toEqual([
      "an order does not ask for what was given back",
    ])
    const changing = { ...owed, changing: true }
    expect(found(refunded((order) => Object.assign(order, changing)))).toEqual([])
  })

  it("may leave what the order asked for before", () => {
    expect(found(refunded((order) => Object.assign(order, { outstanding: "5000" })))).toEqual([])
  })
})
