import fc from "fast-check"

import { eraseClientKeys, SESSION_DATA_KEYS, type SessionData } from "../data"

const OURS: SessionData = {
  session_id: "payses_1",
  reference: "pin_1",
  ticket: null,
  payment_url: "https://pay.example/1",
  payment_method: "PSE",
  amount: "50000",
  currency: "COP",
  expires_at: null,
  status: "pending",
  fields: null,
  instructions: null,
}

/**
 * What Medusa does with a provider's data, and the database with the result
 * (docs/medusa.md#client-data).
 */
const stored = (client: object, ours: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify({ ...client, ...ours }))

describe("session data", () => {
  it("has exactly the keys of the contract", () => {
    expect([...SESSION_DATA_KEYS].sort()).toEqual(
      [
        "session_id",
        "reference",
        "ticket",
        "payment_url",
        "payment_method",
        "amount",
        "currency",
        "expires_at",
        "status",
        "fields",
        "instructions",
      ].sort()
    )
    expect(Object.keys(OURS).sort()).toEqual([...SESSION_DATA_KEYS].sort())
  })

  it("repeats nothing that the client posted", () => {
    const client = {
      customer_data: { legal_doc: "1020304050" },
      refund_destination: { account_number: "1" },
      status: "approved",
      amount: "1",
      ticket: "forged",
    }
    expect(stored(client, eraseClientKeys(client, OURS))).toEqual(OURS)
  })

  it("drops a key named __proto__ too, which an assignment would have kept", () => {
    const client: object = JSON.parse(
      `{"__proto__": {"legal_doc": "1"}, "constructor": 1, "toString": 2, "hasOwnProperty": 3}`
    )
    const erased = eraseClientKeys(client, OURS)
    expect(Object.hasOwn(erased, "__proto__")).toBe(true)
    expect(Object.getPrototypeOf(erased)).toBe(Object.prototype)
    expect(stored(client, erased)).toEqual(OURS)
    expect(Object.keys({ ...client, ...erased })).toContain("__proto__")
    expect(JSON.stringify({ ...client, ...erased })).not.toContain("legal_doc")
  })

  it("is the same for any data that the client posts", () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: true }), (client) => {
        expect(stored(client, eraseClientKeys(client, OURS))).toEqual(OURS)
      })
    )
    for (const client of [undefined, null, "text", 7, [], ["a"]]) {
      expect(stored({}, eraseClientKeys(client, OURS))).toEqual(OURS)
    }
  })

  it("drops unknown keys of the plugin's own object", () => {
    const more = { ...OURS, customer_data: { legal_doc: "1" } }
    expect(eraseClientKeys({}, more)).toEqual(OURS)
  })
})
