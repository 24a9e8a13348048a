import { ANOMALY_KINDS, type AnomalyKind } from "../anomaly"
import {
  actionsFor,
  ANOMALY_ACTIONS,
  isFirstToRead,
  toldTaken,
  UNBOOKED_KINDS,
} from "../anomaly-resolution"
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

  it.each([
    ["status_changed_after_final", "released"],
    ["status_changed_after_final", "declined"],
    ["status_changed_after_final", "error"],
    ["amount_mismatch", "authorized"],
    ["amount_mismatch", "capture_unknown"],
  ] as const)(
    "%s of a card that is %s: whoever asked the service says that it was taken",
    (kind, status) => {
      const told = { said: "transaction.captured", shown: { amount: "25000" } }
      expect(actionsFor(kind, null, { status, facts: told })).toEqual(["captured", "ignore"])
      expect(toldTaken(told)).toEqual({ amount: "25000" })
      const held = { said: "transaction.authorized", shown: { amount: "25000" } }
      expect(actionsFor(kind, null, { status, facts: held })).toEqual(CLOSE)
      expect(toldTaken(held)).toBeNull()
    }
  )

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
      "captured_without_order",
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

describe("of words that contradict a card", () => {
  const taken = { said: "transaction.captured", shown: { amount: "25000" } }
  const back = { said: "transaction.declined", shown: { amount: "25000" } }

  it.each([
    ["status_changed_after_final", "declined"],
    ["status_changed_after_final", "released"],
    ["status_changed_after_final", "authorized"],
    ["amount_mismatch", "authorized"],
    ["amount_mismatch", "captured"],
    ["currency_mismatch", "captured"],
  ] as const)("%s of one that is %s: that money was taken is read first", (kind, status) => {
    expect(isFirstToRead(kind, { status }, taken)).toBe(true)
    expect(isFirstToRead(kind, { status }, back)).toBe(false)
  })

  it("that money which is taken went back is read first", () => {
    const card = { status: "captured" } as const
    expect(isFirstToRead("status_changed_after_final", card, back)).toBe(true)
    expect(isFirstToRead("status_changed_after_final", card, taken)).toBe(false)
  })
})
