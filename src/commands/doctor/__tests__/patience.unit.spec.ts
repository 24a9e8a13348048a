import { payInOptionsSchema } from "../../../domain/options"
import { Findings } from "../finding"
import { patienceFor } from "../patience"

const DAY_MS = 86_400_000

describe("how long the plugin waits before it believes that nothing was made", () => {
  it.each([
    ["payIn", 60_000],
    ["payOut", 900_000],
  ] as const)("%s: stays as it is while a lookup is quick", (kind, ms) => {
    expect(patienceFor(kind, ms)).toBeUndefined()
    expect(patienceFor(kind, ms + 1)).toBeDefined()
  })

  it("is four times what was seen", () => {
    expect(patienceFor("payIn", 100_000)).toEqual({ payIn: { answers: 3, seconds: 400 } })
    expect(patienceFor("payOut", 1_000_000)).toEqual({ payOut: { answers: 5, seconds: 4000 } })
  })

  it.each(["payIn", "payOut"] as const)("%s: is taken at boot however long it was", (kind) => {
    const notKnown = patienceFor(kind, 7 * DAY_MS)
    expect(payInOptionsSchema.shape.notKnown.safeParse(notKnown).success).toBe(true)
  })

  it("is kept of pay-ins and of payouts when both are slow", () => {
    const findings = new Findings(() => undefined)
    const payIn = { answers: 3, seconds: 400 }
    const payOut = { answers: 5, seconds: 4000 }
    findings.add("looking up by reference", "differs", "", { notKnown: { payIn } })
    findings.add("looking up a payout", "differs", "", { notKnown: { payOut } })
    expect(findings.options()).toEqual({ notKnown: { payIn, payOut } })
  })
})
