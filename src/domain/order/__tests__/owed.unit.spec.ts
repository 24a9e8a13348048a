import { majorAmount } from "../../money/amount"
import { owedBy, type NothingOwed } from "../owed"

const money = (status: string, pending: number | string, paid = 0, counted = paid) => ({
  status,
  pending_difference: majorAmount(pending),
  paid_total: majorAmount(paid),
  transaction_total: majorAmount(counted),
})

describe("what an order owes", () => {
  it.each<[string, ReturnType<typeof money>, string, NothingOwed | null]>([
    ["all of a placed order", money("pending", 60_000), "60000", null],
    ["all of a draft", money("draft", 48_000), "48000", null],
    ["the rest of a partly paid order", money("pending", 48_000, 60_000), "48000", null],
    ["a fraction of a cent", money("pending", "0.005", 10), "0.005", null],
    ["the rest of a completed order", money("completed", 9_000, 60_000), "9000", null],
    ["nothing of a paid order", money("pending", 0, 60_000), "0", "nothing_owed"],
    [
      "nothing of an order paid too much",
      money("pending", -48_000, 60_000),
      "-48000",
      "nothing_owed",
    ],
    ["nothing of a canceled order", money("canceled", 60_000), "60000", "order_canceled"],
    ["nothing of a canceled paid order", money("canceled", 0, 60_000, 0), "0", "order_canceled"],
  ])("is %s", (_, order, outstanding, nothing) => {
    expect(owedBy(order)).toMatchObject({ outstanding, nothing })
  })

  it("keeps what was paid apart from what was refunded of it", () => {
    expect(owedBy(money("pending", 20_000, 60_000, 40_000))).toMatchObject({
      paid: "60000",
      counted: "40000",
    })
  })
})
