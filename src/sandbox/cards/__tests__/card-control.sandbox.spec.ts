import request from "supertest"
import { UnknownCardRecordError } from "../../index"
import {
  authorize,
  authorized,
  call,
  capture,
  subscribed,
  subscriptionBody,
} from "./support/card-shop"
import { WebhookReceiver } from "./support/webhook-receiver"
import { servedSandbox } from "../../__tests__/support/served"

const receiver = new WebhookReceiver()
const sandbox = servedSandbox(receiver)

const get = async (path: string) => (await request(sandbox.controlUrl).get(path)).body
const post = (path: string, body: object = {}) => request(sandbox.controlUrl).post(path).send(body)

describe("the control API", () => {
  it("lists subscriptions, preauthorizations and captures newest first, and by their ids", async () => {
    const [first, second] = [await subscribed(sandbox), await subscribed(sandbox)]
    const held = await authorized(sandbox, first, { reference_id: "r-1" })
    await authorized(sandbox, second, { reference_id: "r-2" })
    await capture(sandbox, held)
    const ids = async (path: string, list: string, key: string) =>
      (await get(path))[list].map((one: Record<string, unknown>) => one[key])
    expect(await ids("/cards/subscriptions", "subscriptions", "subscription_id")).toEqual([
      second,
      first,
    ])
    expect(await ids("/cards/subscriptions?limit=1", "subscriptions", "subscription_id")).toEqual([
      second,
    ])
    expect(await ids("/cards/authorizations", "authorizations", "reference_id")).toEqual([
      "r-2",
      "r-1",
    ])
    expect(await ids("/cards/authorizations?reference_id=r-1", "authorizations", "hold")).toEqual([
      "captured",
    ])
    expect(
      await ids(`/cards/authorizations?subscription_id=${second}`, "authorizations", "reference_id")
    ).toEqual(["r-2"])
    expect(
      await ids("/cards/captures?reference_id=r-1", "captures", "linked_transaction_id")
    ).toEqual([held])
    expect(await get("/cards/captures?reference_id=r-2")).toEqual({ captures: [] })
    expect(await get(`/cards/subscriptions/${first}`)).toMatchObject({
      subscription: { status: "ACTIVE", brand: "VISA", last_four: "1111" },
    })
    expect((await get(`/cards/authorizations/${held}`)).authorization.captured_amount).toBe(50_000)
  })

  it("ends subscriptions, reverses captures and makes tokens", async () => {
    const [one, two] = [await subscribed(sandbox), await subscribed(sandbox)]
    const held = await authorized(sandbox, one)
    await capture(sandbox, held)
    expect(
      (await post(`/cards/authorizations/${held}/reverse`)).body.capture.reversed_at
    ).not.toBeNull()
    expect((await post(`/cards/subscriptions/${one}/cancel`)).body.subscription.status).toBe(
      "CANCELLED"
    )
    expect((await post(`/cards/subscriptions/${two}/expire`)).body.subscription.status).toBe(
      "EXPIRED"
    )
    expect((await get("/cards/subscriptions?status=EXPIRED")).subscriptions).toHaveLength(1)
    const { token } = (await post("/cards/tokens", { number: "4111 1111 1111 1111" })).body
    const made = await call(sandbox, "subscribe", subscriptionBody({ token }))
    expect(made.body.code).toBe("CREATED")
  })

  it("registers an address, sends, forges, holds, releases and drops webhooks", async () => {
    const set = await post("/cards/endpoints/sandbox-co", { url: receiver.url, secret: "s" })
    expect(set.body).toEqual({ endpoint: { url: receiver.url, secret: "s" } })
    await post("/settings", { webhooks: { hold: true } })
    const id = await subscribed(sandbox)
    await post(`/cards/${id}/webhook`, {
      event: "subscription.expired",
      forge: "secret",
      copies: 2,
    })
    const held = (await get("/cards/webhooks?state=held")).webhooks
    expect(held.map(({ event }: { event: string }) => event)).toEqual([
      "subscription.created",
      "subscription.expired",
      "subscription.expired",
    ])
    await post("/cards/webhooks/release", { ids: [held[2].id, held[0].id] })
    expect(receiver.events).toEqual(["subscription.expired", "subscription.created"])
    expect((await post("/cards/webhooks/drop")).body.webhooks).toHaveLength(1)
    const accepted = await get(`/cards/webhooks?state=accepted&subscription_id=${id}`)
    expect(accepted.webhooks).toHaveLength(2)
  })

  it.each<[string, object, number]>([
    ["/cards/subscriptions/nobody/cancel", {}, 404],
    ["/cards/authorizations/nobody/reverse", {}, 404],
    ["/cards/nobody/webhook", {}, 404],
    ["/cards/tokens", { number: "4000056655665556" }, 400],
    ["/cards/endpoints/nobody", { url: null }, 400],
    ["/cards/endpoints/sandbox-co", { url: "http://shop.example" }, 400],
    ["/settings", { cards: { colour: "red" } }, 400],
  ])("refuses %s %j", async (path, body, status) => {
    const answer = await post(path, body)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toMatch(/^payin-sandbox: /)
  })

  it("answers 404 for unknown records", async () => {
    for (const path of ["/cards/subscriptions/x", "/cards/authorizations/x"]) {
      expect((await request(sandbox.controlUrl).get(path)).status).toBe(404)
    }
    expect(() => sandbox.cards.expireSubscription("x")).toThrow(UnknownCardRecordError)
    expect([sandbox.cards.subscription("x"), sandbox.cards.authorization("x")]).toEqual([
      null,
      null,
    ])
  })
})

