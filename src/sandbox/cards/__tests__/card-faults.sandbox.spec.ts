import { type FaultInput } from "../../index"
import {
  authorizationBody,
  authorize,
  authorized,
  call,
  capture,
  renew,
  subscribed,
  subscriptionBody,
  type CardAct,
} from "./support/card-shop"
import { WebhookReceiver } from "./support/webhook-receiver"
import { servedSandbox } from "../../__tests__/support/served"

const receiver = new WebhookReceiver()
const sandbox = servedSandbox(receiver)

interface Prepared {
  subscription: string
  held: string
}
type Trial = [FaultInput["operation"], CardAct, (prepared: Prepared) => unknown, () => number]

/** How often each operation was accepted, counted in the sandbox's own record. */
const TRIALS: Trial[] = [
  [
    "card_subscribe",
    "subscribe",
    () => subscriptionBody(),
    () => sandbox.cards.subscriptions().length - 1,
  ],
  [
    "card_authorize",
    "authorize",
    ({ subscription }) => authorizationBody(subscription),
    () => sandbox.cards.authorizations().length - 1,
  ],
  [
    "card_renew",
    "renew",
    ({ subscription, held }) => authorizationBody(subscription, { linked_transaction_id: held }),
    () => sandbox.cards.authorizations().length - 1,
  ],
  [
    "card_capture",
    "capture",
    ({ held }) => ({ transaction_id: held, amount: 50_000, tax: 0 }),
    () => sandbox.cards.captures().length,
  ],
  [
    "card_cancel",
    "cancel",
    ({ subscription }) => ({ subscription_id: subscription }),
    () => sandbox.cards.subscriptions({ status: "CANCELLED" }).length,
  ],
]

describe.each(TRIALS)("%s", (operation, act, body, accepted) => {
  async function meet(fault: Omit<FaultInput, "operation">) {
    const subscription = await subscribed(sandbox)
    const prepared = { subscription, held: await authorized(sandbox, subscription) }
    sandbox.injectFault({ operation, ...fault })
    return () => call(sandbox, act, body(prepared))
  }

  it.each([
    ["timeout_before", 0],
    ["timeout_after", 1],
    ["reset_before", 0],
    ["reset_after", 1],
  ] as const)("%s: no answer, accepted %d times", async (kind, times) => {
    const send = await meet({ kind, ms: 50 })
    await expect(send()).rejects.toThrow(/hang up|ECONNRESET/)
    expect(accepted()).toBe(times)
  })

  it.each([
    ["error_before", { status: 503 }, 503, "SERVICE_ERROR", 0],
    ["error_after", {}, 500, "SERVICE_ERROR", 1],
    ["unclear_before", {}, 200, "PROCESSING_ERROR", 0],
    ["unclear_after", { error: "TIMEOUT" }, 200, "TIMEOUT", 1],
    ["rate_limited", {}, 429, "TOO_MANY_REQUESTS", 0],
  ] as const)("%s %j: HTTP %d, %s, accepted %d times", async (kind, more, status, code, times) => {
    const answer = await (await meet({ kind, ...more }))()
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ code, status: false, message: expect.any(String) })
    expect(accepted()).toBe(times)
  })

  it("malformed: HTTP 200 that breaks off, accepted once", async () => {
    const send = await meet({ kind: "malformed" })
    const answer = await send()
      .buffer(true)
      .parse((response, done) => {
        let text = ""
        response.on("data", (part: Buffer) => (text += part.toString()))
        response.on("end", () => done(null, text))
      })
    expect(answer.status).toBe(200)
    expect(() => JSON.parse(String(answer.body))).toThrow(SyntaxError)
    expect(accepted()).toBe(1)
  })

  it("slow: the right answer, later", async () => {
    const send = await meet({ kind: "slow", ms: 80 })
    const started = performance.now()
    expect((await send()).body.status).toBe(true)
    expect(performance.now() - started).toBeGreaterThanOrEqual(75)
    expect(accepted()).toBe(1)
  })
})

