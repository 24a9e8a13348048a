import { majorAmount } from "../money"
import { sendable, wireDecimals } from "../wire-decimals"

const options = { decimals: { COP: 0, PEN: 2, MXN: 2 } }

describe("decimals on the wire", () => {
  it("are those of the currency, whatever accounts the options still have", () => {
    expect(["COP", "PEN", "MXN"].map((code) => wireDecimals(options, code))).toEqual([0, 2, 2])
  })

  it("are never guessed: a currency that nothing is paid in is an error", () => {
    expect(() => wireDecimals(options, "USD")).toThrow()
  })
})

describe("what of an amount can be sent", () => {
  it.each([
    ["COP", "29666.76", "29666"],
    ["PEN", "29666.769", "29666.76"],
    ["COP", "0.76", "0"],
    ["USD", "0.769", "0.769"],
  ])("of %s %s: %s", (currency, amount, sent) => {
    expect(sendable(options, currency, majorAmount(amount))).toBe(sent)
  })
})
