import { majorAmount } from "../amount"
import { sendable, wireDecimals } from "../wire-decimals"

const options = { decimals: { COP: 0, PEN: 2, MXN: 2 } }

describe("decimals on the wire", () => {
  it("are those of the currency, also without an account in it", () => {
    expect(["COP", "PEN", "MXN"].map((code) => wireDecimals(options, code))).toEqual([0, 2, 2])
  })

  it("are never guessed: an unknown currency is an error", () => {
    expect(() => wireDecimals(options, "USD")).toThrow()
  })
})

describe("the sendable part of an amount", () => {
  it.each([
    ["COP", "29666.76", "29666"],
    ["PEN", "29666.769", "29666.76"],
    ["COP", "0.76", "0"],
    ["USD", "0.769", "0.769"],
  ])("of %s %s is %s", (currency, amount, sent) => {
    expect(sendable(options, currency, majorAmount(amount))).toBe(sent)
  })
})
