import fc from "fast-check"
import { CARD_EVENTS, type CardEvent, type CardWebhook, claimOf, parseCardWebhook } from "../event"

const TRANSACTION = {
  transaction_id: "0b8f6a54-5f0e-4a52-9d62-0f3bb1a6c002",
  transaction_type: "PRE_AUTH_TRANSACTION",
  transaction_status: "APPROVED",
  amount: "50000.00",
  currency: "COP",
  reference_id: "crd_1",
  transaction_date: "2027-02-28T10:00:00.000Z",
}
const BODY = {
  id: "8a4f3c1e-0000-4000-8000-000000000001",
  event: "transaction.authorized",
  timestamp: "2027-02-28T10:00:00.123Z",
  idempotency_key: "transaction.authorized:0b8f6a54-5f0e-4a52-9d62-0f3bb1a6c002",
  data: {
    transaction: TRANSACTION,
    subscription: { subscription_id: "sub_1", status: "ACTIVE" },
  },
}
const raw = (body: unknown) => Buffer.from(JSON.stringify(body))
const read = (change: Record<string, unknown> = {}): CardWebhook =>
  parseCardWebhook(raw({ ...BODY, ...change }))!
const claim = (event: CardEvent, transaction: Record<string, unknown> = {}) =>
  claimOf(read({ event, data: { transaction: { ...TRANSACTION, ...transaction } } }))

describe("a card webhook", () => {
  it("is read with its key, its signed time, its transaction and its subscription", () => {
    expect(read()).toMatchObject({
      event: "transaction.authorized",
      type: "transaction.authorized",
      id: BODY.id,
      at: new Date("2027-02-28T10:00:00.123Z"),
      idempotency_key: BODY.idempotency_key,
      transaction: { reference_id: "crd_1", amount: "50000", kind: "preauthorization" },
      subscription_id: "sub_1",
    })
  })

  it("is read without the parts that are missing or malformed", () => {
    expect(parseCardWebhook(raw({}))).toEqual({
      event: null,
      type: "none",
      id: null,
      at: null,
      idempotency_key: expect.stringMatching(/^body:[0-9a-f]{64}$/),
      transaction: null,
      subscription_id: null,
    })
    expect(read({ data: { subscription: [], transaction: 7 } })).toMatchObject({
      transaction: null,
      subscription_id: null,
    })
  })

  it("without a usable idempotency key is a duplicate only of the same body", () => {
    const keyless = (change: object) => {
      const parsed = parseCardWebhook(raw({ ...BODY, idempotency_key: undefined, ...change }))
      return parsed!.idempotency_key
    }
    expect(keyless({})).toBe(keyless({}))
    expect(keyless({})).not.toBe(keyless({ id: "other" }))
    const [a, b] = ["a", "b"].map((end) => keyless({ idempotency_key: "x".repeat(128) + end }))
    expect(a).not.toBe(b)
  })

  it("has no time when its timestamp has no zone or does not exist", () => {
    for (const timestamp of ["2027-02-28T10:00:00", "2027-02-30T10:00:00Z", "now", 1, null]) {
      expect(read({ timestamp }).at).toBeNull()
    }
  })

  it("is not read from anything but a JSON object, and reading it never throws", () => {
    for (const body of ["", "{", "[]", "7", "null", "event=transaction.captured"]) {
      expect(parseCardWebhook(Buffer.from(body))).toBeNull()
    }
    fc.assert(
      fc.property(fc.json(), (json) => {
        const webhook = parseCardWebhook(Buffer.from(json))
        if (webhook !== null) expect(claimOf(webhook)).toBeDefined()
      })
    )
  })
})

describe("the claim of a card webhook", () => {
  it.each<[CardEvent, object, object]>([
    ["transaction.authorized", {}, { to: "authorized", cause: "webhook" }],
    [
      "transaction.authorized",
      { transaction_type: "RENEWAL_PRE_AUTH_TRANSACTION" },
      { to: "authorized", cause: "webhook" },
    ],
    ["transaction.captured", {}, { to: "captured", cause: "webhook" }],
    [
      "transaction.captured",
      { transaction_type: "COMPLETION_TRANSACTION" },
      { to: "captured", cause: "webhook" },
    ],
    [
      "transaction.declined",
      { transaction_status: "DECLINED" },
      { to: "declined", cause: "webhook" },
    ],
    [
      "transaction.declined",
      { transaction_status: "DECLINED", transaction_type: "COMPLETION_TRANSACTION" },
      { to: "authorized", cause: "refused" },
    ],
  ])("of %s with %j is %j", (event, transaction, expected) => {
    expect(claim(event, { ...transaction })).toMatchObject({ about: "transaction", ...expected })
  })

  it.each<[CardEvent, string]>([
    ["subscription.created", "created"],
    ["subscription.cancelled", "canceled"],
    ["subscription.expired", "expired"],
  ])("of %s is that its subscription is %s", (event, cause) => {
    expect(claimOf(read({ event }))).toEqual({
      about: "subscription",
      cause,
      subscription_id: "sub_1",
    })
  })

  it.each<[CardEvent, object]>([
    ["transaction.authorized", { transaction_status: "DECLINED" }],
    ["transaction.authorized", { transaction_type: "COMPLETION_TRANSACTION" }],
    ["transaction.captured", { transaction_status: "ERROR" }],
    ["transaction.declined", { transaction_status: "APPROVED" }],
  ])("is for a person when %s contradicts its own data %j", (event, transaction) => {
    expect(claim(event, { ...transaction })).toMatchObject({
      ...{ about: "unclear", why: "contradicts_itself" },
      transaction: { reference_id: "crd_1" },
    })
  })

  it("is nothing when the webhook names no transaction and no subscription", () => {
    for (const event of CARD_EVENTS) {
      expect(claimOf(read({ event, data: {} }))).toEqual({
        about: "nothing",
        reason: "names_nothing",
      })
    }
    expect(claimOf(read({ event: "transaction.captured", data: { transaction: {} } }))).toEqual({
      about: "nothing",
      reason: "names_nothing",
    })
  })

  it("is nothing when the event is undocumented and about no payment", () => {
    for (const event of ["subscription.paused", "TRANSACTION.CAPTURED", "", null]) {
      const about = claimOf(read({ event, data: {} }))
      expect(about).toEqual({ about: "nothing", reason: "unknown_event" })
    }
  })

  it("is unclear when the event or status of a payment is undocumented, except for a decline", () => {
    expect(claimOf(read({ event: "transaction.reversed" }))).toMatchObject({ about: "unclear" })
    for (const status of ["REVERSED", "PENDING", "approved?", 7, {}]) {
      for (const event of ["transaction.captured", "transaction.authorized"] as const) {
        expect(claim(event, { transaction_status: status })).toMatchObject({ about: "unclear" })
      }
    }
    expect(claim("transaction.declined", { transaction_status: "REVERSED" })).toMatchObject({
      ...{ about: "transaction", to: "declined" },
    })
  })
})
