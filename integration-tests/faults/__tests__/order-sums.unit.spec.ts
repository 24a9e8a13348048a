import { orderSumViolations } from "../order-sums"

const order = (counted: string[], ...amounts: string[]) => ({
  orders: [{ id: "order_1", transactions: amounts.map((amount) => ({ amount })), counted }],
})

describe("the paid total of an order", () => {
  test.each([
    ["nothing", order(["0"])],
    ["a payment", order(["60000"], "60000")],
    ["a payment and a partial refund", order(["40000"], "60000", "-20000")],
    ["the same twice, where Medusa wrote a version twice", order(["60000", "60000"], "60000")],
  ])("is accepted when it counts %s", (_, books) => {
    expect(orderSumViolations(books)).toEqual([])
  })

  test.each([
    ["it misses a payment", order(["0"], "60000")],
    ["it misses a refund", order(["60000"], "60000", "-20000")],
    ["it counts a payment that does not exist", order(["60000"])],
    ["one of two versions misses a payment", order(["60000", "0"], "60000")],
  ])("is reported when %s", (_, books) => {
    expect(orderSumViolations(books).map(({ invariant }) => invariant)).toEqual([
      "an order counts all its payments",
    ])
  })
})
