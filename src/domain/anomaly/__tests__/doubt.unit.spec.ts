import { ANOMALY_KINDS } from "../kinds"
import { doubtingKinds, isDoubting } from "../doubt"

describe("the money of a payment", () => {
  it("is held back by the kinds that say that it is not as booked, and by no other", () => {
    expect(ANOMALY_KINDS.filter(isDoubting)).toEqual([
      ...["amount_mismatch", "currency_mismatch"],
      ...["status_changed_after_final", "unknown_status"],
    ])
    expect(doubtingKinds({ accepted: false })).toEqual(ANOMALY_KINDS.filter(isDoubting))
  })

  it("is not held back by the question who gets an excess, once its amount is accepted", () => {
    expect(doubtingKinds({ accepted: true })).toEqual([
      ...["currency_mismatch", "status_changed_after_final", "unknown_status"],
    ])
  })
})
