import { visibleText } from "../visible-text"

describe("a visible text", () => {
  it.each([
    ["a turned direction of writing", "Ana \u202Ezepol\u202C", "Ana zepol"],
    ["a hyphen that is not shown", "Gar\u00ADcía", "García"],
    ["a space of no width", "\u200BAna\uFEFF", "Ana"],
    ["the marks around a copied phone number", "\u202A+57 300 111 2233\u202C", "+57 300 111 2233"],
    ["decomposed letters", "Nu\u0301n\u0303ez", "Núñez"],
    ["spaces around it", "  Ana María ", "Ana María"],
  ])("is without %s", (_what, written, seen) => {
    expect(visibleText(written)).toBe(seen)
  })
})
