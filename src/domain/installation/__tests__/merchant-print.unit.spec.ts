import { isOfMerchant, isSameMerchant, merchantPrint } from "../merchant-print"

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

  it("says whether something was sent to the merchant that is asked now, where that can be said", () => {
    const prints = new Map([["co", print("shop")]])
    const asked = (account: string, sent_to: string | null) =>
      isOfMerchant({ account, sent_to }, prints)
    expect(asked("co", print("shop"))).toBe(true)
    expect(asked("co", print("other"))).toBe(false)
    expect(asked("co", null)).toBe(true)
    expect(asked("gone", print("other"))).toBe(true)
  })

  it("shows neither user name nor merchantId", () => {
    expect(print("shop-username", "merchant-1")).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16}$/)
  })
})