it("a webhook reports a hold that was accepted but never answered", async () => {
  const subscription = await subscribed(sandbox)
  sandbox.cards.registerWebhook("sandbox-co", { url: receiver.url })
  sandbox.injectFault({ operation: "card_authorize", kind: "timeout_after", ms: 20 })
  await expect(authorize(sandbox, subscription, { reference_id: "lost" })).rejects.toThrow()
  await sandbox.idle()
  expect(receiver.bodies).toMatchObject([
    { event: "transaction.authorized", data: { transaction: { reference_id: "lost" } } },
  ])
})

it("the fault declined makes the bank refuse the next call of a good card", async () => {
  const subscription = await subscribed(sandbox)
  const held = await authorized(sandbox, subscription)
  for (const operation of [
    "card_subscribe",
    "card_authorize",
    "card_capture",
    "card_renew",
  ] as const) {
    sandbox.injectFault({ operation, kind: "declined" })
  }
  const answers = [
    await call(sandbox, "subscribe", subscriptionBody()),
    await authorize(sandbox, subscription),
    await capture(sandbox, held),
    await renew(sandbox, subscription, held),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual([
    "SUBSCRIPTION_CREATION_FAILED",
    "PAYMENT_AUTHORIZATION_FAILED",
    "PAYMENT_CAPTURE_FAILED",
    "PAYMENT_RENEWAL_FAILED",
  ])
  expect((await authorize(sandbox, subscription)).body.code).toBe("AUTHORIZED")
})

it("wrong_amount and wrong_reference answer another amount or reference than the stored one", async () => {
  const subscription = await subscribed(sandbox)
  sandbox.injectFault({ operation: "card_authorize", kind: "wrong_amount" })
  sandbox.injectFault({ operation: "card_capture", kind: "wrong_reference" })
  const answer = await authorize(sandbox, subscription, { reference_id: "echo" })
  expect(answer.body.data.amount).toBe(50_001)
  expect(sandbox.cards.authorizations()[0].amount).toBe(50_000)
  const taken = await capture(sandbox, answer.body.data.transaction_id)
  expect(taken.body.data.reference_id).toBe("echo-x")
})

it("late_visibility hides a new subscription or hold from the next calls for a while", async () => {
  sandbox.injectFault({ operation: "card_subscribe", kind: "late_visibility", ms: 60_000 })
  sandbox.injectFault({ operation: "card_authorize", kind: "late_visibility", ms: 60_000 })
  const subscription = await subscribed(sandbox)
  sandbox.clearFaults()
  expect((await authorize(sandbox, subscription)).status).toBe(404)
  await sandbox.advanceClock(60_000)
  sandbox.injectFault({ operation: "card_authorize", kind: "late_visibility", ms: 60_000 })
  const held = await authorized(sandbox, subscription)
  expect((await capture(sandbox, held)).status).toBe(404)
  expect((await renew(sandbox, subscription, held)).status).toBe(404)
  await sandbox.advanceClock(60_000)
  expect((await capture(sandbox, held)).body.code).toBe("CAPTURED")
})

it("a fault strikes only calls that name its reference, subscription or transaction", async () => {
  const subscription = await subscribed(sandbox)
  const held = await authorized(sandbox, subscription)
  const meets = async (operation: FaultInput["operation"], reference: string) => {
    sandbox.injectFault({ operation, kind: "error_before", reference })
    const answers = [
      await authorize(sandbox, subscription, { reference_id: "named" }),
      await authorize(sandbox, await subscribed(sandbox)),
      await capture(sandbox, held),
    ]
    sandbox.clearFaults()
    return answers.map(({ status }) => status === 500)
  }
  expect(await meets("card_authorize", "named")).toEqual([true, false, false])
  expect(await meets("card_authorize", subscription)).toEqual([true, false, false])
  expect(await meets("card_capture", held)).toEqual([false, false, true])
})

it.each([
  { operation: "create", kind: "declined" },
  { operation: "card_cancel", kind: "declined" },
  { operation: "merchant", kind: "wrong_amount" },
] as const)("refuses the fault %j, which its operation does not have", (fault) => {
  expect(() => sandbox.injectFault(fault)).toThrow(/"kind"/)
})
