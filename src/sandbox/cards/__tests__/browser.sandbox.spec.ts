import { Script } from "node:vm"
import request from "supertest"
import { CARDS } from "../test-cards"
import { authorize, call, subscriptionBody } from "./support/card-shop"
import { servedSandbox } from "../../__tests__/support/served"

const sandbox = servedSandbox()

const FILLED = { holder: "Ana Restrepo", expiry: "12/40", cvv: "123" }
const tokens = (fields: object, language = "es") =>
  request(sandbox.cardUrl).post("/tokens").set("accept-language", language).send(fields)

describe("a test card", () => {
  it("becomes a token for a subscription, and the answer shows only its last four digits", async () => {
    const answer = await tokens({ ...FILLED, number: "4111 1111 1111 1111" })
    expect(answer.status).toBe(200)
    const { token } = answer.body
    expect(answer.body).toEqual({ token, brand: "VISA", last_four: "1111" })
    expect(token).toMatch(/^tok_[0-9a-f]{32}$/)
    expect(token.length).toBeLessThanOrEqual(60)
    const made = await call(sandbox, "subscribe", subscriptionBody({ token }))
    expect(made.body.code).toBe("CREATED")
  })

  it("becomes a token after a code of six digits when the bank asks for one", async () => {
    const card = { ...FILLED, number: "5555555555554444" }
    expect((await tokens(card)).body).toEqual({ challenge: true })
    const wrong = await tokens({ ...card, code: "12345" })
    expect([wrong.status, wrong.body]).toEqual([
      422,
      { errors: { code: "El código tiene seis dígitos." } },
    ])
    expect((await tokens({ ...card, code: "987 654" })).body.last_four).toBe("4444")
  })

  it("has a token that behaves like the fixed token of the same card", async () => {
    for (const { number, token: fixed } of CARDS) {
      const { token } = (await tokens({ ...FILLED, number, code: "123456" })).body
      const codes = await Promise.all(
        [token, fixed].map(async (one) => {
          const made = await call(sandbox, "subscribe", subscriptionBody({ token: one }))
          if (made.body.status !== true) return made.body.code
          return (await authorize(sandbox, made.body.data.subscription_id)).body.code
        })
      )
      expect(codes[0]).toBe(codes[1])
    }
  })

  it("becomes no token with another number, a wrong CVV, a past date or no name", async () => {
    const wrong = { number: "4000056655665556", holder: " ", expiry: "01/20", cvv: "999" }
    const answer = await tokens(wrong, "en")
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).sort()).toEqual(["cvv", "expiry", "holder", "number"])
    expect(answer.body.errors.number).toMatch(/only the test cards/)
    expect(answer.text).not.toContain(wrong.number)
  })

  it("becomes no token by a form post, which another site could send", async () => {
    const answer = await request(sandbox.cardUrl)
      .post("/tokens")
      .type("form")
      .send({ ...FILLED, number: "4111111111111111" })
    expect(answer.status).toBe(422)
  })

  it("leaves its number in nothing that the sandbox shows", async () => {
    const { token } = (await tokens({ ...FILLED, number: "4111111111111111" })).body
    const made = await call(sandbox, "subscribe", subscriptionBody({ token }))
    await authorize(sandbox, made.body.data.subscription_id)
    const { cards } = sandbox
    const shown = [
      sandbox.requests(),
      cards.subscriptions(),
      cards.authorizations(),
      cards.webhooks(),
    ]
    expect(JSON.stringify(shown)).toContain(token)
    expect(JSON.stringify(shown)).not.toContain("4111111111111111")
  })
})

describe("the browser script", () => {
  it("is served as valid JavaScript that defines window.PayInCard", async () => {
    const script = await request(sandbox.cardUrl).get("/sdk.js")
    expect(script.type).toBe("text/javascript")
    expect(script.text).toContain("window.PayInCard")
    expect(() => new Script(script.text)).not.toThrow()
  })

  it("serves a form that any page may frame, in both languages, with every test card", async () => {
    const form = (query: object) => request(sandbox.cardUrl).get("/form").query(query)
    const spanish = await form({ origin: "http://127.0.0.1:8000/checkout?x=1", lang: "es" })
    expect(spanish.headers["content-security-policy"]).not.toContain("frame-ancestors")
    expect(spanish.text).toContain('data-origin="http://127.0.0.1:8000"')
    expect(spanish.text).toContain("Usar esta tarjeta")
    expect(spanish.text).toMatch(/name="holder"[^>]*value="Ana Ejemplo"/)
    for (const { number } of CARDS) {
      expect(spanish.text.replaceAll(" ", "")).toContain(number)
    }
    expect((await form({ lang: "en" })).text).toContain("Use this card")
  })

  it.each(["javascript:alert(1)", "null", '"><script>', ""])(
    "serves a form without an origin for the wrong origin %j",
    async (origin) => {
      const form = await request(sandbox.cardUrl).get("/form").query({ origin })
      expect(form.text).toContain('data-origin=""')
    }
  )
})
