import { majorAmount } from "../money"
import { decisionAfterFailedHold, type UnpaidOrder } from "../failed-hold-order"

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
    expect(decisionAfterFailedHold(order())).toBe("free")
  })

  it("is gone when it was canceled, whatever else is true of it", () => {
    const all = { fulfillments: 1, is_being_collected: true, outstanding: majorAmount(0) }
    expect(decisionAfterFailedHold(order({ ...all, status: "canceled" }))).toBe("gone")
  })

  it("is never canceled once goods left or money came", () => {
    expect(decisionAfterFailedHold(order({ fulfillments: 1 }))).toBe("kept")
    expect(decisionAfterFailedHold(order({ paid: majorAmount("0.01") }))).toBe("kept")
    expect(decisionAfterFailedHold(order({ status: "completed" }))).toBe("kept")
  })

  it("is not charged while somebody collects it, and not at all once it owes nothing", () => {
    const packed = { fulfillments: 1, is_being_collected: true }
    expect(decisionAfterFailedHold(order(packed))).toBe("collecting")
    expect(decisionAfterFailedHold(order({ ...packed, outstanding: majorAmount(0) }))).toBe("paid")
    expect(decisionAfterFailedHold(order({ outstanding: majorAmount(-5) }))).toBe("paid")
  })
})
