import { sanitize } from "../sanitize"

describe("a text to be stored", () => {
  it("stays unchanged when the database can store it", () => {
    expect(sanitize("Transacción aprobada ✓ 😀", 100)).toBe("Transacción aprobada ✓ 😀")
  })

  it("is cut at its maximum length", () => {
    expect(sanitize("x".repeat(100), 32)).toBe("x".repeat(32))
  })

  it.each([
    ["a NUL", "a\0b", "a\ufffdb"],
    ["half a surrogate pair", "a\ud83d", "a\ufffd"],
    ["the half that cutting leaves", "abcdefghi😀", "abcdefghi\ufffd"],
  ])("loses what PostgreSQL refuses: %s", (_what, text, kept) => {
    expect(sanitize(text, 10)).toBe(kept)
  })
})