describe("the front page", () => {
  const page = async (language = "es") =>
    (await request(sandbox.url).get("/").set("accept-language", language)).text

  it("shows holds and captures in both languages, and where cards are called", async () => {
    const id = await subscribed(sandbox)
    await capture(sandbox, await authorized(sandbox, id), { amount: 20_000 })
    await authorized(sandbox, id)
    await authorize(sandbox, await subscribed(sandbox, "tok_test_declined"))
    const spanish = await page()
    for (const text of ["Capturada", "20.000", "Retenida", "50.000", "Fondos insuficientes."]) {
      expect(spanish).toContain(text)
    }
    expect(spanish).toContain("VISA ···1111")
    expect(spanish).toContain(`${sandbox.cardUrl}<`)
    expect(await page("en")).toMatch(/On hold[^]*no webhook address/)
    sandbox.cards.registerWebhook("sandbox-co", { url: receiver.url })
    await authorized(sandbox, id)
    await sandbox.idle()
    expect(await page("en")).toContain("notification accepted (202)")
  })

  it("ends a subscription by a press, once", async () => {
    const id = await subscribed(sandbox)
    await authorized(sandbox, id)
    const press = (who: string, outcome: string) =>
      request(sandbox.url).post(`/card-outcome/${who}`).type("form").send({ outcome })
    expect(await page()).toContain(`/card-outcome/${id}`)
    expect((await press(id, "expire")).status).toBe(303)
    await press(id, "cancel")
    expect(sandbox.cards.subscription(id)?.status).toBe("EXPIRED")
    expect(await page()).toContain("Suscripción vencida")
    expect((await press("nobody", "cancel")).status).toBe(404)
  })
})

it("a reset removes cards, tokens, webhooks and webhook addresses", async () => {
  const token = sandbox.cards.token("4111111111111111")
  sandbox.cards.registerWebhook("sandbox-co", { url: receiver.url })
  await capture(sandbox, await authorized(sandbox, await subscribed(sandbox)))
  await sandbox.idle()
  receiver.clear()
  sandbox.reset()
  expect(sandbox.counters()).toMatchObject({
    card_capture: 0,
    webhooks_sent: 0,
    cards: { subscriptions: 0, authorizations: 0, captures: 0 },
  })
  expect(sandbox.cards.webhooks()).toEqual([])
  const gone = await call(sandbox, "subscribe", subscriptionBody({ token }))
  expect(gone.body.code).toBe("SUBSCRIPTION_CREATION_FAILED")
  await subscribed(sandbox)
  await sandbox.idle()
  expect(receiver.received).toEqual([])
})

it("a token of the browser script is accepted once, or many times when set so", async () => {
  const spend = (token: string) => call(sandbox, "subscribe", subscriptionBody({ token }))
  const once = sandbox.cards.token("4111111111111111")
  expect((await spend(once)).body.code).toBe("CREATED")
  expect((await spend(once)).body.code).toBe("SUBSCRIPTION_CREATION_FAILED")
  sandbox.configure({ cards: { tokenUse: "many" } })
  expect((await spend(once)).body.code).toBe("CREATED")
})
