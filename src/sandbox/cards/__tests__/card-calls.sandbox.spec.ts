import {
  authorizationBody,
  authorize,
  authorized,
  call,
  capture,
  PATHS,
  renew,
  subscribed,
  subscriptionBody,
} from "./support/card-shop"
import { servedSandbox } from "../../__tests__/support/served"

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const sandbox = servedSandbox()

describe("a subscription", () => {
  it("is created with CREATED and its id", async () => {
    const answer = await call(sandbox, "subscribe", subscriptionBody())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      code: "CREATED",
      status: true,
      message: expect.any(String),
      data: { subscription_id: expect.stringMatching(UUID) },
    })
    expect(sandbox.cards.subscription(answer.body.data.subscription_id)).toMatchObject({
      status: "ACTIVE",
      plan_name: "Café mensual",
      periodicity: "monthly",
      last_four: "1111",
      customer_data: { legal_doc: "1012345678" },
    })
  })

  it("may have an id of 40 characters, which the other calls then take", async () => {
    sandbox.configure({ cards: { subscriptionIds: "prefixed" } })
    const id = await subscribed(sandbox)
    expect(id).toMatch(/^sub_/)
    expect(id).toHaveLength(40)
    expect((await authorize(sandbox, id)).body.code).toBe("AUTHORIZED")
    expect((await call(sandbox, "cancel", { subscription_id: id })).body.code).toBe("SUCCESS")
  })

  it.each(["tok_nobody_knows", "tok_test_refused"])(
    "fails with HTTP 200 and status false for the token %s",
    async (token) => {
      const answer = await call(sandbox, "subscribe", subscriptionBody({ token }))
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ code: "SUBSCRIPTION_CREATION_FAILED", status: false })
      expect(sandbox.cards.subscriptions()).toEqual([])
    }
  )

  it("is canceled once, and a repeat answers ALREADY_CANCELLED with the same date", async () => {
    const subscription_id = await subscribed(sandbox)
    const first = await call(sandbox, "cancel", { subscription_id })
    expect(first.body).toEqual({
      code: "SUCCESS",
      status: true,
      message: expect.any(String),
      data: { subscription_id, cancellation_date: expect.stringMatching(ISO) },
    })
    await sandbox.advanceClock(60_000)
    const second = await call(sandbox, "cancel", { subscription_id })
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ code: "ALREADY_CANCELLED", status: true })
    expect(second.body.data).toEqual(first.body.data)
  })

  it("that has expired cannot be canceled and answers 409", async () => {
    const subscription_id = await subscribed(sandbox)
    sandbox.cards.expireSubscription(subscription_id)
    const answer = await call(sandbox, "cancel", { subscription_id })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: "INVALID_STATE", status: false })
    expect(sandbox.cards.subscription(subscription_id)?.status).toBe("EXPIRED")
  })
})

describe("a preauthorization", () => {
  it("holds the amount and answers with every field of the interface", async () => {
    const body = authorizationBody(await subscribed(sandbox), { amount: 50_000.5, tax: 100 })
    const answer = await call(sandbox, "authorize", body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      code: "AUTHORIZED",
      status: true,
      message: expect.any(String),
      data: {
        transaction_id: expect.stringMatching(UUID),
        transaction_date: expect.stringMatching(ISO),
        transaction_status: "APPROVED",
        transaction_type: "PRE_AUTH_TRANSACTION",
        reference_id: body.reference_id,
        amount: 50_000.5,
        currency: "COP",
      },
    })
    expect(sandbox.cards.authorizations({ reference_id: body.reference_id })).toMatchObject([
      { hold: "held", captured_amount: null, tax: 100 },
    ])
  })

  it.each([
    ["tok_test_declined", "DECLINED", /insuficientes/],
    ["tok_test_error", "ERROR", /no respondió/],
  ])("with %s is refused as %s with a reason", async (token, status, reason) => {
    const answer = await authorize(sandbox, await subscribed(sandbox, token))
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: "PAYMENT_AUTHORIZATION_FAILED",
      status: false,
      message: expect.stringMatching(reason),
      data: { transaction_status: status },
    })
    expect(sandbox.cards.authorizations()[0].hold).toBe("none")
  })

  it("needs an active subscription", async () => {
    const id = await subscribed(sandbox)
    sandbox.cards.cancelSubscription(id)
    const answer = await authorize(sandbox, id)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: "INVALID_STATE", status: false })
    expect(sandbox.cards.authorizations()).toEqual([])
  })

  it("makes a second hold under a used reference, unless set otherwise", async () => {
    const id = await subscribed(sandbox)
    const first = await authorized(sandbox, id, { reference_id: "again" })
    const second = await authorized(sandbox, id, { reference_id: "again" })
    expect(second).not.toBe(first)
    expect(sandbox.cards.authorizations({ reference_id: "again" })).toHaveLength(2)
    sandbox.configure({ cards: { duplicateReference: "first" } })
    expect(await authorized(sandbox, id, { reference_id: "again" })).toBe(first)
    sandbox.configure({ cards: { duplicateReference: "refuse" } })
    expect((await authorize(sandbox, id, { reference_id: "again" })).status).toBe(422)
    expect(sandbox.cards.authorizations({ reference_id: "again" })).toHaveLength(2)
  })

  it("gets a reference of the service's own where none is required", async () => {
    sandbox.configure({ cards: { referenceRequired: false } })
    const answer = await authorize(sandbox, await subscribed(sandbox), { reference_id: undefined })
    expect(answer.body.data.reference_id).toMatch(UUID)
  })
})

describe("the outcome settings", () => {
  it.each([
    ["decline", "DECLINED"],
    ["error", "ERROR"],
  ] as const)("override the card with %s", async (outcome, status) => {
    const id = await subscribed(sandbox)
    const original = await authorized(sandbox, id)
    sandbox.configure({ cards: { authorize: outcome, renew: outcome, capture: "decline" } })
    expect((await authorize(sandbox, id)).body.data.transaction_status).toBe(status)
    expect((await capture(sandbox, original)).body.code).toBe("PAYMENT_CAPTURE_FAILED")
    expect((await renew(sandbox, id, original)).body.data.transaction_status).toBe(status)
    sandbox.configure({ cards: { authorize: "approve" } })
    const declining = await subscribed(sandbox, "tok_test_declined")
    expect((await authorize(sandbox, declining)).body.code).toBe("AUTHORIZED")
  })
})

it("card answers have amounts as text, and refusals have no data, when set so", async () => {
  sandbox.configure({ cards: { answerAmounts: "string", failureData: false } })
  expect((await authorize(sandbox, await subscribed(sandbox))).body.data.amount).toBe("50000.00")
  const refused = await authorize(sandbox, await subscribed(sandbox, "tok_test_declined"))
  expect(refused.body).not.toHaveProperty("data")
})

it("the journal records card calls with their ids and X-Request-ID", async () => {
  const id = await subscribed(sandbox)
  const held = await authorized(sandbox, id, { reference_id: "noted" })
  await capture(sandbox, held)
  const [call] = sandbox.requests({ operation: "card_capture" })
  expect(call).toMatchObject({
    path: PATHS.capture,
    reference: "noted",
    ticket: held,
    status: 200,
    headers: { authorization: "[hidden]", "token-top": "[hidden]" },
  })
  expect(call.headers["x-request-id"]).toBe(sandbox.cards.captures()[0].request_id)
  expect(sandbox.counters()).toMatchObject({
    card_subscribe: 1,
    card_authorize: 1,
    card_capture: 1,
    cards: { subscriptions: 1, authorizations: 1, captures: 1 },
  })
})
