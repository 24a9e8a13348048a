import { z } from "zod"
import { medusaAmount, medusaRows } from "../medusa-row"

describe("a value from Medusa's query", () => {
  it("is read as an amount from a number or a text", () => {
    expect([60000, "60000", "100.55"].map((value) => medusaAmount.parse(value))).toEqual([
      "60000",
      "60000",
      "100.55",
    ])
    expect(medusaAmount.safeParse(null).success).toBe(false)
    expect(medusaAmount.safeParse(true).success).toBe(false)
  })

  it("is read as a list without missing rows", () => {
    const rows = medusaRows(z.object({ id: z.string() }))
    expect(rows.parse([{ id: "a" }, null, undefined, { id: "b" }])).toEqual([
      { id: "a" },
      { id: "b" },
    ])
    expect([rows.parse(null), rows.parse(undefined)]).toEqual([[], []])
  })
})
