import { inspect } from "node:util"
import { majorAmount } from "../../../domain/money/amount"
import type { PayInRawOptions } from "../../../domain/options/options"
import { PayInGatewayService } from "../service"
import type { Reply, ServiceDouble } from "./service-double"
import {
  SECRETS,
  errorOf,
  holdRequest,
  json,
  memoryLogger,
  payInRequest,
  raw,
  rawOptions,
  reset,
  noAnswer,
  startService,
  subscriptionRequest,
} from "./service-double"

let payments: ServiceDouble
let service: ServiceDouble
let gateway: PayInGatewayService
let log: ReturnType<typeof memoryLogger>

beforeEach(async () => {
  payments = await startService()
  service = await startService()
  gateway = start()
})
afterEach(async () => {
  await gateway.__hooks.onApplicationShutdown()
  await Promise.all([payments.close(), service.close()])
})

function start(more: Partial<PayInRawOptions> = {}): PayInGatewayService {
  log = memoryLogger()
  return new PayInGatewayService(
    { logger: log.logger },
    rawOptions(payments.url, {
      ...{ cardUrl: `${service.url}/cards`, webhookSecret: "hush-webhook", card: { id: "co" } },
      ...more,
    })
  )
}

const SUBSCRIPTION = "sub_5b0f3a50-6c1e-4d0a-9d3c-1a2b3c4d5e6f"
const HOLD = "7a6f4c1e-5c35-4c39-9f34-0b5f2b5a6c11"
const part = { amount: majorAmount("20000"), tax: majorAmount("3192.98") }

const subscribe = (request = subscriptionRequest()) =>
  gateway.cards.createSubscription("co", request)
const hold = (request = holdRequest(SUBSCRIPTION)) => gateway.cards.authorize("co", request)
const renew = (request = holdRequest(SUBSCRIPTION)) =>
  gateway.cards.renew("co", { ...request, linked_transaction_id: HOLD })
const capture = () => gateway.cards.capture("co", { transaction_id: HOLD, ...part })
const cancel = () => gateway.cards.cancel("co", SUBSCRIPTION)

/** See docs/service.md#card-transactions. */
const transaction = (more: Record<string, unknown> = {}) => ({
  ...{ transaction_id: HOLD, transaction_status: "APPROVED", amount: 50000.5, currency: "COP" },
  ...{ transaction_type: "PRE_AUTH_TRANSACTION", transaction_date: "2026-11-21T10:00:00.000Z" },
  ...more,
})
const authorized = (more: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) =>
  json(200, { code: "AUTHORIZED", status: true, data: transaction(more), ...rest })

const outcomeOf = async (call: Promise<unknown>) => {
  const error = await errorOf(call)
  return { error, outcome: gateway.cards.outcomeOf(error) }
}

