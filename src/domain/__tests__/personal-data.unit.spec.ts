import { withoutPersonal } from "../personal-data"

describe("what is left once a person is forgotten", () => {
  it("are amounts, ids and states, wherever they stand; what tells of a person is null", () => {
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

  it("is what was there where nothing is personal", () => {
    expect([null, "text", 7, true].map(withoutPersonal)).toEqual([null, "text", 7, true])
  })
})
