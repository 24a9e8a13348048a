import { isSameMerchant, merchantPrint } from "../merchant-print"

const print = (username: string, merchantId: string | null = null) =>
  merchantPrint({ username, merchantId })

describe("the fingerprint of a merchant", () => {
  it.each([
    ["the same credentials", print("shop"), print("shop"), true],
    ["the same merchantId too", print("shop", "m1"), print("shop", "m1"), true],
    ["a merchantId that came later", print("shop"), print("shop", "m1"), true],
    ["a merchantId that was taken out", print("shop", "m1"), print("shop"), true],
    ["another merchantId", print("shop", "m1"), print("shop", "m2"), false],
    ["another user name", print("shop"), print("other"), false],
    [
      "another user name with the same merchantId",
      print("shop", "m1"),
      print("other", "m1"),
      false,
    ],
  ])("with %s", (_what, one, other, same) => {
    expect(isSameMerchant(one, other)).toBe(same)
  })

  it("shows neither user name nor merchantId", () => {
    expect(print("shop-username", "merchant-1")).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16}$/)
  })
})
