import { hideSecretColumns } from "../secret-columns"

describe("the generated methods of a module", () => {
  const created_at = new Date(0)
  const stored = {
    ...{ id: "payout_1", amount: "5", created_at, facts: { note: null, list: [1] } },
    ...{ destination_sealed: "v1.x", sealed_with: "x", ipn_key_hash: "x" },
    beneficiary: { name: "Taller", destination_sealed: "v1.y", payouts: [{ token_sealed: "z" }] },
  }
  const shown = {
    ...{ id: "payout_1", amount: "5", created_at, facts: { note: null, list: [1] } },
    beneficiary: { name: "Taller", payouts: [{}] },
  }

  it("show no encrypted column, no hash of a key and no key id, at any depth", async () => {
    const repository = {
      rows: [stored],
      async serialize() {
        return this.rows
      },
    }
    const service = { baseRepository_: repository }
    hideSecretColumns(service)
    expect(await service.baseRepository_.serialize()).toEqual([shown])
    // The module's own repositories keep what they are.
    expect(await repository.serialize()).toEqual([stored])
  })

  it("are left alone where there are none", () => {
    const service = {}
    hideSecretColumns(service)
    expect(service).toEqual({})
  })
})
