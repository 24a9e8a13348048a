import { randomUUID } from "node:crypto"
import { majorAmount } from "../../src/domain/money/amount"
import {
  errorOf,
  holdRequest,
  subscriptionRequest,
} from "../../src/modules/gateway/__tests__/service-double"
import { AMOUNTS, CardDesk } from "./card-desk"

const desk = new CardDesk()
const { sandbox } = desk

beforeAll(() => sandbox.start())
beforeEach(async () => {
  sandbox.reset()
  await desk.open()
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

it("a card is subscribed, held, renewed, captured in part, and its subscription canceled once", async () => {
  const { subscription_id } = await desk.subscribe()
  expect(sandbox.cards.subscription(subscription_id)).toMatchObject({ status: "ACTIVE" })

  const first = holdRequest(subscription_id)
  const { transaction } = await desk.cards.authorize("co", first)
  expect(transaction).toMatchObject({
    ...{ kind: "preauthorization", status: "APPROVED", linked_transaction_id: null },
    ...{ reference_id: first.reference, amount: "50000.5", currency: "COP" },
  })

  const linked_transaction_id = transaction.transaction_id
  const renewed = (await desk.renew(subscription_id, linked_transaction_id)).transaction
  expect(renewed).toMatchObject({ kind: "renewal", linked_transaction_id })

  const part = { amount: majorAmount("20000"), tax: majorAmount("3192.98") }
  const captured = await desk.capture(renewed.transaction_id, part)
  expect(captured.transaction).toMatchObject({
    ...{ kind: "capture", amount: "20000", linked_transaction_id: renewed.transaction_id },
  })
  expect(sandbox.cards.authorization(renewed.transaction_id)).toMatchObject({
    ...{ hold: "captured", captured_amount: 20_000 },
  })
  expect(sandbox.cards.captures()).toMatchObject([{ tax: 3192.98 }])

  const done = await desk.cards.cancel("co", subscription_id)
  expect(done).toMatchObject({ already_canceled: false, canceled_at: expect.any(Date) })
  expect(await desk.cards.cancel("co", subscription_id)).toMatchObject({
    ...{ already_canceled: true, canceled_at: done.canceled_at },
  })
  expect(sandbox.cards.subscription(subscription_id)).toMatchObject({ status: "CANCELLED" })
})

it("the cancel of a card that does not exist is refused and changes nothing, so the breaker may try by it", async () => {
  const { subscription_id } = await desk.subscribe()
  const nobodys = "00000000-0000-0000-0000-000000000000"
  const error = await errorOf(desk.cards.cancel("co", nobodys))
  expect(error).toMatchObject({ reason: "not_found", httpStatus: 404 })
  expect(sandbox.cards.subscription(subscription_id)).toMatchObject({ status: "ACTIVE" })
})

it("every call carries the merchant and a request id of its own, handed back and logged", async () => {
  const created = await desk.subscribe()
  const { subscription_id } = created
  const hold = await desk.cards.authorize("co", holdRequest(subscription_id))
  const renewal = await desk.renew(subscription_id, hold.transaction.transaction_id)
  const canceled = await desk.cards.cancel("co", subscription_id)
  const { error } = await desk.failed(() => desk.capture(renewal.transaction.transaction_id))
  expect(error).toMatchObject({ name: "RefusedError", reason: "invalid_state" })

  const ids = [created, hold, renewal, canceled, error].map((one) => Object(one).request_id)
  expect(new Set(ids).size).toBe(5)
  expect(sandbox.requests().map(({ headers }) => headers["x-request-id"])).toEqual(ids)
  expect(desk.logged).toMatchObject(ids.map((request_id) => ({ request_id })))
  for (const { headers, operation } of sandbox.requests()) {
    expect([operation, headers]).toMatchObject([
      expect.stringMatching(/^card_/),
      { "x-merchant-id": "sandbox-co", "token-top": "[hidden]", authorization: "[hidden]" },
    ])
  }
})

it("a call is sent under the request id that its caller passed", async () => {
  const written: string[] = []
  const next = () => {
    const id = randomUUID()
    written.push(id)
    return id
  }
  const card = subscriptionRequest({ token: "tok_test_approved" })
  const { subscription_id } = await desk.cards.createSubscription("co", card, next())
  const held = await desk.cards.authorize("co", holdRequest(subscription_id), next())
  const { transaction_id } = held.transaction
  const renewal = { ...holdRequest(subscription_id), linked_transaction_id: transaction_id }
  const renewed = await desk.cards.renew("co", renewal, next())
  const taken = { transaction_id: renewed.transaction.transaction_id, ...AMOUNTS }
  await desk.cards.capture("co", taken, next())
  await desk.cards.cancel("co", subscription_id, next())
  expect(sandbox.requests().map(({ headers }) => headers["x-request-id"])).toEqual(written)
})

describe("a decline", () => {
  const heldBy = async (token: string) => desk.held(await desk.subscribed(token))

  it.each([
    ["a card that cannot be subscribed", 200, () => desk.subscribe("tok_test_refused")],
    ["an unknown token", 200, () => desk.subscribe("tok_unknown")],
    ["a card without money", 422, () => heldBy("tok_test_declined")],
    ["a bank that fails", 422, () => heldBy("tok_test_error")],
  ])("of %s (HTTP %d) holds nothing and reports the reason", async (_name, httpStatus, call) => {
    const { error, outcome } = await desk.failed(call)
    expect(outcome).toMatchObject({ kind: "declined" })
    expect(error).toMatchObject({
      ...{ name: "DeclinedError", reason: "declined", httpStatus },
      ...{ mayHaveHappened: false, safeToRepeat: false },
      ...{ service_message: expect.any(String), request_id: expect.any(String) },
    })
    expect(sandbox.cards.authorizations().filter(({ hold }) => hold === "held")).toEqual([])
  })

  it("of a renewal reports the declined transaction", async () => {
    const subscription = await desk.subscribed("tok_test_renewal_declined")
    const original = await desk.held(subscription)
    const { error, outcome } = await desk.failed(() => desk.renew(subscription, original))
    expect(outcome).toEqual({ kind: "declined", code: "PAYMENT_RENEWAL_FAILED" })
    expect(error).toMatchObject({
      service_message: "Fondos insuficientes.",
      transaction: { kind: "renewal", status: "DECLINED", linked_transaction_id: original },
    })
    expect(sandbox.cards.authorization(original)).toMatchObject({ hold: "cancelled" })
  })

  it("of a capture leaves the hold in place", async () => {
    const transaction_id = await heldBy("tok_test_capture_declined")
    const { outcome } = await desk.failed(() => desk.capture(transaction_id))
    expect(outcome).toEqual({ kind: "declined", code: "PAYMENT_CAPTURE_FAILED" })
    expect(sandbox.cards.authorization(transaction_id)).toMatchObject({ hold: "held" })
  })
})

const REFUSED: [string, string, () => Promise<unknown>][] = [
  ["an unknown subscription", "not_found", () => desk.held("0b9a1c52-8f4e-4d5b-9b1f-0f0a7a1f2c3d")],
  [
    "a hold of a canceled subscription",
    "invalid_state",
    async () => {
      const subscription = await desk.subscribed()
      await desk.cards.cancel("co", subscription)
      return desk.held(subscription)
    },
  ],
  [
    "a renewal of a declined original",
    "invalid_state",
    async () => {
      const subscription = await desk.subscribed("tok_test_declined")
      await errorOf(desk.held(subscription))
      return desk.renew(subscription, sandbox.cards.authorizations()[0].transaction_id)
    },
  ],
  [
    "a second capture",
    "invalid_state",
    async () => {
      const transaction = await desk.held(await desk.subscribed())
      await desk.capture(transaction)
      return desk.capture(transaction)
    },
  ],
  [
    "a capture of more than is held",
    "validation",
    async () => {
      const transaction = await desk.held(await desk.subscribed())
      return desk.capture(transaction, { amount: majorAmount("50001") })
    },
  ],
  [
    "canceling an expired subscription",
    "invalid_state",
    async () => {
      const subscription = await desk.subscribed()
      sandbox.cards.expireSubscription(subscription)
      return desk.cards.cancel("co", subscription)
    },
  ],
  [
    "a wrong password",
    "credentials",
    async () => {
      await desk.open({ password: "wrong-password" })
      return desk.subscribe()
    },
  ],
  [
    "an unknown merchant",
    "not_found",
    async () => {
      await desk.open({ merchantId: "somebody" })
      return desk.subscribe()
    },
  ],
]

it.each(REFUSED)("%s is refused as %s and is not safe to repeat", async (_name, reason, call) => {
  const { error, outcome } = await desk.failed(call)
  expect(outcome).toMatchObject({ kind: "refused", reason })
  expect(error).toMatchObject({ mayHaveHappened: false, safeToRepeat: false })
})

it("subscription ids of 40 characters and amounts as strings are accepted", async () => {
  sandbox.configure({ cards: { subscriptionIds: "prefixed", answerAmounts: "string" } })
  const subscription = await desk.subscribed()
  expect(subscription).toMatch(/^sub_.{36}$/)
  const { transaction } = await desk.cards.authorize("co", holdRequest(subscription))
  expect(transaction.amount).toBe("50000.5")
  expect(await desk.cards.cancel("co", subscription)).toMatchObject({ already_canceled: false })
})
