import { ANOMALY_KINDS, type AnomalyKind } from "../anomaly"
import { actionsFor, ANOMALY_ACTIONS, UNBOOKED_KINDS } from "../anomaly-resolution"
import { majorAmount } from "../money"
import { isFinal, mayAdopt, PAYIN_STATUSES } from "../payin-state"

const PAID = { status: "approved", approved_amount: majorAmount("50000") } as const
const ALL = ["accept", "refund", "ignore"]
const BACK = ["refund", "ignore"]
const CLOSE = ["ignore"]

describe("what an operator can do about an anomaly", () => {
  it.each<[AnomalyKind, string[]]>([
    ["amount_mismatch", ALL],
    ["currency_mismatch", BACK],
    ["paid_after_replaced", ALL],
    ["paid_after_canceled", BACK],
    ["paid_without_order", ALL],
    ["duplicate_payment", BACK],
    ["status_changed_after_final", CLOSE],
    ["unknown_status", CLOSE],
    ["settled_incompletely", ALL],
    ["orphan_order", CLOSE],
    ["refund_without_payout", BACK],
    ["payout_unknown", CLOSE],
    ["payout_amount_mismatch", CLOSE],
    ["payout_for_canceled_fulfillment", CLOSE],
    ["card_unknown", CLOSE],
    ["captured_without_order", ALL],
    ["hold_not_released", CLOSE],
  ])("%s of money that arrived: %j", (kind, actions) => {
    expect(actionsFor(kind, PAID)).toEqual(actions)
  })

  it.each([
    ["card_unknown", "unknown", ["authorized", "declined", "ignore"]],
    ["card_unknown", "capture_unknown", ["captured", "authorized", "ignore"]],
    ["card_unknown", "captured", CLOSE],
    ["hold_not_released", "authorized", ["released", "ignore"]],
    ["hold_not_released", "released", CLOSE],
    ["status_changed_after_final", "captured", CLOSE],
  ] as const)("%s of a card that is %s: %j", (kind, status, actions) => {
    expect(actionsFor(kind, null, { status })).toEqual(actions)
  })

  it.each(ANOMALY_KINDS)(
    "%s can always be closed, and moves no money that is not there",
    (kind) => {
      const nothing = { status: "approved", approved_amount: null } as const
      const zero = { status: "approved", approved_amount: majorAmount("0") } as const
      for (const payIn of [null, nothing, zero]) {
        expect(actionsFor(kind, payIn)).toEqual(CLOSE)
      }
      expect(ANOMALY_ACTIONS).toEqual(expect.arrayContaining([...actionsFor(kind, PAID)]))
    }
  )

  it.each(PAYIN_STATUSES)("adopts a late approval only of an end without money: %s", (status) => {
    const ended = ["rejected", "expired", "failed"].includes(status)
    const row = { status, approved_amount: null }
    expect(actionsFor("status_changed_after_final", row)).toEqual(ended ? ALL : CLOSE)
  })

  it("decides on all of the money where Medusa shows none of it", () => {
    const unbooked = ANOMALY_KINDS.filter((kind) => UNBOOKED_KINDS.includes(kind))
    expect(unbooked).toEqual([
      "amount_mismatch",
      "currency_mismatch",
      "paid_after_replaced",
      "paid_after_canceled",
      "paid_without_order",
      "duplicate_payment",
      "settled_incompletely",
    ])
  })
})

describe("the adoption of an end", () => {
  it("takes an approval and nothing else, and never an approved pay-in", () => {
    for (const from of PAYIN_STATUSES) {
      for (const said of PAYIN_STATUSES) {
        const adopts = said === "approved" && isFinal(from) && from !== "approved"
        expect([from, said, mayAdopt(from, said)]).toEqual([from, said, adopts])
      }
    }
  })
})
