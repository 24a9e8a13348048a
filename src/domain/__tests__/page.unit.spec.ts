import fc from "fast-check"
import {
  countSql,
  createdWithin,
  oneOf,
  pageSql,
  readCount,
  readCursor,
  readPage,
  writeCursor,
  type PageRequest,
} from "../page"

const FIRST: PageRequest = { limit: 2, offset: 0, after: null }
const row = (id: string, position_at = "2026-01-31T10:00:00.123456Z") => ({ id, position_at })
const placeholders = (text: string) => text.split("?").length - 1

describe("a cursor", () => {
  it("brings back the row it was made of, to the microsecond, in characters a URL carries", () => {
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

  it("that we did not make is none, whatever it is", () => {
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
    ["no text as its time", { ...ours, created_at: 1 }],
    ["a zero byte, which the database refuses", { ...ours, id: "a\u0000b" }],
    ["an empty id", { ...ours, id: "" }],
    ["a negative count", { ...ours, passed: -1 }],
    ["part of a row", { ...ours, passed: 1.5 }],
    ["more counted than is ever counted", { ...ours, counted: { count: 10_002, filters: "f" } }],
    ["less than nothing counted", { ...ours, counted: { count: -1, filters: "f" } }],
    ["a count of no filters", { ...ours, counted: { count: 1 } }],
    ["a key more", { ...ours, other: 1 }],
    ["a key less", { created_at: ours.created_at, id: ours.id }],
    ["a list", [ours]],
    ["nothing", null],
  ])("with %s is refused", (_title, forged) => {
    const cursor = Buffer.from(JSON.stringify(forged)).toString("base64url")
    expect(readCursor(cursor)).toBeNull()
  })

  it("that is very long is refused before it is read", () => {
    expect(readCursor(writeCursor(ours) + "A".repeat(1000))).toBeNull()
  })
})

describe("a page of a table", () => {
  it("is asked newest first, with one row more than is shown", () => {
    const { text, values } = pageSql("payin_event", [], FIRST)
    expect(text).toContain(
      "from payin_event where deleted_at is null order by created_at desc, id desc"
    )
    expect(values).toEqual([3, 0])
  })

  it("after a row enters the index at that row and skips nothing", () => {
    const after = { created_at: "2026-01-31T10:00:00.123456Z", id: "payin_1", passed: 40_000 }
    const { text, values } = pageSql("payin_event", [], { limit: 20, offset: 0, after })
    expect(text).toContain("(created_at, id) < (?::timestamptz, ?)")
    expect(values).toEqual(["2026-01-31T10:00:00.123456Z", "payin_1", 21, 0])
  })

  it("has a value for every placeholder, and no value in its text", () => {
    const where = [
      ...oneOf("status", ["approved", "pending"]),
      ...oneOf("account", "co'; drop table payin_event; --"),
      ...createdWithin({ from: new Date(0), before: new Date(1) }),
    ]
    const after = { created_at: "2026-01-31T10:00:00.123456Z", id: "payin_1", passed: 20 }
    for (const { text, values } of [
      pageSql("payin_event", where, { limit: 20, offset: 0, after }),
      countSql("payin_event", where),
    ]) {
      expect(placeholders(text)).toBe(values.length)
      expect(text).not.toMatch(/drop|payin_1|approved/)
    }
  })

  it("is counted once: the cursor of the first page brings the count along to all others", () => {
    const where = oneOf("status", "approved")
    const asked = countSql("payin_event", where, FIRST)
    const counted = [{ count: 10_001, filters: asked.values[0] }]
    const answers = { rows: [row("c"), row("b"), row("a")], counted }
    const page = readPage(FIRST, answers, (each) => each)
    const next = { ...FIRST, after: readCursor(page.next_cursor ?? "") }
    const again = countSql("payin_event", where, next)
    expect(again.text).not.toContain("payin_event")
    expect(again.values).toEqual([10_001, asked.values[0]])
    expect(readPage(next, answers, (each) => each)).toMatchObject({
      count: 10_000,
      count_capped: true,
    })
    expect(readCursor(readPage(next, answers, (each) => each).next_cursor ?? "")).toMatchObject({
      counted: next.after?.counted,
    })
    for (const other of [
      countSql("payin_transaction", where, next),
      countSql("payin_event", oneOf("status", "pending"), next),
      countSql("payin_event", [], next),
    ]) {
      expect(other.text).toContain("limit ?")
    }
  })

  it("keeps alternatives of one filter together", () => {
    const { text } = countSql("payin_event", [{ text: "a = 1 or b = 2", values: [] }])
    expect(text).toContain("where deleted_at is null and (a = 1 or b = 2) limit")
  })

  it("is not narrowed by filters that nobody set", () => {
    expect(oneOf("status", undefined)).toEqual([])
    expect(createdWithin({})).toEqual([])
  })
})

describe("what a list answers", () => {
  const counted = [{ count: 3 }]

  it("ends with a cursor when there are more rows", () => {
    const answers = { rows: [row("c"), row("b"), row("a")], counted }
    const page = readPage(FIRST, answers, (each) => each)
    expect(page).toMatchObject({ count: 3, count_capped: false, limit: 2, offset: 0 })
    expect(page.rows).toEqual([row("c"), row("b")])
    expect(readCursor(page.next_cursor ?? "")).toEqual({
      created_at: row("b").position_at,
      id: "b",
      passed: 2,
    })
  })

  it.each([
    ["the last row", [row("b"), row("a")]],
    ["half a page", [row("a")]],
    ["no row at all", []],
  ])("ends without a cursor after %s", (_title, rows) => {
    const page = readPage(FIRST, { rows, counted }, (each) => each)
    expect(page.rows).toEqual(rows)
    expect(page.next_cursor).toBeNull()
  })

  it("says how many rows came before a page that a cursor asked for", () => {
    const after = { created_at: row("d").position_at, id: "d", passed: 40 }
    const answers = { rows: [row("c"), row("b"), row("a")], counted }
    const page = readPage({ limit: 2, offset: 0, after }, answers, (each) => each)
    expect(page.offset).toBe(40)
    expect(readCursor(page.next_cursor ?? "")?.passed).toBe(42)
  })

  it.each([
    [0, 0, false],
    [9_999, 9_999, false],
    [10_000, 10_000, false],
    [10_001, 10_000, true],
  ])("counts %i rows as %i, capped: %s", (found, count, count_capped) => {
    expect(readCount([{ count: found }])).toEqual({ count, count_capped })
  })
})
