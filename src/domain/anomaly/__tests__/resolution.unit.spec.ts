import { ANOMALY_KINDS, type AnomalyKind } from "../kinds"
import {
  actionsFor,
  ANOMALY_ACTIONS,
  isFirstToRead,
  toldTaken,
  UNALLOCATED_KINDS,
} from "../resolution"
import { majorAmount } from "../../money/amount"
import { isFinal, mayAdopt, PAYIN_STATUSES } from "../../payin/state"

const PAID = { status: "approved", approved_amount: majorAmount("50000") } as const
const ALL = ["accept", "refund", "ignore"]
const BACK = ["refund", "ignore"]
const CLOSE = ["ignore"]

describe("the operator's actions on an anomaly", () => {
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
    ["order_refund_unknown", CLOSE],
    ["webhook_unmatched", CLOSE],
  ])("for %s of an approved pay-in are %j", (kind, actions) => {
    expect(actionsFor(kind, PAID)).toEqual(actions)
  })

  it.each([
    ["card_unknown", "unknown", ["authorized", "declined", "released", "ignore"]],
    ["card_unknown", "capture_unknown", ["captured", "authorized", "ignore"]],
    ["card_unknown", "captured", CLOSE],
    ["hold_not_released", "authorized", ["released", "ignore"]],
    ["hold_not_released", "released", CLOSE],
    ["status_changed_after_final", "captured", ["captured", "ignore"]],
    ["amount_mismatch", "captured", ["captured", "ignore"]],
    ["currency_mismatch", "captured", ["captured", "ignore"]],
    ["unknown_status", "captured", ["captured", "ignore"]],
    ["unknown_status", "authorized", CLOSE],
  ] as const)("for %s of a card payment with status %s are %j", (kind, status, actions) => {
    expect(actionsFor(kind, null, { status })).toEqual(actions)
  })

  it.each([
    ["status_changed_after_final", "creating"],
    ["status_changed_after_final", "unknown"],
    ["status_changed_after_final", "authorized"],
    ["status_changed_after_final", "capture_unknown"],
    ["status_changed_after_final", "released"],
    ["status_changed_after_final", "declined"],
    ["status_changed_after_final", "error"],
    ["unknown_status", "authorized"],
    ["unknown_status", "released"],
    ["amount_mismatch", "unknown"],
    ["amount_mismatch", "authorized"],
    ["amount_mismatch", "capture_unknown"],
    ["amount_mismatch", "released"],
    ["amount_mismatch", "declined"],
    ["amount_mismatch", "error"],
  ] as const)(
    "for %s of a card payment with status %s include captured only when a capture was reported",
    (kind, status) => {
      const told = { said: "transaction.captured", shown: { amount: "25000" } }
      expect(actionsFor(kind, null, { status, facts: told })).toEqual(["captured", "ignore"])
      expect(toldTaken(told)).toEqual({ amount: "25000", currency: null })
      const held = { said: "transaction.authorized", shown: { amount: "25000" } }
      expect(actionsFor(kind, null, { status, facts: held })).toEqual(CLOSE)
      expect(toldTaken(held)).toBeNull()
      expect(toldTaken({ ...held, shown: { ...held.shown, kind: "capture" } })).not.toBeNull()
    }
  )

  it.each(ANOMALY_KINDS)(
    "for %s are limited to ignore when the pay-in is missing or received no money",
    (kind) => {
      const nothing = { status: "approved", approved_amount: null } as const
      const zero = { status: "approved", approved_amount: majorAmount("0") } as const
      for (const payIn of [null, nothing, zero]) {
        expect(actionsFor(kind, payIn)).toEqual(CLOSE)
      }
      expect(ANOMALY_ACTIONS).toEqual(expect.arrayContaining([...actionsFor(kind, PAID)]))
    }
  )

  it.each(PAYIN_STATUSES)("accept a late approval only of a pay-in ended unpaid: %s", (status) => {
    const ended = ["rejected", "expired", "failed"].includes(status)
    const row = { status, approved_amount: null }
    expect(actionsFor("status_changed_after_final", row)).toEqual(ended ? ALL : CLOSE)
  })

  it("treat exactly eight kinds as unallocated money", () => {
    const unbooked = ANOMALY_KINDS.filter((kind) => UNALLOCATED_KINDS.includes(kind))
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

describe("the adoption of a late status report", () => {
  it("is allowed only for an approval of a pay-in that ended without one", () => {
    for (const from of PAYIN_STATUSES) {
      for (const said of PAYIN_STATUSES) {
        const adopts = said === "approved" && isFinal(from) && from !== "approved"
        expect([from, said, mayAdopt(from, said)]).toEqual([from, said, adopts])
      }
    }
  })
})

describe("a report that contradicts a card payment", () => {
  const taken = { said: "transaction.captured", shown: { amount: "25000" } }
  const back = { said: "transaction.declined", shown: { amount: "25000" } }

  it.each([
    ["status_changed_after_final", "declined"],
    ["status_changed_after_final", "released"],
    ["status_changed_after_final", "authorized"],
    ["amount_mismatch", "authorized"],
    ["amount_mismatch", "captured"],
    ["currency_mismatch", "captured"],
  ] as const)("of a capture is read first: %s with status %s", (kind, status) => {
    expect(isFirstToRead(kind, { status }, taken)).toBe(true)
    expect(isFirstToRead(kind, { status }, back)).toBe(false)
  })

  it("of a refund is read first when the money is captured", () => {
    const card = { status: "captured" } as const
    expect(isFirstToRead("status_changed_after_final", card, back)).toBe(true)
    expect(isFirstToRead("status_changed_after_final", card, taken)).toBe(false)
  })
})
