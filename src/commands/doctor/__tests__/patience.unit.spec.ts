import { payInOptionsSchema } from "../../../domain/options/options"
import { Findings } from "../finding"
import { patienceFor } from "../patience"

const DAY_MS = 86_400_000

describe("the recommended option notKnown", () => {
  it.each([
    ["payIn", 60_000],
    ["payOut", 900_000],
  ] as const)("%s: stays at its default while lookups are quick", (kind, ms) => {
    expect(patienceFor(kind, ms)).toBeUndefined()
    expect(patienceFor(kind, ms + 1)).toBeDefined()
  })

  it("is four times the delay that was seen", () => {
    expect(patienceFor("payIn", 100_000)).toEqual({ payIn: { answers: 3, seconds: 400 } })
    expect(patienceFor("payOut", 1_000_000)).toEqual({ payOut: { answers: 5, seconds: 4000 } })
  })

  it.each(["payIn", "payOut"] as const)("%s: is valid at boot after a week's delay", (kind) => {
    const notKnown = patienceFor(kind, 7 * DAY_MS)
    expect(payInOptionsSchema.shape.notKnown.safeParse(notKnown).success).toBe(true)
  })

  it("holds the waits of pay-ins and of payouts when both are slow", () => {
    const findings = new Findings(() => undefined)
    const payIn = { answers: 3, seconds: 400 }
    const payOut = { answers: 5, seconds: 4000 }
    findings.add("looking up by reference", "differs", "", { notKnown: { payIn } })
    findings.add("looking up a payout", "differs", "", { notKnown: { payOut } })
    expect(findings.options()).toEqual({ notKnown: { payIn, payOut } })
  })
})
