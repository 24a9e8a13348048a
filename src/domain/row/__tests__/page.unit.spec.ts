import fc from "fast-check"
import { readCursor, writeCursor } from "../page"

describe("a cursor", () => {
  it("is read back as its row, to the microsecond, and needs no encoding in a URL", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("1970-01-01T00:00:00Z"),
          max: new Date("2999-12-31T23:59:59Z"),
          noInvalidDate: true,
        }),
        fc.integer({ min: 0, max: 999 }),
        fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
        fc.integer({ min: 1, max: 10_000_000 }),
        (date, micros, id, passed) => {
          const created_at = date.toISOString().replace("Z", `${String(micros).padStart(3, "0")}Z`)
          const cursor = writeCursor({ created_at, id, passed })
          expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
          expect(readCursor(cursor)).toEqual({ created_at, id, passed })
        }
      )
    )
  })

  it("is refused when it is an arbitrary text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readCursor(text)).toBeNull()
      })
    )
  })

  const ours = { created_at: "2026-01-31T10:00:00.123456Z", id: "payin_1", passed: 20 }
  it.each([
    ["a day that does not exist", { ...ours, created_at: "2026-02-30T10:00:00.123456Z" }],
    ["a year that the database refuses", { ...ours, created_at: "0000-01-01T00:00:00.000000Z" }],
    ["a local time", { ...ours, created_at: "2026-01-31T10:00:00.123456" }],
    ["milliseconds only", { ...ours, created_at: "2026-01-31T10:00:00.123Z" }],
    ["a time that is no text", { ...ours, created_at: 1 }],
    ["a zero byte, which the database refuses", { ...ours, id: "a\u0000b" }],
    ["an empty id", { ...ours, id: "" }],
    ["a negative count", { ...ours, passed: -1 }],
    ["a fractional count", { ...ours, passed: 1.5 }],
    ["a total above the highest count", { ...ours, counted: { count: 10_002, filters: "f" } }],
    ["a negative total", { ...ours, counted: { count: -1, filters: "f" } }],
    ["a total without its filters", { ...ours, counted: { count: 1 } }],
    ["an unknown key", { ...ours, other: 1 }],
    ["a missing key", { created_at: ours.created_at, id: ours.id }],
    ["a list", [ours]],
    ["null", null],
  ])("with %s is refused", (_title, forged) => {
    const cursor = Buffer.from(JSON.stringify(forged)).toString("base64url")
    expect(readCursor(cursor)).toBeNull()
  })

  it("that is very long is refused", () => {
    expect(readCursor(writeCursor(ours) + "A".repeat(1000))).toBeNull()
  })
})
