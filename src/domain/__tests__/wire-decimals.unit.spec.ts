import { wireDecimals } from "../wire-decimals"

const options = { decimals: { COP: 0, PEN: 2, MXN: 2 } }

describe("decimals on the wire", () => {
  it("are those of the currency, whatever accounts the options still have", () => {
    expect(["COP", "PEN", "MXN"].map((code) => wireDecimals(options, code))).toEqual([0, 2, 2])
  })

  it("are never guessed: a currency that nothing is paid in is an error", () => {
    expect(() => wireDecimals(options, "USD")).toThrow()
  })
})
