import { withoutPersonal } from "../personal-data"

describe("an answer about a forgotten customer", () => {
  it("keeps amounts, ids and references at any depth, and has null for personal data", () => {
    const answer = {
      payout: {
        id: "payout_1",
        amount: "25000",
        destination: { full_name: "Ana", bank: "NEQUI", account_last_four: "1234" },
      },
      attempts: [{ reference: "r1", customer: { legal_doc: "1" } }, null, 3],
    }
    expect(withoutPersonal(answer)).toEqual({
      payout: {
        id: "payout_1",
        amount: "25000",
        destination: { full_name: null, bank: null, account_last_four: null },
      },
      attempts: [{ reference: "r1", customer: null }, null, 3],
    })
  })

  it("is unchanged when nothing in it is personal", () => {
    expect([null, "text", 7, true].map(withoutPersonal)).toEqual([null, "text", 7, true])
  })
})
