import fc from "fast-check"
import {
  type AskedCardTransaction,
  disagreements,
  readCardTransaction,
  type RemoteCardTransaction,
} from "../transaction"
import { majorAmount } from "../../money/amount"

const ORIGINAL = "0b8f6a54-5f0e-4a52-9d62-0f3bb1a6c001"
const ANSWER = {
  transaction_id: "0b8f6a54-5f0e-4a52-9d62-0f3bb1a6c002",
  transaction_date: "2027-02-28T10:00:00Z",
  linked_transaction_id: ORIGINAL,
  transaction_status: "APPROVED",
  transaction_type: "RENEWAL_PRE_AUTH_TRANSACTION",
  reference_id: "crd_1",
  amount: 50000,
  currency: "COP",
}
const SHOWN: RemoteCardTransaction = {
  transaction_id: ANSWER.transaction_id,
  linked_transaction_id: ORIGINAL,
  kind: "renewal",
  status: "APPROVED",
  reference_id: "crd_1",
  amount: majorAmount("50000"),
  currency: "COP",
  date: "2027-02-28T10:00:00Z",
}
const ASKED: AskedCardTransaction = {
  kind: "renewal",
  reference: "crd_1",
  linked_transaction_id: ORIGINAL,
  amount: majorAmount("50000"),
  currency: "cop",
}

describe("a card transaction of the service", () => {
  it("is read the same from an answer and from a webhook, which writes amounts as texts", () => {
    expect(readCardTransaction(ANSWER)).toEqual(SHOWN)
    expect(readCardTransaction({ ...ANSWER, amount: "50000.00", extra: {} })).toEqual(SHOWN)
  })

  it("is read without values that are malformed or unknown", () => {
    const odd = {
      transaction_id: "x".repeat(65),
      transaction_type: "constructor",
      transaction_status: "SETTLED",
      reference_id: {},
      amount: "fifty",
      currency: 7,
    }
    expect(readCardTransaction(odd)).toEqual({
      transaction_id: null,
      linked_transaction_id: null,
      kind: null,
      status: "UNKNOWN",
      reference_id: null,
      amount: null,
      currency: "7",
      date: null,
    })
  })

  it("is not read from anything but an object, and reading it never throws", () => {
    for (const value of [null, undefined, "text", 7]) expect(readCardTransaction(value)).toBeNull()
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => readCardTransaction(value)).not.toThrow()
        expect(() => readCardTransaction({ amount: value, reference_id: value })).not.toThrow()
      })
    )
  })
})

describe("a card transaction that the service shows", () => {
  it("agrees with the request, also when it leaves out all but the amount", () => {
    expect(disagreements(ASKED, SHOWN)).toEqual([])
    const bare = { ...readCardTransaction({})!, amount: majorAmount("50000.00") }
    expect(disagreements(ASKED, bare)).toEqual([])
  })

  it.each<[string, Partial<RemoteCardTransaction>]>([
    ["kind", { kind: "capture" }],
    ["reference", { reference_id: "crd_2" }],
    ["linked_transaction_id", { linked_transaction_id: ANSWER.transaction_id }],
    ["amount", { amount: majorAmount("50000.01") }],
    ["amount", { amount: null }],
    ["currency", { currency: "PEN" }],
  ])("disagrees with the request when its %s differs", (name, change) => {
    expect(disagreements(ASKED, { ...SHOWN, ...change })).toEqual([name])
  })

  it("disagrees with the request for a first preauthorization when it has a linked transaction", () => {
    const first = { ...ASKED, kind: "preauthorization", linked_transaction_id: null } as const
    const shown = { ...SHOWN, kind: "preauthorization" } as const
    expect(disagreements(first, shown)).toEqual(["linked_transaction_id"])
    expect(disagreements(first, { ...shown, linked_transaction_id: null })).toEqual([])
  })

  it("may carry any reference for a capture, because none was requested", () => {
    const capture = { ...ASKED, kind: "capture", reference: null } as const
    expect(disagreements(capture, { ...SHOWN, kind: "capture", reference_id: "theirs" })).toEqual(
      []
    )
  })
})
