import { readCardSummary } from "../card-summary"

const CARD = {
  bank: "B",
  bin: "424242",
  country: "CO",
  lastFourDigits: "4242",
  type: "debit",
  brand: "VISA",
}
const KEPT = { brand: "VISA", type: "debit", last_four: "4242" }

it("reads the card of a notification, of a lookup, or given alone", () => {
  expect(readCardSummary({ top_status: "APPROVED", top_card: CARD })).toEqual(KEPT)
  expect(readCardSummary({ ticket: "T", card: CARD })).toEqual(KEPT)
  expect(readCardSummary(CARD)).toEqual(KEPT)
})

it("keeps at most four digits of a card number, in every field", () => {
  const whole = { brand: "4111111111111111", type: "x", lastFourDigits: "4111 1111 1111 1234" }
  expect(JSON.stringify(readCardSummary(whole))).not.toMatch(/\d{5}/)
  expect(readCardSummary(whole)?.last_four).toBe("1234")
})

it("keeps the valid fields of a card when others are missing or wrong", () => {
  expect(readCardSummary({ brand: "VISA", type: 7, lastFourDigits: "12" })).toEqual({
    brand: "VISA",
    type: null,
    last_four: null,
  })
  expect(readCardSummary({ lastFourDigits: 7 })?.last_four).toBe("0007")
})

it("returns null for every value without a card", () => {
  for (const value of [
    null,
    undefined,
    1,
    "x",
    [],
    {},
    { top_card: null },
    { top_card: "x" },
    { card: [] },
  ]) {
    expect(readCardSummary(value)).toBeNull()
  }
})
