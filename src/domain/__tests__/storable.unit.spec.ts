import { storable } from "../storable"

describe("a text to be stored", () => {
  it("is left as it is when the database can keep it", () => {
    expect(storable("Transacción aprobada ✓ 😀", 100)).toBe("Transacción aprobada ✓ 😀")
  })

  it("is cut at its longest length", () => {
    expect(storable("x".repeat(100), 32)).toBe("x".repeat(32))
  })

  it.each([
    ["a NUL", "a\0b", "a\ufffdb"],
    ["half a surrogate pair", "a\ud83d", "a\ufffd"],
    ["the half that cutting leaves", "abcdefghi😀", "abcdefghi\ufffd"],
  ])("loses what PostgreSQL refuses: %s", (_what, text, kept) => {
    expect(storable(text, 10)).toBe(kept)
  })
})
