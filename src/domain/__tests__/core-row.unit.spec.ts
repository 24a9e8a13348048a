import { z } from "zod"
import { coreAmount, coreRows } from "../core-row"

describe("what core's query hands on", () => {
  it("is an amount, however it is written", () => {
    expect([60000, "60000", "100.55"].map((value) => coreAmount.parse(value))).toEqual([
      "60000",
      "60000",
      "100.55",
    ])
    expect(coreAmount.safeParse(null).success).toBe(false)
    expect(coreAmount.safeParse(true).success).toBe(false)
  })

  it("is a list without the rows that are missing", () => {
    const rows = coreRows(z.object({ id: z.string() }))
    expect(rows.parse([{ id: "a" }, null, undefined, { id: "b" }])).toEqual([
      { id: "a" },
      { id: "b" },
    ])
    expect([rows.parse(null), rows.parse(undefined)]).toEqual([[], []])
  })
})
