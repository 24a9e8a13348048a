import { outcomeReferences } from "../outcome"

const attempt = (
  reference: string,
  status: "unknown" | "pending" | "approved" | "rejected",
  service_status: string | null = null,
  concluded_at: Date | null = null
) => ({ reference, status, service_status, concluded_at })

describe("the references of which a person may report the outcome", () => {
  const payout = { id: "payout_1", reference: "two", reason_facts: null }
  const about = (reference: string, payout_id?: string) => ({
    ...payout,
    reason_facts: { reference, ...(payout_id !== undefined && { payout_id }) },
  })
  const one = attempt("one", "rejected", "REJECTED")
  const two = attempt("two", "pending", "PENDING")

  it("are the open one, and not one that the service rejected", () => {
    expect(outcomeReferences(payout, [one, two])).toEqual({ doubted: [], open: ["two"] })
  })

  it("are the doubted one beside one that is on its way", () => {
    expect(outcomeReferences(about("one"), [one, two])).toEqual({ doubted: ["one"], open: ["two"] })
  })

  it("are all of which the service speaks otherwise than it did", () => {
    const paid = attempt("one", "rejected", "APPROVED")
    const ended = attempt("two", "rejected", "PENDING")
    const found = outcomeReferences(about("two"), [paid, ended])
    expect(found).toEqual({ doubted: ["one", "two"], open: [] })
  })

  it("are not those of which a person said how they ended", () => {
    const told = attempt("one", "rejected", "PENDING", new Date())
    expect(outcomeReferences(payout, [told, two])).toEqual({ doubted: [], open: ["two"] })
  })

  it("are none when the payout waits for another one", () => {
    const found = outcomeReferences(about("other", "payout_2"), [one, two])
    expect(found).toEqual({ doubted: [], open: [] })
  })
})
