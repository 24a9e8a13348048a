import { readCursor, type PageRequest } from "../../domain/row/page"
import { countSql, createdWithin, oneOf, pageSql, readCount, readPage } from "../page"

const FIRST: PageRequest = { limit: 2, offset: 0, after: null }
const row = (id: string, position_at = "2026-01-31T10:00:00.123456Z") => ({ id, position_at })
const placeholders = (text: string) => text.split("?").length - 1

describe("a page of a table", () => {
  it("is asked newest first, with one row more than is shown", () => {
    const { text, values } = pageSql("payin_event", [], FIRST)
    expect(text).toContain(
      "from payin_event where deleted_at is null order by created_at desc, id desc"
    )
    expect(values).toEqual([3, 0])
  })

  it("after a cursor continues from the cursor's row in the index, without an offset", () => {
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

  it("is counted once: cursors carry the count of the first page to all later pages", () => {
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

  it("puts parentheses around the alternatives of one filter", () => {
    const { text } = countSql("payin_event", [{ text: "a = 1 or b = 2", values: [] }])
    expect(text).toContain("where deleted_at is null and (a = 1 or b = 2) limit")
  })

  it("is not narrowed by unset filters", () => {
    expect(oneOf("status", undefined)).toEqual([])
    expect(createdWithin({})).toEqual([])
  })
})

describe("the answer of a list", () => {
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

  it("reports how many rows precede the page of a cursor", () => {
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
