import { redactAddress } from "../hide-secrets"

const KEY = "b7bfd9b6ba1baabdd9e8b9f3accef807"

describe("an address in the log of requests", () => {
  it.each(["pin_01", "#", "?", "%23", "", "a b", "pin_01#?"])(
    "shows no key of a notification behind the reference %j",
    (reference) => {
      const shown = redactAddress(`/hooks/payin/ipn/${reference}/${KEY}?again=${KEY}`)
      expect(shown).toBe(`/hooks/payin/ipn/${reference}/[redacted]`)
    }
  )

  it.each(["refund", "pay"])("shows no token of a page below /payin/%s", (page) => {
    const shown = redactAddress(`/payin/${page}/${KEY}?again=${KEY}`)
    expect(shown).toBe(`/payin/${page}/[redacted]`)
  })

  it("is unchanged on other routes", () => {
    const address = "/store/payin/methods?country_code=co"
    expect(redactAddress(address)).toBe(address)
  })
})
