import request from "supertest"
import { Receiver } from "./support/receiver"
import { create, open, press, ticketOf, type Wanted } from "./support/shop"
import { CATALOG, COUNTRY_CODES } from "../catalog"
import { servedSandbox } from "./support/served"

const REDIRECT = "https://shop.example/checkout/return?cart=1&amp;x=2"

const receiver = new Receiver()
const sandbox = servedSandbox(receiver)

const start = (payment_method: string, wanted: Wanted = {}) =>
  ticketOf(sandbox, { payment_method, ipn_url: receiver.url, ...wanted })

const statusOf = (ticket: string) => sandbox.transaction(ticket)?.status

describe("a hosted page", () => {
  const kinds = [
    ...new Map(
      [...COUNTRY_CODES]
        .reverse()
        .flatMap((country) =>
          CATALOG[country].methods.map((method): [string, Wanted] => [method, { country }])
        )
    ),
  ]

  it.each(kinds)(
    "of %s says that it is a sandbox, in both languages, with a way back",
    async (method, wanted) => {
      const ticket = await start(method, wanted)
      const spanish = await open(sandbox, ticket)
      expect(spanish.text).toContain('<html lang="es">')
      expect(spanish.text).toContain("Sandbox: entorno de pruebas.")
      const english = await open(sandbox, ticket, "en-GB,en;q=0.9")
      expect(english.text).toContain('<html lang="en">')
      expect(english.text).toContain("Sandbox: test environment.")
      for (const { text } of [spanish, english]) {
        expect(text).toContain('data-action="approve"')
        expect(text).toContain('data-action="reject"')
        expect(text).toContain(`href="${REDIRECT}"`)
        expect(text.match(/<h1/g)).toHaveLength(1)
      }
    }
  )

  it.each(kinds)(
    "of %s labels every input and loads nothing from elsewhere",
    async (method, wanted) => {
      const page = await open(sandbox, await start(method, wanted))
      expect(page.headers["content-security-policy"]).toContain(
        "default-src 'self' 'unsafe-inline'"
      )
      expect(page.text).not.toMatch(/(?:src|srcset)="|@import|url\(/)
      for (const [, attributes] of page.text.matchAll(/<(?:input|select)\b([^>]*)>/g)) {
        if (attributes.includes('type="radio"')) continue
        const [, id] = /\bid="([^"]+)"/.exec(attributes) ?? []
        expect(page.text).toContain(`<label for="${id}"`)
      }
    }
  )

  it.each(kinds)("of %s can be rejected or expired from the strip", async (method, wanted) => {
    const rejected = await start(method, wanted)
    await press(sandbox, rejected, "outcome", { outcome: "reject" })
    expect(statusOf(rejected)).toBe("REJECTED")
    expect((await open(sandbox, rejected)).text).toContain("Pago rechazado")
    const expired = await start(method, wanted)
    await press(sandbox, expired, "outcome", { outcome: "expire" })
    expect((await open(sandbox, expired)).text).toContain("Este enlace venció")
  })

  it("escapes what a merchant or shopper wrote", async () => {
    const evil = `<script>alert("x")</script>'&`
    const ticket = await start("PSE", {
      description: evil,
      reference: `"><img src=x>`,
      customer: { full_name: evil },
    })
    const page = await open(sandbox, ticket)
    expect(page.text).not.toContain("<script>alert")
    expect(page.text).not.toContain("<img")
    expect(page.text).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;")
    expect((await request(sandbox.url).get("/")).text).not.toContain("<img")
  })

  it("keeps the language that the switch chose", async () => {
    const ticket = await start("PSE")
    const browser = request.agent(sandbox.url)
    const switched = await browser.get(`/pay/${ticket}?lang=en`).set("accept-language", "es")
    expect(switched.text).toContain("Pay with PSE")
    const later = await browser.get(`/pay/${ticket}`).set("accept-language", "es")
    expect(later.text).toContain("Pay with PSE")
  })

  it("is in Spanish for a browser that asks for another language", async () => {
    const page = await open(sandbox, await start("PSE"), "de")
    expect(page.text).toContain('<html lang="es">')
  })

  it("formats money and time for the place", async () => {
    const peru = await start("QR", { country: "PE" })
    expect((await open(sandbox, peru)).text).toMatch(/S\/\s189\.90/)
    expect((await open(sandbox, peru, "en")).text).toMatch(/PEN\s189\.90/)
    const colombia = await start("PSE")
    expect((await open(sandbox, colombia, "en")).text).toMatch(/COP\s50,000/)
    expect((await open(sandbox, colombia)).text).toContain("hora de Bogotá")
  })

  it("reports a changed status to a waiting browser", async () => {
    const ticket = await start("EFECTY")
    const before = await request(sandbox.url).get(`/pay/${ticket}/state`)
    expect(before.body).toEqual({ status: "PENDING", state: "PENDING.start" })
    sandbox.settle(ticket, { status: "APPROVED", notify: false })
    const after = await request(sandbox.url).get(`/pay/${ticket}/state`)
    expect(after.body.status).toBe("APPROVED")
  })

  it("redirects to itself in the chosen language when the address of an action is loaded", async () => {
    const ticket = await start("CARD")
    const answer = await request(sandbox.url).get(`/pay/${ticket}/card?lang=en`)
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe(`/pay/${ticket}?lang=en`)
  })

  it("is a 404 with a readable message for an unknown ticket", async () => {
    for (const answer of [
      await open(sandbox, "nope"),
      await press(sandbox, "nope", "outcome", { outcome: "approve" }),
      await request(sandbox.url).get("/nowhere"),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.text).toContain("Esta página no existe")
    }
    expect((await request(sandbox.url).get("/pay/nope/state")).status).toBe(404)
  })
})

describe("the front page", () => {
  it("shows credentials and addresses before the first transaction", async () => {
    const page = await request(sandbox.url).get("/")
    expect(page.text).toContain("Todavía no hay ninguna")
    expect(page.text).toContain("sandbox-co-token")
    expect(page.text).toContain(sandbox.controlUrl)
  })

  it("lists transactions with their page, their state and what became of the notification", async () => {
    const paid = await start("PSE", { reference: "front-1" })
    await create(sandbox, { reference: "front-2" })
    sandbox.settle(paid, { status: "APPROVED" })
    await sandbox.idle()
    const { text } = await request(sandbox.url).get("/")
    expect(text).toContain(`href="/pay/${paid}"`)
    expect(text).toContain("front-2")
    expect(text).toContain("notificación recibida (202)")
    expect(text.match(/action="\/outcome\//g)).toHaveLength(1)
  })

  it.each([
    ["approve", "APPROVED"],
    ["reject", "REJECTED"],
  ] as const)("settles by its button %s and returns to itself", async (outcome, status) => {
    const ticket = await start("EFECTY")
    const answer = await request(sandbox.url)
      .post(`/outcome/${ticket}`)
      .type("form")
      .send({ outcome })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe("/")
    expect(statusOf(ticket)).toBe(status)
  })
})
