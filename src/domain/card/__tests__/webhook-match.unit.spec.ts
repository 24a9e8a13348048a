import { type CardEvent, claimOf, parseCardWebhook } from "../event"
import {
  matchCardWebhook,
  type KnownCardTransaction,
  type TransactionClaim,
} from "../webhook-match"
import { majorAmount } from "../../money/amount"

const HELD = "0b8f6a54-5f0e-4a52-9d62-0f3bb1a6c002"
const TAKEN = "7c1d2a10-0000-4000-8000-00000000000a"
const SENT = new Date("2027-02-28T10:00:00.000Z")
const BEFORE = new Date("2027-02-28T09:59:00.000Z")
const AFTER = new Date("2027-02-28T10:00:01.000Z")
const LATER = new Date("2027-02-28T10:00:06.000Z")

const row = (change: Partial<KnownCardTransaction> = {}): KnownCardTransaction => ({
  kind: "preauthorization",
  status: "authorized",
  reference: "crd_1",
  transaction_id: HELD,
  capture_transaction_id: null,
  linked_transaction_id: null,
  subscription_id: "sub_1",
  currency: "COP",
  amount: majorAmount("50000"),
  capture_amount: null,
  captured_amount: null,
  refused_captures: [],
  sent_at: SENT,
  authorized_at: null,
  captured_at: null,
  ...change,
})

function claim(event: CardEvent, change: Record<string, unknown> = {}): TransactionClaim {
  const isCapture = event === "transaction.captured"
  const transaction = {
    transaction_id: isCapture ? TAKEN : HELD,
    transaction_type: isCapture ? "COMPLETION_TRANSACTION" : "PRE_AUTH_TRANSACTION",
    transaction_status: event === "transaction.declined" ? "DECLINED" : "APPROVED",
    amount: "50000.00",
    currency: "COP",
    reference_id: "crd_1",
    ...change,
  }
  const subscription = { subscription_id: change.subscription_id ?? "sub_1" }
  const body = { event, data: { transaction, subscription } }
  const claimed = claimOf(parseCardWebhook(Buffer.from(JSON.stringify(body)))!)
  if (claimed.about !== "transaction") throw new Error(`claims ${JSON.stringify(claimed)}`)
  return claimed
}

const hear = (known: KnownCardTransaction, told: TransactionClaim, at: Date | null = AFTER) =>
  matchCardWebhook(known, told, at)
const step = (to: string, cause: string) => expect.objectContaining({ outcome: "step", to, cause })
const differs = (...names: string[]) => ({ outcome: "differs", in: names })

describe("a webhook about a hold", () => {
  const unknown = row({ status: "unknown", transaction_id: null })

  it("names the hold's transaction and moves it to authorized or declined", () => {
    expect(hear(unknown, claim("transaction.authorized"))).toEqual({
      outcome: "step",
      to: "authorized",
      cause: "webhook",
      names: { transaction_id: HELD, capture_transaction_id: null },
      captured_amount: null,
    })
    expect(hear(unknown, claim("transaction.declined"))).toEqual(step("declined", "webhook"))
    expect(hear(unknown, claim("transaction.declined", { amount: null }))).toEqual(
      step("declined", "webhook")
    )
  })

  it.each([
    ["amount", { amount: "50000.01" }],
    ["amount", { amount: null }],
    ["currency", { currency: "USD" }],
    ["reference", { reference_id: "crd_2" }],
    ["kind", { transaction_type: "RENEWAL_PRE_AUTH_TRANSACTION" }],
    ["linked_transaction_id", { linked_transaction_id: "another" }],
    ["subscription_id", { subscription_id: "sub_2" }],
  ])("does not change the hold when its %s differs from the request: %j", (name, change) => {
    expect(hear(unknown, claim("transaction.authorized", change))).toEqual(differs(name))
  })

  it("that counted as lapsed is for a person when it tells of held money, and late when it tells of a decline", () => {
    const lapsed = row({ status: "released", transaction_id: null })
    expect(hear(lapsed, claim("transaction.authorized"))).toEqual({ outcome: "lapsed" })
    expect(hear(lapsed, claim("transaction.declined"))).toEqual({ outcome: "late" })
    expect(hear(lapsed, claim("transaction.captured"))).toEqual(step("captured", "webhook"))
    const voided = row({ status: "released", authorized_at: SENT })
    expect(hear(voided, claim("transaction.authorized"))).toEqual(step("authorized", "webhook"))
  })

  it("does not change the hold when another transaction carries its reference", () => {
    const other = claim("transaction.authorized", { transaction_id: TAKEN })
    expect(hear(row(), other)).toEqual(differs("transaction_id"))
  })
})

