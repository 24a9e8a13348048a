import { partOf } from "../../src/admin/anomalies/confirming"
import type { AdminProposal } from "../../src/api/admin/payin/anomaly-types"

const proposal: AdminProposal = {
  ...{ action: "accept", by: "user_1", at: "2026-03-01T12:00:00.000Z" },
  ...{ amount: "600000", currency: "COP", refusal: null },
}

describe("the part of whoever looks at an anomaly", () => {
  it.each([
    ["the first of two", null, "accept", "may_propose"],
    ["the first of two about a card", null, "captured", "may_propose"],
    ["the only one", null, "ignore", "decides"],
    ["the second one", proposal, "accept", "confirms"],
    ["the first one of another decision", proposal, "captured", "may_propose"],
    ["the only one, whatever is proposed", proposal, "refund", "decides"],
    ["none, of who proposed it", { ...proposal, refusal: "second_person" }, "accept", "may_not"],
    ["none, of who came later", { ...proposal, refusal: "too_new" }, "accept", "may_not"],
    [
      "the proposer's, of who is no approver",
      { ...proposal, refusal: "not_an_approver" },
      "accept",
      "may_propose",
    ],
  ] as const)("is %s", (_what, proposed, action, part) => {
    expect(partOf({ proposed }, action)).toBe(part)
  })

  it("is the first of two where the pause of an account ends", () => {
    const facts = { paid: { amount: "4000000", currency: "COP" } }
    const anomaly = { proposed: null, kind: "payout_amount_mismatch", facts } as const
    expect(partOf(anomaly, "ignore")).toBe("may_propose")
  })
})
