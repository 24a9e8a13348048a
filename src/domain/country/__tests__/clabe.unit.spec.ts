import { isClabe } from "../clabe"

// Example numbers of the format's public description: banks 032 and 002.
const VALID = ["032180000118359719", "002010077777777771"]

describe("a CLABE", () => {
  it.each(VALID)("%s has a check digit that fits", (text) => {
    expect(isClabe(text)).toBe(true)
  })

  it.each(VALID)("%s is none with any other digit in any one place", (text) => {
    for (let place = 0; place < 18; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const other = text.slice(0, place) + String(digit) + text.slice(place + 1)
        expect([other, isClabe(other)]).toEqual([other, other === text])
      }
    }
  })

  it.each([
    "",
    "03218000011835971",
    "0321800001183597190",
    "03218000011835971a",
    "٠٣٢١٨٠٠٠٠١١٨٣٥٩٧١٩",
  ])("is not %j", (text) => {
    expect(isClabe(text)).toBe(false)
  })
})