describe("a card request", () => {
  const reference = holdRequest("").reference
  const held = { subscription_id: SUBSCRIPTION, reference_id: reference, currency: "COP" }
  const { phone_code, ...customer } = payInRequest().customer_data

  it.each<[string, string, () => Promise<unknown>, unknown]>([
    [
      "create",
      "/cards/api/subscription/card",
      () => subscribe(Object.assign(subscriptionRequest(), { note: "x" })),
      { ...subscriptionRequest(), customer_data: { ...customer, phone_code: `+${phone_code}` } },
    ],
    [
      "authorize",
      "/cards/api/v1/subscription/card/authorize",
      () => hold(Object.assign(holdRequest(SUBSCRIPTION, { reference }), { note: "x" })),
      { ...held, amount: 50000.5, tax: 0 },
    ],
    [
      "renew",
      "/cards/api/v1/subscription/card/authorize/renewal",
      () => renew(holdRequest(SUBSCRIPTION, { reference })),
      { ...held, linked_transaction_id: HOLD, amount: 50000.5, tax: 0 },
    ],
    [
      "capture",
      "/cards/api/v1/subscription/card/capture",
      capture,
      { transaction_id: HOLD, amount: 20000, tax: 3192.98 },
    ],
    ["cancel", "/cards/api/subscription/card/cancel", cancel, { subscription_id: SUBSCRIPTION }],
  ])("for %s has exactly the fields of the interface, at %s", async (call, path, send, body) => {
    await errorOf(send())
    const [{ method, headers, text, ...seen }] = service.seen
    expect([method, seen.path, JSON.parse(text)]).toEqual(["POST", path, body])
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "token-top": SECRETS.token,
      authorization: `Basic ${Buffer.from(`${SECRETS.username}:${SECRETS.password}`).toString("base64")}`,
      "x-merchant-id": "m-1",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    gateway = start({ card: { id: "co", paths: { [call]: "/other" } } })
    await errorOf(send())
    expect(service.seen[1].path).toBe("/cards/other")
  })

  it.each<[string, () => Promise<unknown>]>([
    ["token", () => subscribe(subscriptionRequest({ token: "t".repeat(61) }))],
    ["token", () => subscribe(subscriptionRequest({ token: "4111111111111111" }))],
    ["plan_name", () => subscribe(subscriptionRequest({ plan_name: "p".repeat(21) }))],
    [
      "customer_data.legal_doc_type",
      () => {
        const customer_data = { ...payInRequest().customer_data, legal_doc_type: "DNI" }
        return subscribe(subscriptionRequest({ customer_data }))
      },
    ],
    ["currency", () => hold(holdRequest(SUBSCRIPTION, { currency: "PEN" }))],
    ["amount", () => hold(holdRequest(SUBSCRIPTION, { amount: majorAmount("-1") }))],
    ["tax", () => renew(holdRequest(SUBSCRIPTION, { tax: majorAmount("50001") }))],
    ["subscription_id", () => gateway.cards.cancel("co", "")],
  ])("with a wrong %s is refused by the field's name and not sent", async (field, call) => {
    const { error, outcome } = await outcomeOf(call())
    expect(outcome).toEqual({ kind: "refused", reason: "validation", code: null })
    expect(error).toMatchObject({
      message: expect.stringContaining(`"${field}"`),
      request_id: null,
    })
    expect(String(error)).not.toContain("4111111111111111")
    expect(service.seen).toHaveLength(0)
  })

  it("is not sent for an account without cards or for an unknown account", async () => {
    await expect(gateway.cards.cancel("pe", SUBSCRIPTION)).rejects.toThrow(/"pe" takes no cards/)
    await expect(gateway.cards.cancel("mx", SUBSCRIPTION)).rejects.toThrow(/no account "mx"/)
    expect(service.seen).toHaveLength(0)
  })
})