describe("a webhook about what the plugin never asked for", () => {
  const unasked = { outcome: "unasked" }
  const unsent = row({ status: "creating", transaction_id: null, sent_at: null })

  it.each([
    ["transaction.authorized", {}],
    ["transaction.declined", {}],
    ["transaction.captured", {}],
    ["transaction.declined", { transaction_type: "COMPLETION_TRANSACTION" }],
  ] as const)("moves no card that was never asked: %s %j", (event, change) => {
    expect(hear(unsent, claim(event, change))).toEqual(unasked)
  })

  it.each(["unknown", "authorized"] as const)("captures nothing of a hold that is %s", (status) => {
    const held = row({ status, transaction_id: status === "authorized" ? HELD : null })
    expect(hear(held, claim("transaction.captured"))).toEqual(unasked)
    expect(hear(held, claim("transaction.captured", { amount: "12.50" }))).toEqual(unasked)
  })

  it("captures nothing after a try whose answer was a refusal", () => {
    const refused = row({ refused_captures: ["refused-1"] })
    expect(hear(refused, claim("transaction.captured"))).toEqual(unasked)
  })

  it("names the amount first where it is more than the hold, or none", () => {
    for (const amount of ["50000.01", "0", "-1", null]) {
      expect(hear(row(), claim("transaction.captured", { amount }))).toEqual(differs("amount"))
    }
  })
})

describe("a webhook about a call that is under way", () => {
  const underWay = {
    "the hold": row({ status: "creating", transaction_id: null }),
    "the capture": row({ status: "capturing", capture_amount: majorAmount("50000") }),
  }

  it.each([
    ["transaction.authorized", {}],
    ["transaction.declined", {}],
    ["transaction.captured", {}],
    ["transaction.captured", { amount: "1" }],
    ["transaction.declined", { transaction_type: "COMPLETION_TRANSACTION" }],
  ] as const)("waits for the answer of the call: %s %j", (event, change) => {
    for (const known of Object.values(underWay)) {
      expect(hear(known, claim(event, change))).toEqual({ outcome: "early" })
    }
  })
})

describe("a webhook about a capture", () => {
  const asked = row({ status: "capture_unknown", capture_amount: majorAmount("50000") })

  it("names the capture and its amount", () => {
    expect(hear(asked, claim("transaction.captured"))).toEqual({
      outcome: "step",
      to: "captured",
      cause: "webhook",
      names: { transaction_id: null, capture_transaction_id: TAKEN },
      captured_amount: majorAmount("50000"),
    })
  })

  it("may carry the transaction id of its hold", () => {
    const told = { transaction_id: HELD, transaction_type: "PRE_AUTH_TRANSACTION" }
    expect(hear(asked, claim("transaction.captured", told))).toMatchObject({
      to: "captured",
      names: { transaction_id: HELD, capture_transaction_id: null },
    })
    const untyped = { transaction_id: HELD, transaction_type: null }
    expect(hear(asked, claim("transaction.captured", untyped))).toMatchObject({
      to: "captured",
      names: { transaction_id: HELD, capture_transaction_id: null },
    })
  })

  it("is accepted only for the requested amount", () => {
    const open = row({ status: "capture_unknown", capture_amount: majorAmount("30000") })
    expect(hear(open, claim("transaction.captured", { amount: "30000" }))).toEqual(
      step("captured", "webhook")
    )
    expect(hear(open, claim("transaction.captured"))).toEqual(differs("amount"))
  })

  it("must match the earlier capture when the money is already captured", () => {
    const taken = row({
      status: "captured",
      captured_amount: majorAmount("50000"),
      capture_transaction_id: TAKEN,
    })
    expect(hear(taken, claim("transaction.captured"))).toEqual(step("captured", "webhook"))
    expect(hear(taken, claim("transaction.captured", { transaction_id: "a-second-one" }))).toEqual(
      differs("capture_transaction_id")
    )
    expect(hear(taken, claim("transaction.captured", { amount: "49999" }))).toEqual(
      differs("amount")
    )
  })
})

