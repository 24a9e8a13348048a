import { majorAmount } from "../../money/amount"
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

describe("an order of a renewal whose card hold failed", () => {
  it("is free to be canceled when it is unpaid, unfulfilled and not being collected", () => {
    expect(decisionAfterFailedHold(order())).toBe("free")
  })

  it("is gone when it was canceled, also with fulfillments or a collection", () => {
    const all = { fulfillments: 1, is_being_collected: true, outstanding: majorAmount(0) }
    expect(decisionAfterFailedHold(order({ ...all, status: "canceled" }))).toBe("gone")
  })

  it("is kept once it was fulfilled, paid in part or completed", () => {
    expect(decisionAfterFailedHold(order({ fulfillments: 1 }))).toBe("kept")
    expect(decisionAfterFailedHold(order({ paid: majorAmount("0.01") }))).toBe("kept")
    expect(decisionAfterFailedHold(order({ status: "completed" }))).toBe("kept")
  })

  it("is not charged while it is collected by other means, and counts as paid once it owes nothing", () => {
    const packed = { fulfillments: 1, is_being_collected: true }
    expect(decisionAfterFailedHold(order(packed))).toBe("collecting")
    expect(decisionAfterFailedHold(order({ ...packed, outstanding: majorAmount(0) }))).toBe("paid")
    expect(decisionAfterFailedHold(order({ outstanding: majorAmount(-5) }))).toBe("paid")
  })
})
