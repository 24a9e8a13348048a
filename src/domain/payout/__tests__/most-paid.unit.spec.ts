import { majorAmount } from "../../money/amount"
import { mostPaid } from "../most-paid"

const pesos = (amount: number | null) => (amount === null ? null : majorAmount(amount))

describe("the most that the service said it paid of 40,000 pesos", () => {
  it.each([
    ["nothing yet", null, "pending", "pending", 40_000, null],
    ["its first amount", null, "pending", "approved", 40_000, 40_000],
    ["a larger amount", 40_000, "approved", "approved", 60_000, 60_000],
    ["the larger one after a smaller one", 60_000, "approved", "approved", 30_000, 60_000],
    ["the larger one after the ordered one", 60_000, "approved", "approved", 40_000, 60_000],
    ["the ordered one after a wrong unit", 4_000_000, "approved", "approved", 40_000, 40_000],
    ["the wrong unit after another amount", 4_000_000, "approved", "approved", 30_000, 4_000_000],
    ["the same after an earlier step", 60_000, "approved", "pending", 40_000, 60_000],
    ["the same after an answer without amount", 60_000, "approved", "approved", null, 60_000],
    ["the same while it counts as paid", 60_000, "approved", "rejected", 40_000, 60_000],
    ["nothing once it is rejected again", 60_000, "rejected", "rejected", 40_000, null],
    ["the same while a rejected one is pending", 60_000, "rejected", "pending", 40_000, 60_000],
  ] as const)("is %s", (_what, before, status, reported, amount, after) => {
    const attempt = { status, currency: "COP", amount: majorAmount(40_000) }
    const report = { status: reported, currency: "COP", amount: pesos(amount) }
    expect(mostPaid({ ...attempt, most_paid: pesos(before) }, report)).toEqual(pesos(after))
  })

  it("is no amount in another currency", () => {
    const attempt = { status: "pending", currency: "COP", amount: majorAmount(40_000) } as const
    const report = { status: "approved", currency: "PEN", amount: majorAmount(40_000) } as const
    expect(mostPaid({ ...attempt, most_paid: null }, report)).toBeNull()
  })
})
