import { majorAmount } from "../money"
import { orderDecision, type UnpaidOrder } from "../unpaid-order"

function order(more: Partial<UnpaidOrder> = {}): UnpaidOrder {
  return {
    status: "pending",
    paid: majorAmount(0),
    outstanding: majorAmount(60_000),
    fulfillments: 0,
    is_being_collected: false,
    ...more,
  }
}

describe("an order of a renewal that its card did not pay", () => {
  it("is freed when nobody needs it", () => {
    expect(orderDecision(order())).toBe("free")
  })

  it("is gone when it was canceled, whatever else is true of it", () => {
    const all = { fulfillments: 1, is_being_collected: true, outstanding: majorAmount(0) }
    expect(orderDecision(order({ ...all, status: "canceled" }))).toBe("gone")
  })

  it("is never canceled once goods left or money came", () => {
    expect(orderDecision(order({ fulfillments: 1 }))).toBe("kept")
    expect(orderDecision(order({ paid: majorAmount("0.01") }))).toBe("kept")
    expect(orderDecision(order({ status: "completed" }))).toBe("kept")
  })

  it("is not charged while somebody collects it, and not at all once it owes nothing", () => {
    const packed = { fulfillments: 1, is_being_collected: true }
    expect(orderDecision(order(packed))).toBe("collecting")
    expect(orderDecision(order({ ...packed, outstanding: majorAmount(0) }))).toBe("paid")
    expect(orderDecision(order({ outstanding: majorAmount(-5) }))).toBe("paid")
  })
})
