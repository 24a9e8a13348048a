import { ANOMALY_KINDS, describeAnomaly } from "../kinds"

describe("an anomaly", () => {
  it("is one of the known kinds, and each kind is listed once", () => {
    expect(ANOMALY_KINDS).toEqual([
      "amount_mismatch",
      "currency_mismatch",
      "paid_after_replaced",
      "paid_after_canceled",
      "paid_without_order",
      "duplicate_payment",
      "status_changed_after_final",
      "unknown_status",
      "settled_incompletely",
      "orphan_order",
      "refund_without_payout",
      "payout_unknown",
      "payout_stuck",
      "payout_amount_mismatch",
      "payout_for_canceled_fulfillment",
      "card_unknown",
      "captured_without_order",
      "hold_not_released",
      "order_refund_unknown",
      "webhook_unmatched",
    ])
  })

  it.each(ANOMALY_KINDS)("%s has a plain description for operators in both languages", (kind) => {
    const { es, en } = describeAnomaly(kind)
    for (const text of [es, en]) {
      expect(text).not.toMatch(/_/)
      expect(text).toMatch(/^\p{Lu}.{30,}\.$/u)
    }
    expect(es).not.toBe(en)
  })
})
