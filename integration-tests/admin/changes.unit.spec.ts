import { decisionSums, toldAs } from "../../src/admin/anomalies/money"
import { changedText, placeText } from "../../src/admin/beneficiaries/changed"
import { formatFor } from "../../src/admin/format/format"
import { changedTerms } from "../../src/admin/rules/changed"
import type { TextKey } from "../../src/admin/text/key"

const say = (key: TextKey, values = {}) => [key, ...Object.values(values)].join(" ")
const told = { say, locale: "en" }
const terms = { percent: 70, trigger: "delivery.created", tax: false } as const

describe("what a second person is told of a changed rule", () => {
  it("is each term that differs from what was confirmed, before and now", () => {
    const raised = { ...terms, percent: 80, tax: true, confirmed: terms }
    expect(changedTerms(raised, told)).toEqual(["70% → 80%", "rules.withoutTax → rules.withTax"])
    const later = { ...terms, trigger: "shipment.created", confirmed: terms } as const
    expect(changedTerms(later, told)).toEqual(["rules.on.delivered → rules.on.sent"])
  })

  it("is that it is new, or the same again", () => {
    expect(changedTerms({ ...terms, confirmed: null }, told)).toEqual(["rules.isNew"])
    expect(changedTerms({ ...terms, confirmed: terms }, told)).toEqual(["rules.isSame"])
  })
})

describe("what a second person is told of a changed beneficiary", () => {
  it("names who it was and all that changed, also where both accounts look the same", () => {
    const place = { bank: "NEQUI", account_last_four: "4321", payment_method: "BREB" }
    expect(placeText({ name: "Taller", ...place }, (name) => name.toLowerCase())).toBe(
      "Taller · NEQUI ••••4321 · breb"
    )
    expect(changedText(["account_number", "name", "stock_location_id"], say)).toBe(
      "beneficiaries.changed fault.field.account_number, fault.field.name, fault.field.stock_location_id"
    )
    expect(changedText([], say)).toBeNull()
  })
})

describe("the decision that a card was captured", () => {
  it("is told as one that books nothing once the money is captured", () => {
    expect(toldAs({ facts: { status: "captured" } }, "captured")).toBe("stillCaptured")
    expect(toldAs({ facts: { status: "authorized" } }, "captured")).toBe("captured")
    expect(toldAs({ facts: { status: "captured" } }, "ignore")).toBe("ignore")
  })
})

describe("the decision to ignore", () => {
  it("is told as one that lets payouts leave, where a payout of another amount keeps them", () => {
    const kind = "payout_amount_mismatch"
    const paid = { amount: "4000000", currency: "COP" }
    expect(toldAs({ kind, facts: { paid } }, "ignore")).toBe("endsPause")
    expect(toldAs({ kind, facts: { payout: paid } }, "ignore")).toBe("ignore")
    const unnamed = { kind: "unknown_status", facts: { reason: "amount_not_understood" } } as const
    expect(toldAs({ ...unnamed, payout_id: "payout_1" }, "ignore")).toBe("endsPause")
    expect(toldAs({ ...unnamed, payout_id: null }, "ignore")).toBe("ignore")
  })
})

describe("the decision to accept", () => {
  const anomaly = (arrived: string, currency = "COP") => ({
    facts: { asked: { amount: "9000", currency: "COP" }, arrived: { amount: arrived, currency } },
  })

  it("is told with the refund of the rest where more arrived than was asked", () => {
    expect(toldAs(anomaly("10000"), "accept")).toBe("acceptMore")
    const { amount, asked } = decisionSums(anomaly("10000"), formatFor("en"))
    expect([amount, asked].map((text) => text.replace(/\s/g, " "))).toEqual([
      ...["COP 10,000", "COP 9,000"],
    ])
  })

  it.each([
    ["of less", anomaly("8000"), "accept"],
    ["of the same", anomaly("9000.00"), "accept"],
    ["of another currency", anomaly("10000", "PEN"), "accept"],
    ["without what was asked", { facts: {} }, "accept"],
    ["and a refund", anomaly("10000"), "refund"],
  ])("is told as it is %s", (_what, one, action) => {
    expect(toldAs(one, action)).toBe(action)
  })
})