describe("a card answer", () => {
  it.each<[string, Reply]>([
    [
      "in lower case, with a status as text",
      authorized({}, { code: "authorized", status: "TRUE" }),
    ],
    [
      "without a status of its own or a type",
      authorized({ transaction_status: null, transaction_type: 7 }),
    ],
    [
      "with the amount as text and fields outside the interface",
      authorized({ amount: "50000.50", x: 1 }),
    ],
    ["under HTTP 201", json(201, { code: "AUTHORIZED", status: true, data: transaction() })],
  ])("%s is a success", async (_name, reply) => {
    service.reply(reply)
    expect((await hold()).transaction).toMatchObject({ transaction_id: HOLD, amount: "50000.5" })
  })

  const said = { code: "AUTHORIZED", status: true, data: transaction() }
  const failed = { code: "PAYMENT_AUTHORIZATION_FAILED", status: false }
  it.each<[string, string, Reply]>([
    ["success with status false", "contradiction", authorized({}, { status: false })],
    ["success with an unknown status", "contradiction", authorized({}, { status: "maybe" })],
    ["success under HTTP 418", "contradiction", json(418, said)],
    ["success under HTTP 500", "server_error", json(500, said)],
    ["a decline under HTTP 500", "server_error", json(500, failed)],
    ["a redirect", "redirect", json(302, said, { location: "/" })],
    ["success of another call", "failed", authorized({}, { code: "CAPTURED" })],
    ["success without a transaction", "no_transaction", authorized({}, { data: null })],
    ["a transaction without an id", "no_transaction", authorized({ transaction_id: "" })],
    [
      "an id too long to be sent back",
      "no_transaction",
      authorized({ transaction_id: "x".repeat(65) }),
    ],
    ["success that was declined", "contradiction", authorized({ transaction_status: "DECLINED" })],
    [
      "success in an undocumented state",
      "contradiction",
      authorized({ transaction_status: "HOLD" }),
    ],
    ["no amount", "disagreement", authorized({ amount: null })],
    ["another currency", "disagreement", authorized({ currency: "USD" })],
    ["another reference", "disagreement", authorized({ reference_id: "crd_other" })],
    ["another type", "disagreement", authorized({ transaction_type: "COMPLETION_TRANSACTION" })],
    ["a decline that shows a hold", "contradiction", json(422, { ...failed, data: transaction() })],
    [
      "a decline with another reference",
      "contradiction",
      json(422, { ...failed, data: { reference_id: "x" } }),
    ],
    ["an empty object", "malformed", json(200, {})],
    ["a proxy's page under HTTP 400", "malformed", raw(400, "<h1>Bad Request</h1>")],
    ["a proxy's page under HTTP 403", "malformed", raw(403, "<h1>Forbidden</h1>")],
    ["a proxy's page under HTTP 404", "malformed", raw(404, "<h1>Not Found</h1>")],
    ["a proxy's JSON under HTTP 401", "malformed", json(401, { message: "Unauthorized" })],
    ["a proxy's JSON with a number", "malformed", json(404, { code: 1020, status: false })],
    ["an array", "malformed", json(200, [said])],
    ["no body", "malformed", raw(200, "")],
    ["a body that breaks off", "malformed", raw(200, '{"code":"AUTHORIZED","status":tr')],
    ["a body over a megabyte", "too_large", json(200, { ...said, x: "x".repeat(1_000_001) })],
  ])("of %s leaves open whether the hold was made (%s)", async (_name, reason, reply) => {
    service.reply(reply)
    const { error, outcome } = await outcomeOf(hold())
    expect(outcome).toMatchObject({ kind: "may_have_happened" })
    expect(error).toMatchObject({ reason, mayHaveHappened: true, safeToRepeat: false })
    expect(service.seen).toHaveLength(1)
  })

  it.each([
    ["no id", { subscription_id: null }],
    ["an id too long", { subscription_id: "s".repeat(65) }],
    ["an id with spaces", { subscription_id: "sub 1" }],
    ["no data", null],
  ])("that creates a subscription with %s asks for a new token", async (_name, data) => {
    service.reply(json(200, { code: "CREATED", status: true, data }))
    const { error, outcome } = await outcomeOf(subscribe())
    expect(outcome).toMatchObject({ kind: "refused", reason: "new_token" })
    expect(error).toMatchObject({ httpStatus: 200, request_id: expect.any(String) })
  })

  it("that cancels another subscription does not count, and the cancel is tried again later", async () => {
    service.reply(json(200, { code: "SUCCESS", status: true, data: { subscription_id: "sub_1" } }))
    expect((await outcomeOf(cancel())).outcome).toMatchObject({ kind: "try_later" })
    service.reply(json(200, { code: "SUCCESS", status: true }))
    expect(await cancel()).toMatchObject({ already_canceled: false, canceled_at: null })
  })
})

it("an open breaker of the card API leaves payments working, and diagnostics show both", async () => {
  gateway = start({ breaker: { failures: 1, openMs: 60_000 } })
  service.reply(json(500, {}))
  payments.reply(json(200, { code: "01", data: { name: "Tienda" } }))
  await errorOf(hold())
  const { error, outcome } = await outcomeOf(hold())
  expect(error).toMatchObject({ name: "BreakerOpenError", mayHaveHappened: false })
  expect(outcome).toEqual({ kind: "try_later", code: null })
  expect((await gateway.merchant.profile("co")).name).toBe("Tienda")
  expect(service.seen).toHaveLength(1)
  expect(gateway.diagnostics()).toMatchObject([
    { account: "co", api: "payments", breaker: "closed", last_error: null },
    { account: "pe", api: "payments", breaker: "closed" },
    { account: "co", api: "cards", breaker: "open", last_error: { operation: "card.authorize" } },
  ])
})

