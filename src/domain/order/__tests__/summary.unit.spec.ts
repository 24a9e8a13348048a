import { majorAmount } from "../../money/amount"
import { countedAnew } from "../summary"

const sums = (transaction: number, paid: number, refunded: number, pending: number) => ({
  transaction_total: majorAmount(transaction),
  paid_total: majorAmount(paid),
  refunded_total: majorAmount(refunded),
  pending_difference: majorAmount(pending),
})
const amounts = (...numbers: number[]) => numbers.map((one) => ({ amount: majorAmount(one) }))

describe("the payment sums of an order", () => {
  it.each([
    ["no payment", sums(0, 0, 0, 100), amounts()],
    ["a payment", sums(100, 100, 0, 0), amounts(100)],
    ["a payment and its refund", sums(0, 100, 100, 100), amounts(100, -100)],
  ])("stay unchanged when they already show %s", (_, kept, transactions) => {
    expect(countedAnew(kept, transactions)).toBeNull()
  })

  it.each([
    ["a payment", sums(0, 0, 0, 100.55), amounts(100.55), sums(100.55, 100.55, 0, 0)],
    ["the second of two", sums(40, 40, 0, 60), amounts(40, 70), sums(110, 110, 0, -10)],
    ["a refund", sums(100, 100, 0, 0), amounts(100, -30.5), sums(69.5, 100, 30.5, 30.5)],
  ])(
    "are recomputed for %s that was not counted, with what the order then owes",
    (_, kept, transactions, right) => {
      expect(countedAnew(kept, transactions)).toEqual(right)
    }
  )

  it("show a payment that is gone as owed again", () => {
    expect(countedAnew(sums(100, 100, 0, 0), amounts())).toEqual(sums(0, 0, 0, 100))
  })
})