describe("a webhook about a refused capture", () => {
  const refused = claim("transaction.declined", {
    transaction_type: "COMPLETION_TRANSACTION",
    transaction_id: TAKEN,
  })
  const open = row({ status: "capture_unknown", capture_amount: majorAmount("50000") })

  it("moves the transaction back to authorized and records the refused capture", () => {
    expect(hear(open, refused)).toEqual(step("authorized", "refused"))
    expect(hear(open, refused)).toMatchObject({ refused_capture: TAKEN })
  })

  it("is late and ends nothing when it belongs to an earlier try", () => {
    expect(hear(open, refused, BEFORE)).toEqual({ outcome: "late" })
    expect(hear(row({ ...open, capture_amount: majorAmount("1") }), refused)).toEqual({
      outcome: "late",
    })
    expect(hear(row(), refused)).toEqual({ outcome: "late" })
    const taken = row({ status: "captured", capture_transaction_id: "the-later-one" })
    expect(hear(taken, refused)).toEqual({ outcome: "late" })
  })

  it("is told apart from that of an earlier try, also when the tries are seconds apart", () => {
    const again = (...refused_captures: string[]) => row({ ...open, refused_captures })
    const unnamed = claim("transaction.declined", {
      transaction_type: "COMPLETION_TRANSACTION",
      transaction_id: null,
    })
    // What it is called tells, else a time that no difference between clocks explains.
    expect(hear(again(TAKEN), refused, LATER)).toEqual({ outcome: "late" })
    expect(hear(again("the-first"), refused)).toEqual(step("authorized", "refused"))
    expect(hear(again("the-first"), unnamed)).toEqual({ outcome: "late" })
    expect(hear(again(""), refused)).toEqual({ outcome: "late" })
    expect(hear(again(""), refused, LATER)).toEqual(step("authorized", "refused"))
    expect(hear(again(""), refused, null)).toEqual({ outcome: "late" })
  })

  it("contradicts the capture that it names, or one that was captured well before it", () => {
    const taken = row({ status: "captured", capture_transaction_id: TAKEN, captured_at: SENT })
    expect(hear(taken, refused)).toEqual(step("declined", "webhook"))
    const unnamed = row({ ...taken, capture_transaction_id: null })
    expect(hear(unnamed, refused, LATER)).toEqual(step("declined", "webhook"))
    expect(hear(unnamed, refused, BEFORE)).toEqual({ outcome: "late" })
    expect(hear(row({ ...unnamed, refused_captures: [TAKEN] }), refused, LATER)).toEqual({
      outcome: "late",
    })
  })

  it("contradicts a capture under the hold's transaction id, for any amount", () => {
    const taken = row({ status: "captured", captured_amount: majorAmount("30000") })
    for (const amount of ["50000.00", "30000.00", "12.50"]) {
      expect(hear(taken, claim("transaction.declined", { amount }))).toEqual(
        step("declined", "webhook")
      )
    }
  })

  it("is late when it names the hold and belongs to a try before the capture", () => {
    const tried = { refused_captures: [""], captured_at: SENT }
    const taken = row({ status: "captured", ...tried })
    const declined = claim("transaction.declined", { transaction_type: null })
    expect(hear(taken, declined, BEFORE)).toEqual({ outcome: "late" })
    expect(hear(taken, declined, LATER)).toEqual(step("declined", "webhook"))
    expect(hear(taken, declined, null)).toEqual(step("declined", "webhook"))
  })

  it("is late when it happened before the capture, although no earlier try was refused", () => {
    const taken = row({ status: "captured", refused_captures: [], captured_at: SENT })
    const declined = claim("transaction.declined", { transaction_type: null })
    expect(hear(taken, declined, BEFORE)).toEqual({ outcome: "late" })
    expect(hear(taken, declined, LATER)).toEqual(step("declined", "webhook"))
    expect(hear(taken, declined, null)).toEqual(step("declined", "webhook"))
  })

  it("does not match the hold when it names another card's subscription", () => {
    const other = { ...refused, subscription_id: "sub_2" }
    expect(hear(open, other)).toEqual(differs("subscription_id"))
  })
})
