import { exported, withoutPersonal } from "../personal-data"

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

describe("what a customer is told of a row", () => {
  it("is all but keys, the plugin's own work and what is of other people, at any depth", () => {
    const created_at = new Date(0)
    const row = {
      id: "payano_1",
      customer: { full_name: "Ana", legal_doc: "1" },
      customer_sealed: "v1",
      ipn_key_hash: "h",
      sealed_with: "k",
      fingerprint: "f",
      resolved_by: "user_1",
      created_by_key: "apk_1",
      makers: ["user_1"],
      proposed: { by: "user_1" },
      facts: [{ amount: "1", by: "user_1", reviewed_by: "user_2" }, null, 3],
      note: "she asked",
      created_at,
    }
    expect(exported(row)).toEqual({
      id: "payano_1",
      customer: { full_name: "Ana", legal_doc: "1" },
      facts: [{ amount: "1" }, null, 3],
      note: "she asked",
      created_at,
    })
  })
})
