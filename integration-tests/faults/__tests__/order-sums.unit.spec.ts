import { orderSumViolations } from "../order-sums"

const order = (counted: string[], ...amounts: string[]) => ({
  orders: [{ id: "order_1", transactions: amounts.map((amount) => ({ amount })), counted }],
})

describe("what an order says was paid of it", () => {
  test.each([
    ["nothing", order(["0"])],
    ["a payment", order(["60000"], "60000")],
    ["a payment and a part that went back", order(["40000"], "60000", "-20000")],
    ["the same twice, where core wrote a version twice", order(["60000", "60000"], "60000")],
  ])("is well when it is %s", (_, books) => {
    expect(orderSumViolations(books)).toEqual([])
  })

  test.each([
    ["a payment is missing in it", order(["0"], "60000")],
    ["a refund is missing in it", order(["60000"], "60000", "-20000")],
    ["it holds what is not there", order(["60000"])],
    ["one of two misses a payment", order(["60000", "0"], "60000")],
  ])("is found when %s", (_, books) => {
    expect(orderSumViolations(books).map(({ invariant }) => invariant)).toEqual([
      "an order counts all its payments",
    ])
  })
})
