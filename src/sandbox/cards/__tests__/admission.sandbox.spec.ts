import { randomUUID } from "node:crypto"
import request from "supertest"
import { createSandbox } from "../../index"
import {
  authorizationBody,
  authorized,
  call,
  cardHeaders,
  PATHS,
  subscribed,
  subscriptionBody,
  type CardAct,
} from "./support/card-shop"
import { servedSandbox } from "../../__tests__/support/served"

const sandbox = servedSandbox()

const ACTS: CardAct[] = ["subscribe", "authorize", "renew", "capture", "cancel"]
const raw = (act: CardAct, headers: Record<string, string>, body = "{}") =>
  request(sandbox.url).post(PATHS[act]).set(headers).send(body)

function without(name: string): Record<string, string> {
  const { [name]: _gone, ...rest } = cardHeaders()
  return rest
}

describe.each(ACTS)("headers of %s", (act) => {
  it.each(["X-Merchant-ID", "X-Request-ID"])("without %s get a plain 400", async (name) => {
    const message = `El encabezado ${name} es obligatorio.`
    const answer = await raw(act, without(name.toLowerCase()))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ status: false, message })
    sandbox.configure({ cards: { missingHeader: "text" } })
    const empty = await raw(act, { ...cardHeaders(), [name.toLowerCase()]: " " })
    expect(empty.status).toBe(400)
    expect(empty.type).toBe("text/plain")
    expect(empty.text).toBe(message)
  })

  it.each([
    ["no Token-Top", () => without("token-top")],
    ["no Authorization", () => without("authorization")],
    ["another Token-Top", () => ({ ...cardHeaders(), "token-top": "x" })],
    ["a wrong password", () => ({ ...cardHeaders(), authorization: "Basic YTpi" })],
  ])("with %s get 401 UNAUTHORIZED", async (_title, headers) => {
    const answer = await raw(act, headers())
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: "UNAUTHORIZED", status: false })
  })

  it("with a body that is no JSON object get a validation error", async () => {
    for (const body of ["{", "[]", '"x"', "null", ""]) {
      const answer = await raw(act, cardHeaders(), body)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", status: false })
    }
    const form = await raw(act, { ...cardHeaders(), "content-type": "text/plain" })
    expect(form.status).toBe(415)
  })
})

describe("the merchant of a card call", () => {
  it("is not found when X-Merchant-ID is unknown or another merchant's", async () => {
    for (const act of ACTS) {
      const headers = { ...cardHeaders(), "x-merchant-id": act === "cancel" ? "no" : "sandbox-pe" }
      const answer = await raw(act, headers, JSON.stringify(subscriptionBody()))
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ code: "NOT_FOUND", status: false })
    }
  })

  it("is refused with 403 ACCESS_DENIED when it is inactive or outside Colombia", async () => {
    const peru = await raw("subscribe", cardHeaders("PE"), JSON.stringify(subscriptionBody()))
    expect(peru.status).toBe(403)
    expect(peru.body).toMatchObject({ code: "ACCESS_DENIED", status: false })
    const inactive = createSandbox({ merchants: [{ ...sandbox.merchants[0], active: false }] })
    await inactive.start()
    expect((await call(inactive, "subscribe", subscriptionBody())).status).toBe(403)
    await inactive.stop()
  })
})

it("a card call with an unknown or another merchant's id gets 404 NOT_FOUND", async () => {
  const mine = await subscribed(sandbox)
  const held = await authorized(sandbox, mine)
  const bodies: [CardAct, (subscription: string, transaction: string) => object][] = [
    ["authorize", (subscription) => authorizationBody(subscription)],
    [
      "renew",
      (subscription, linked_transaction_id) =>
        authorizationBody(subscription, { linked_transaction_id }),
    ],
    ["capture", (_subscription, transaction_id) => ({ transaction_id, amount: 1, tax: 0 })],
    ["cancel", (subscription_id) => ({ subscription_id })],
  ]
  for (const [act, body] of bodies) {
    const unknown = await call(sandbox, act, body(randomUUID(), randomUUID()))
    const foreign = await raw(act, cardHeaders("MX"), JSON.stringify(body(mine, held)))
    for (const answer of [unknown, foreign]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ code: "NOT_FOUND", status: false })
    }
  }
  expect(sandbox.cards.authorization(held)?.hold).toBe("held")
})

it("a card call gets 405 for a wrong method and 404 for a wrong address", async () => {
  const got = await request(sandbox.url).get(PATHS.authorize).set(cardHeaders())
  expect([got.status, got.headers.allow]).toEqual([405, "POST"])
  for (const path of [
    "/card/api/v1/subscription/card",
    "/card/api/subscription/card/authorize",
    "/api/subscription/card",
  ]) {
    expect((await request(sandbox.url).post(path).set(cardHeaders()).send("{}")).status).toBe(404)
  }
})
