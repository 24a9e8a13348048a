import { returnAddress } from "../return-address"

const ids = { country: "PE", session_id: "payses_1", cart_id: "cart_1" }

describe("the page to which a shopper returns", () => {
  it.each([
    ["https://shop.example/back", "https://shop.example/back?session_id=payses_1"],
    [
      "https://shop.example/back/?a=1#top",
      "https://shop.example/back/?a=1&session_id=payses_1#top",
    ],
    ["https://shop.example/{country}/back", "https://shop.example/pe/back?session_id=payses_1"],
    ["https://{country}.shop.example/back", "https://pe.shop.example/back?session_id=payses_1"],
    ["https://shop.example/r/{session_id}", "https://shop.example/r/payses_1"],
    [
      "https://shop.example/back?cart={cart_id}",
      "https://shop.example/back?cart=cart_1&session_id=payses_1",
    ],
    [
      "https://shop.example/back?cart_id={cart_id}&session_id={session_id}",
      "https://shop.example/back?cart_id=cart_1&session_id=payses_1",
    ],
    ["https://shop.example/#/{country}/{session_id}", "https://shop.example/#/pe/payses_1"],
  ])(
    "gets the ids that %s names, the session's anyway, and never the cart's by itself",
    (page, address) => {
      expect(returnAddress(page, ids)).toBe(address)
    }
  )

  it("gets an empty cart where there is none", () => {
    const page = "https://shop.example/back?cart={cart_id}"
    const address = "https://shop.example/back?cart=&session_id=payses_1"
    expect(returnAddress(page, { ...ids, cart_id: null })).toBe(address)
  })

  it("keeps an id inside its place", () => {
    const page = "https://shop.example/{session_id}/back"
    const address = "https://shop.example/a%2F%3F%26/back"
    expect(returnAddress(page, { ...ids, session_id: "a/?&" })).toBe(address)
  })
})
