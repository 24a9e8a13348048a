import { compareEcho, isUnitDoubted } from "../echoed-amount"
import { majorAmount } from "../amount"

const ASKED = { amount: majorAmount("60000"), currency: "COP" }
const echo = (readings: string[], currency: string | null = "COP") => ({
  readings: readings.map(majorAmount),
  currency,
})

describe("the amount that the answer to a create repeats", () => {
  it.each([
    ["the asked one", echo(["60000"]), "fits", "60000"],
    ["the asked one without a currency", echo(["60000"], null), "fits", "60000"],
    ["the asked one, written as lookups are", echo(["600", "60000"]), "fits", "60000"],
    ["nothing", echo([], null), "absent", null],
    ["the asked currency alone", echo([]), "absent", null],
    ["a hundred times the asked one", echo(["6000000"]), "unit_suspected", "6000000"],
    ["ten times the asked one, no currency", echo(["600000"], null), "unit_suspected", "600000"],
    ["a thousandth of the asked one", echo(["60"]), "unit_suspected", "60"],
    ["a hundredth in either unit", echo(["600", "6"]), "unit_suspected", "600"],
    ["one peso more", echo(["60001"]), "differs", null],
    ["twice the asked one", echo(["120000"]), "differs", null],
    ["nothing to pay", echo(["0"]), "differs", null],
    ["less than nothing", echo(["-60000"]), "differs", null],
    ["the asked one in another currency", echo(["60000"], "PEN"), "differs", null],
    ["a hundredth in another currency", echo(["600"], "PEN"), "differs", null],
    ["another currency alone", echo([], "PEN"), "differs", null],
  ])("%s: %j is %s", (_what, said, outcome, amount) => {
    expect(compareEcho(ASKED, said)).toEqual({ outcome, amount })
  })
})

describe("a payout under way", () => {
  const named = (echoed: string | null, paid: string | null = null, paid_currency = "COP") => ({
    ...ASKED,
    echoed_amount: echoed === null ? null : majorAmount(echoed),
    paid_amount: paid === null ? null : majorAmount(paid),
    paid_currency: paid === null ? null : paid_currency,
  })

  it.each([
    ["nothing named", named(null), false],
    ["its amount repeated", named("60000"), false],
    ["a hundred times its amount repeated", named("6000000"), true],
    ["a hundredth repeated", named("600"), true],
    ["repeated so, looked up rightly", named("6000000", "60000"), false],
    ["repeated rightly, looked up a hundredfold", named("60000", "6000000"), true],
    ["repeated so, looked up as another amount", named("6000000", "75000"), false],
    ["repeated so, looked up in another currency", named("6000000", "60000", "PEN"), true],
    ["looked up a hundredfold in another currency", named(null, "6000000", "PEN"), false],
  ])("%s: the unit is doubted: %j", (_what, payout, doubted) => {
    expect(isUnitDoubted(payout, false)).toBe(doubted)
  })

  it("leaves no doubt by what the create repeats once one that was answered so was paid rightly", () => {
    expect(isUnitDoubted(named("6000000"), true)).toBe(false)
    expect(isUnitDoubted(named("60000", "6000000"), true)).toBe(true)
  })
})
