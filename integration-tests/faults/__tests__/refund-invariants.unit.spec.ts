import type { Books } from "../books"
import { refundBookViolations } from "../refund-invariants"
import { anomaly, soundBooks } from "./sound-books"

const REFUND = { id: "ref_1", amount: "25000", by: "user_1" }
const ENTRY = { reference: "refund", reference_id: REFUND.id, amount: "-25000" }

/** The sound sale with a part of it given back, as Medusa writes it; then spoiled. */
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

describe("the audit of an order's refunds", () => {
  it("accepts an order that shows each refund once and credits it", () => {
    expect(found(soundBooks())).toEqual([])
    expect(found(refunded())).toEqual([])
  })

  it("accepts an entry that names the payment, as Medusa's cancel writes it", () => {
    const named = (order: Books["orders"][number]) =>
      order.transactions.splice(1, 1, { ...ENTRY, reference_id: "pay_1" })
    expect(found(refunded(named))).toEqual([])
  })

  it("reports a refund without an entry or with two entries", () => {
    const wrong = ["an order shows each refund once"]
    expect(found(refunded((order) => order.transactions.pop()))).toEqual(wrong)
    const twice = { ...ENTRY, reference_id: "pay_1" }
    expect(found(refunded((order) => order.transactions.push(twice)))).toEqual(wrong)
  })

  it("reports a refund that a cancel shows but failed to make, unless an anomaly is open", () => {
    const books: Books = soundBooks()
    const [order] = books.orders
    order.status = "canceled"
    order.transactions.push({ ...ENTRY, reference_id: "pay_1" })
    expect(found(books)).toEqual(["an order shows each refund once"])
    books.anomalies.push(anomaly({ kind: "paid_after_canceled" }))
    expect(found(books)).toEqual([])
  })

  it("accepts two entries on a canceled order only when its own refund failed and a full refund exists", () => {
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

  it("accepts refunds up to the amount that a canceled order already shows, and no more", () => {
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

  it("reports an order that asks for refunded money again, unless an order change is open", () => {
    const owed = { credited: "0", outstanding: "25000" }
    expect(found(refunded((order) => Object.assign(order, owed)))).toEqual([
      "an order does not ask for what was given back",
    ])
    const changing = { ...owed, changing: true }
    expect(found(refunded((order) => Object.assign(order, changing)))).toEqual([])
  })

  it("accepts an outstanding amount from before the refund", () => {
    expect(found(refunded((order) => Object.assign(order, { outstanding: "5000" })))).toEqual([])
  })
})