it("the trial of the card API asks for nothing but the cancel of a card that does not exist", async () => {
  gateway = start({ breaker: { failures: 1, openMs: 100 } })
  service.reply(json(500, {}))
  await errorOf(hold())
  expect(gateway.background.enter("co", "renewals")).toBeNull()
  expect(gateway.background.isPaused("co", "releases")).toBe(true)
  expect(gateway.background.enter("co", "payouts")).toMatchObject({ alone: false })
  service.reply(json(404, { code: "NOT_FOUND", status: false }))
  const isOpen = () => gateway.diagnostics().some(({ breaker }) => breaker !== "closed")
  while (isOpen()) await new Promise((resolve) => setTimeout(resolve, 10))
  const trials = service.seen.slice(1)
  expect(trials).not.toHaveLength(0)
  for (const { path, text, headers } of trials) {
    expect(path).toBe("/cards/api/subscription/card/cancel")
    expect(JSON.parse(text)).toEqual({ subscription_id: "00000000-0000-0000-0000-000000000000" })
    expect(headers).toMatchObject({ "x-merchant-id": "m-1", "x-request-id": expect.any(String) })
  }
  // The hold was not answered yet: one renewal shows whether they are, after the pause.
  expect(gateway.background.isPaused("co", "renewals")).toBe(true)
  expect(gateway.background.isPaused("co", "releases")).toBe(false)
})

it("a write that a proxy answers pauses the jobs that send it as one without an answer does", async () => {
  service.reply(raw(404, "<h1>Not Found</h1>"))
  await errorOf(hold())
  expect(gateway.background.isPaused("co", "renewals")).toBe(true)
  expect(gateway.background.isPaused("co", "releases")).toBe(false)
  await errorOf(cancel())
  expect(gateway.background.isPaused("co", "releases")).toBe(true)
})

it("an account that takes no cards holds no background work back: its calls fail by themselves", () => {
  expect(gateway.background.enter("pe", "renewals")).toMatchObject({ alone: false })
  expect(gateway.background.isPaused("pe", "renewals")).toBe(false)
})

it("a card declined by the bank does not count as an error of the card API", async () => {
  service.reply(json(422, { code: "PAYMENT_AUTHORIZATION_FAILED", status: false }))
  expect(await errorOf(hold())).toMatchObject({ reason: "declined" })
  expect(gateway.diagnostics().find(({ api }) => api === "cards")).toMatchObject({
    ...{ breaker: "closed", last_error: null, last_success_at: expect.any(String) },
  })
})

it("a card call is repeated when no connection is made, since nothing was sent", async () => {
  await service.close()
  const { error, outcome } = await outcomeOf(hold())
  expect(error).toMatchObject({ name: "UnreachableError", safeToRepeat: true })
  expect(outcome).toEqual({ kind: "try_later", code: null })
  expect(log.lines).toHaveLength(2)
  service = await startService()
})

it("card token, customer data and credentials appear in no error, log or diagnostics", async () => {
  const request = subscriptionRequest({ token: "cardtoken7731" })
  const { legal_doc, phone_number, email, full_name } = request.customer_data
  const secrets = [request.token, legal_doc, phone_number, email, full_name]
  const hidden = [...secrets, ...Object.values(SECRETS)]
  const message = `No: ${hidden.join(" / ")}`
  const patience = { timeouts: { requestMs: 400 }, retries: { attempts: 1 } }
  gateway = start({ ...patience, breaker: { failures: 100 } })
  for (const reply of [
    noAnswer,
    reset,
    json(200, { code: "SUBSCRIPTION_CREATION_FAILED", status: false, message }),
    json(200, { code: request.token, status: false, message }),
    json(422, { code: "VALIDATION_ERROR", status: false, message }),
    json(422, { code: request.token, status: false, message, data: hidden }),
    json(500, { code: "SERVICE_ERROR", status: false, message }),
  ]) {
    service.reply(reply)
    const error = await errorOf(subscribe(request))
    const seen = [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error)]
    const everything = [...seen, String(error), JSON.stringify([log.lines, gateway.diagnostics()])]
    for (const secret of hidden) expect(everything.join()).not.toContain(secret)
  }
  expect(log.lines).toHaveLength(7)
})
