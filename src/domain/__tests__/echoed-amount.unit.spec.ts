import { compareEcho } from "../echoed-amount"
import { majorAmount } from "../money"

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
