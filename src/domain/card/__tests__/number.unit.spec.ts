import { holdsCardNumber, looksLikeCardNumber } from "../number"
import { DISGUISED_CARDS } from "../../__tests__/support/disguised-cards"

const VISA = "4111111111111111"
const groups = (between: string) => VISA.match(/.{4}/g)?.join(between) ?? ""
const inDigitsFrom = (zero: number) =>
  Array.from(VISA)
    .map((digit) => String.fromCodePoint(zero + Number(digit)))
    .join("")

/** The text with another last digit, so that its digits pass the check of a card number. */
function withCheckDigit(text: string): string {
  for (let last = 0; last < 10; last += 1) {
    const changed = text.replace(/\d$/, String(last))
    const digits = changed.replace(/\D/g, "")
    const sum = Array.from(digits)
      .reverse()
      .map((digit, index) => (index % 2 === 0 ? Number(digit) : Number(digit) * 2))
      .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
    if (sum % 10 === 0) return changed
  }
  return text
}

describe("a card number", () => {
  it.each(DISGUISED_CARDS)("is found %s", (_how, text) => {
    expect(holdsCardNumber(text)).toBe(true)
    expect(holdsCardNumber(`x${text}x`)).toBe(true)
  })

  it.each([
    "",
    "4111111111111112",
    "1020304050",
    "3001112233",
    "pin_01m8h5egdj3nxdv9bvjv2hv29q",
    "2026-11-28 13:57:03",
    "411111111111111111111111",
    "0000000000000000",
    "Pedido 41 de 1111, 11 cajas",
    "NIT 900.123.456-7\nTel. 300 111 2233\nTel. 601 745 0000",
    "4111 1111\n\n\n\n\n1111 1111",
    // The check digit of these fits by chance.
    ...["2026-07-14 10:33:21", "20260714103321"].map(withCheckDigit),
  ])("is not seen in %j", (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })

  it("is what a token may not look like, whatever its check digit", () => {
    for (const text of ["4111111111111112", groups("_"), groups("."), inDigitsFrom(0xff10)]) {
      expect(looksLikeCardNumber(text)).toBe(true)
    }
    for (const text of ["tok_test_approved", "4111abc", "12345678901", "tok_4111111111111112"]) {
      expect(looksLikeCardNumber(text)).toBe(false)
    }
  })
})
