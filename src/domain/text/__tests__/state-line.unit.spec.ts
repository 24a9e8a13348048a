import { stateLine } from "../state-line"

describe("the log line of a state change", () => {
  it("has the subject, then the same keys in the same order, with a dash for a missing value", () => {
    const line = stateLine("payin.transaction", { id: "payin_1", to: "approved", order: null })
    expect(line).toBe("payin.transaction id=payin_1 to=approved order=-")
    expect(stateLine("payin.transaction", { id: "payin_2", to: "pending", order: "o_1" })).toBe(
      "payin.transaction id=payin_2 to=pending order=o_1"
    )
  })
})
