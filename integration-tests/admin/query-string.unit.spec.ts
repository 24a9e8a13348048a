import express from "express"
import { queryString } from "../../src/admin/answer/query-string"

/** As Medusa's server reads it. */
const parse: (text: string) => unknown = express().get("query parser fn")

describe("the query string of a list", () => {
  it("is parsed by the server into the filters that were set", () => {
    const query = {
      q: "Ana & co = 50%",
      limit: 20,
      status: ["pending", "approved"],
      created_at: { $gte: "2026-01-01T05:00:00.000Z" },
      dry_run: false,
    }
    expect(parse(queryString(query))).toEqual({ ...query, limit: "20", dry_run: "false" })
  })

  it("leaves out filters that are empty or not set", () => {
    expect(queryString({ q: undefined, status: [], created_at: null, account: "co" })).toBe(
      "account=co"
    )
    expect(queryString({})).toBe("")
  })
})
