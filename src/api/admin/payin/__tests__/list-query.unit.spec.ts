import { writeCursor } from "../../../../domain/row/page"
import { listQuery, readList } from "../list-query"
import { oneOrSeveral } from "../query-values"

const schema = listQuery({ status: oneOrSeveral(["open", "resolved"]).optional() })

function read(query: Record<string, unknown>) {
  const answer = readList(schema, query)
  if ("refusal" in answer) {
    throw new Error(answer.refusal.message)
  }
  return answer.value
}

function refusal(query: Record<string, unknown>) {
  const answer = readList(schema, query)
  return "refusal" in answer ? answer.refusal : null
}

describe("the query of a list", () => {
  it("asks for the newest 20 rows when it has no parameters", () => {
    expect(read({})).toEqual({
      query: { format: "json" },
      page: { limit: 20, offset: 0, after: null },
      created: { from: undefined, before: undefined },
      csv: null,
    })
  })

  it("asks for the whole list as CSV, or for as many rows as its limit says", () => {
    expect(read({ format: "csv" }).csv).toEqual({ most: Infinity })
    expect(read({ format: "csv", limit: "5" }).csv).toEqual({ most: 5 })
  })

  it.each([
    [{ status: "open" }, ["open"]],
    [{ status: ["open"] }, ["open"]],
    [{ status: ["open", "resolved"] }, ["open", "resolved"]],
  ])("takes one status or several: %j", (query, status) => {
    expect(read(query).query.status).toEqual(status)
  })

  it("treats an empty or blank search field as no search", () => {
    expect(read({ q: "" }).query.q).toBeUndefined()
    expect(read({ q: "  " }).query.q).toBeUndefined()
    expect(read({ q: " pin_1 " }).query.q).toBe("pin_1")
  })

  it("takes the cursor of the page before", () => {
    const position = { created_at: "2026-01-31T10:00:00.123456Z", id: "payin_1", passed: 20 }
    const { page } = read({ cursor: writeCursor(position), limit: "100" })
    expect(page).toEqual({ limit: 100, offset: 0, after: position })
  })

  it.each([
    ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00.000Z", "2026-01-31T10:00:00.001Z"],
    ["2026-01-31T10:00:00.123Z", "2026-01-31T10:00:00.123Z", "2026-01-31T10:00:00.124Z"],
    ["2026-01-31T05:00:00-05:00", "2026-01-31T10:00:00.000Z", "2026-01-31T10:00:00.001Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
  ])("includes all of %s at the start and at the end of a date range", (written, from, before) => {
    const { created } = read({ created_at: { $gte: written, $lte: written } })
    expect(created.from?.toISOString()).toBe(from)
    expect(created.before?.toISOString()).toBe(before)
  })
})

describe("a wrong query of a list", () => {
  it.each<[string, Record<string, unknown>]>([
    ["limit", { limit: "0" }],
    ["limit", { limit: "101" }],
    ["limit", { limit: "" }],
    ["limit", { limit: "2.5" }],
    ["limit", { limit: "1e1" }],
    ["limit", { limit: ["20", "20"] }],
    ["offset", { offset: "-1" }],
    ["offset", { offset: "10001" }],
    ["offset", { offset: "99999999999999999999" }],
    ["offset", { offset: "0", cursor: writeCursor(cursorOf("payin_1")) }],
    ["cursor", { cursor: "x" }],
    ["cursor", { cursor: "" }],
    ["cursor", { cursor: { $gte: "x" } }],
    ["cursor", { cursor: Buffer.from('{"created_at":"now()"}').toString("base64url") }],
    ["q", { q: ["a", "b"] }],
    ["q", { q: "a\u0000b" }],
    ["q", { q: "x".repeat(256) }],
    ["account", { account: "" }],
    ["account", { account: "CO" }],
    ["account", { account: "co' or '1'='1" }],
    ["status", { status: "" }],
    ["status", { status: "closed" }],
    ["status", { status: ["open", "closed"] }],
    ["status", { status: [] }],
    ["status", { status: { $in: ["open"] } }],
    ["created_at", { created_at: "2026-01-31" }],
    ["created_at[$gt]", { created_at: { $gt: "2026-01-31" } }],
    ["created_at[$gte]", { created_at: { $gte: "yesterday" } }],
    ["created_at[$gte]", { created_at: { $gte: "2026-02-30T00:00:00Z" } }],
    ["created_at[$gte]", { created_at: { $gte: "2026-01-31T10:00:00" } }],
    ["created_at[$gte]", { created_at: { $gte: "0000-01-01" } }],
    ["created_at[$lte]", { created_at: { $lte: "9999-12-31" } }],
    ["created_at[$lte]", { created_at: { $lte: ["2026-01-31", "2026-01-30"] } }],
    ["created_at[$lte]", { created_at: { $lte: "" } }],
    ["stauts", { stauts: "open" }],
    ["format", { format: "xml" }],
  ])("is refused with a message that names %s: %j", (field, query) => {
    expect(refusal(query)).toMatchObject({ status: 400, type: "invalid_data", field })
    expect(refusal(query)?.message).toMatch(new RegExp(`^${escaped(field)} \\S.*\\.$`))
  })

  it("is refused in a short message when its field name is very long", () => {
    expect(refusal({ ["x".repeat(5000)]: "1" })?.message.length).toBeLessThan(100)
  })
})

function cursorOf(id: string) {
  return { created_at: "2026-01-31T10:00:00.123456Z", id, passed: 20 }
}

function escaped(text: string): string {
  return text.replace(/[[\]$]/g, "\\$&")
}
