import { ANOMALY_KINDS } from "../kinds"
import { isPauseAbove, isPausing, isUnsure, pauseOf } from "../pause"
import { majorAmount } from "../../money/amount"

const LIMITS = { COP: majorAmount("500000") }

function mismatch(ordered: string, paid: string | null, currency = "COP") {
  return {
    ...{ kind: "payout_amount_mismatch" as const, payout_id: "payout_1" },
    facts: {
      ...{ amount: ordered, currency: "COP", reference: "ref" },
      ...{ ordered: { amount: ordered, currency: "COP" }, paid: { amount: paid, currency } },
    },
  }
}

const UNNAMED = {
  ...{ kind: "unknown_status" as const, payout_id: "payout_1" },
  facts: { amount: "400000", currency: "COP", reason: "amount_not_understood" },
}

describe("an anomaly that pauses the payouts of an account", () => {
  it("tells of a payout that was paid with another amount, or with one that is not understood", () => {
    expect(isPausing(mismatch("1", "2"))).toBe(true)
    expect(isPausing(UNNAMED)).toBe(true)
    const others = ANOMALY_KINDS.filter((kind) => isPausing({ kind, facts: {} }))
    expect(others).toEqual([])
    const crossed = { ...UNNAMED, kind: "payout_amount_mismatch" as const }
    expect(isPausing(crossed)).toBe(false)
    expect(isPausing({ ...mismatch("1", "2"), kind: "payout_stuck" })).toBe(false)
  })

  it("is of one payout: what was ordered, and what was paid as far as it is known", () => {
    expect(pauseOf(mismatch("400000", "300000"))).toEqual({
      ordered: { amount: "400000", currency: "COP" },
      paid: { amount: "300000", currency: "COP" },
    })
    const unnamed = { ordered: { amount: "400000", currency: "COP" }, paid: null }
    expect(pauseOf(mismatch("400000", null))).toEqual(unnamed)
    expect(pauseOf(UNNAMED)).toEqual(unnamed)
    expect(pauseOf({ ...UNNAMED, payout_id: null })).toBeNull()
    const unsent = { reason: "more_than_approved", payout: { amount: "400000", currency: "COP" } }
    expect(pauseOf({ ...mismatch("1", "2"), facts: unsent })).toBeNull()
  })

  it.each([
    ["400000", "40000000", { unsure: true, above: true }],
    ["1000", "100000", { unsure: true, above: false }],
    ["400000", "4000", { unsure: true, above: false }],
    ["400000", null, { unsure: true, above: false }],
    ["400000", "390000", { unsure: false, above: false }],
    ["400000", "400001", { unsure: true, above: false }],
    ["4000", "398400", { unsure: true, above: false }],
    ["400000", "500001", { unsure: true, above: true }],
    ["500001", "400000", { unsure: false, above: true }],
  ])("of %s of which %s was paid needs two people so: %j", (ordered, paid, { unsure, above }) => {
    const pause = pauseOf(mismatch(ordered, paid))
    expect(pause && [isUnsure(pause), isPauseAbove(pause, LIMITS)]).toEqual([unsure, above])
  })

  it.each([
    ["400", "400"],
    ["400", "390"],
  ])("of %s pesos of which %s were paid in another currency needs two people", (ordered, paid) => {
    const pause = pauseOf(mismatch(ordered, paid, "USD"))
    expect(pause && isUnsure(pause)).toBe(true)
  })

  it("is above the limit in a currency without one", () => {
    const pause = pauseOf(mismatch("100", "99", "PEN"))
    expect(pause && isPauseAbove(pause, LIMITS)).toBe(true)
  })
})
