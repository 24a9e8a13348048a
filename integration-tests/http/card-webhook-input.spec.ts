import { createHmac, randomUUID } from "node:crypto"
import { signTestWebhook, type TestWebhook } from "../../src/domain/test-webhook"
import type { SignatureForm } from "../../src/domain/webhook-signature"
import { CANARY, shopperEmail } from "../support/personal-data"
import { postRaw } from "../support/notification"
import { withShop } from "../support/shop"

const ADDRESS = "/hooks/payin/card"
const SECRET = CANARY.webhook_secret
const HOUR = 3_600_000

const about = (change: Partial<TestWebhook> = {}): TestWebhook => ({
  event: "transaction.authorized",
  data: {
    transaction: {
      transaction_id: randomUUID(),
      transaction_type: "PRE_AUTH_TRANSACTION",
      transaction_status: "APPROVED",
      amount: "50000.00",
      currency: "COP",
      reference_id: "crd_nobodys",
      transaction_date: new Date().toISOString(),
    },
  },
  ...change,
})

withShop("what card webhooks are let in", {}, (shop) => {
  const post = (
    { body, headers }: { body: string | Buffer; headers: Record<string, string> },
    address = ADDRESS
  ) => postRaw(shop.url + address, headers, Buffer.from(body))
  const kept = async () =>
    shop.pg("payin_event").where({ source: "card" }).orderBy("created_at").select("*")

  it("keeps what is signed and of now, once, and nothing of a person", async () => {
    const webhook = about({ id: randomUUID() })
    Object.assign(webhook.data, { customer: { email: shopperEmail("in-a-webhook") } })
    const { body, headers } = signTestWebhook(webhook, { secret: SECRET })

    expect((await post({ body, headers })).status).toBe(202)
    const rows = await kept()
    expect(rows).toMatchObject([
      {
        type: "transaction.authorized",
        reference: "crd_nobodys",
        account: "co",
        signature: "valid",
        payload: { id: webhook.id, delivery: headers["X-Webhook-Id"] },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain("canary-shopper")
  })

  it("keeps one that comes again once, whatever its delivery and its bytes", async () => {
    const idempotency_key = `transaction.authorized:${randomUUID()}`
    const first = signTestWebhook(about({ idempotency_key }), { secret: SECRET })
    const again = signTestWebhook(about({ idempotency_key }), { secret: SECRET })

    const answers = await Promise.all([
      post(first),
      post(first),
      post({ ...first, headers: { ...first.headers, "X-Webhook-Id": randomUUID() } }),
      post(again),
    ])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(await kept()).toMatchObject([{ idempotency_key }])
  })

  it("refuses what is not signed by the secret, and keeps nothing of it", async () => {
    const signed = signTestWebhook(about(), { secret: SECRET })
    const without = Object.fromEntries(
      Object.entries(signed.headers).filter(([name]) => name !== "X-Webhook-Signature")
    )
    const refused = {
      "no signature": { body: signed.body, headers: without },
      "a wrong signature": {
        body: signed.body,
        headers: { ...signed.headers, "X-Webhook-Signature": "0".repeat(64) },
      },
      "another secret": signTestWebhook(about(), { secret: "another" }),
      "a changed body": { ...signed, body: signed.body.replace("50000.00", "50001.00") },
      "a body that is no JSON": { body: "{", headers: signed.headers },
      "another form": signTestWebhook(about(), {
        secret: SECRET,
        signature: { encoding: "base64" },
      }),
    }
    for (const [name, webhook] of Object.entries(refused)) {
      const { status, body } = await post(webhook)
      expect([name, status]).toEqual([name, 401])
      expect(body).toContain("X-Webhook-Signature")
    }
    expect(await kept()).toEqual([])
  })

  it("refuses what is of another time, and lets the service's last repeat in", async () => {
    const at = (ago: number) =>
      signTestWebhook(about({ timestamp: new Date(Date.now() - ago) }), { secret: SECRET })

    for (const ago of [2 * HOUR + 60_000, 25 * HOUR, -2 * HOUR - 60_000]) {
      const webhook = at(ago)
      expect((await post(webhook)).status).toBe(401)
      // A header that nobody signed makes nothing fresh.
      const headers = { ...webhook.headers, "X-Webhook-Timestamp": new Date().toISOString() }
      expect((await post({ ...webhook, headers })).status).toBe(401)
    }
    expect(await kept()).toEqual([])
    expect((await post(at(2460_000))).status).toBe(202)
  })

  it("refuses what is signed and not JSON, and what is too large", async () => {
    const { headers } = signTestWebhook(about(), { secret: SECRET })
    for (const body of ["", "no json", "[]", "null", '"text"']) {
      const signature = createHmac("sha256", SECRET).update(body).digest("hex")
      const answer = await post({ body, headers: { ...headers, "X-Webhook-Signature": signature } })
      expect([body, answer.status]).toEqual([body, 400])
    }
    const large = signTestWebhook(about({ id: "x".repeat(70_000) }), { secret: SECRET })
    expect((await post(large)).status).toBe(413)
    expect(await kept()).toEqual([])
  })

  it.each<SignatureForm>([
    { input: "body", encoding: "hex", prefix: "sha256=" },
    { input: "body", encoding: "base64", prefix: "" },
    { input: "timestamp.body", encoding: "hex", prefix: "v1=" },
    { input: "timestamp.body", encoding: "base64", prefix: "sha256=" },
  ])(
    "reads the signature in the form that the store was given, and in no other: %j",
    async (form) => {
      const { card } = shop.gateway.options
      if (card === null) throw new Error("the store takes cards")
      const usual = card.signature
      Object.assign(card, { signature: form })
      try {
        const signed = signTestWebhook(about(), { secret: SECRET, signature: form })
        expect((await post(signed)).status).toBe(202)
        const encoding = form.encoding === "hex" ? "base64" : "hex"
        const input = form.input === "body" ? "timestamp.body" : "body"
        for (const other of [
          { ...form, encoding },
          { ...form, input },
        ] as const) {
          const odd = signTestWebhook(about(), { secret: SECRET, signature: other })
          expect([other, (await post(odd)).status]).toEqual([other, 401])
        }
        // The time that counts is the signed one: of the body, or of the header.
        const timestamp = new Date(Date.now() - 3 * HOUR)
        const old = signTestWebhook(about({ timestamp }), { secret: SECRET, signature: form })
        expect((await post(old)).status).toBe(401)
        if (form.input === "timestamp.body") {
          const body = "no json"
          const at = timestamp.toISOString()
          const digest = createHmac("sha256", SECRET).update(`${at}.${body}`).digest(form.encoding)
          const headers = { "X-Webhook-Timestamp": at, "X-Webhook-Signature": digest }
          expect((await post({ body, headers })).status).toBe(401)
        }
      } finally {
        Object.assign(card, { signature: usual })
      }
      expect(await kept()).toHaveLength(1)
    }
  )

  it("looks at no User-Agent, and misses no other part than its signature", async () => {
    const signed = signTestWebhook(about(), { secret: SECRET })
    for (const agent of ["curl/8.0", ""]) {
      const headers = { ...signed.headers, "User-Agent": agent }
      expect((await post({ ...signed, headers })).status).toBe(202)
    }
    const names = ["X-Webhook-Event", "X-Webhook-Timestamp", "X-Webhook-Id", "X-Idempotency-Key"]
    const bare = Object.fromEntries(
      Object.entries(signed.headers).filter(([name]) => !names.includes(name))
    )
    expect((await post({ ...signed, headers: bare })).status).toBe(202)
    expect(await kept()).toHaveLength(1)
  })

  it("keeps what lacks a part as of no use, and refuses what lacks its time", async () => {
    const sign = (body: Record<string, unknown>) => {
      const text = JSON.stringify(body)
      const signature = createHmac("sha256", SECRET).update(text).digest("hex")
      return { body: text, headers: { "X-Webhook-Signature": signature } }
    }
    const timestamp = new Date().toISOString()
    const event = "transaction.captured"
    expect((await post(sign({ event, data: {} }))).status).toBe(401)
    const parts = [
      { timestamp, event },
      { timestamp, event, data: null },
      { timestamp, event, data: { transaction: "none" } },
      { timestamp, data: {} },
      { timestamp },
    ]
    for (const part of parts) {
      expect((await post(sign(part))).status).toBe(202)
    }
    const rows = await shop.until(async () => {
      const all = await kept()
      return all.every(({ status }) => status === "ignored") ? all : null
    })
    expect(rows).toHaveLength(parts.length)
    expect(await shop.anomalies()).toEqual([])
  })

  it("keeps an event that nobody documents, and does nothing about it", async () => {
    const { body, headers } = signTestWebhook(about(), { secret: SECRET })
    const odd = body.replaceAll("transaction.authorized", "transaction.refunded")
    const signature = createHmac("sha256", SECRET).update(odd).digest("hex")
    const answer = await post({
      body: odd,
      headers: { ...headers, "X-Webhook-Signature": `sha256=${signature}` },
    })
    expect(answer.status).toBe(202)
    expect(await kept()).toMatchObject([{ type: "transaction.refunded" }])
  })

  it.each(["/hooks/payment/payin-card_co", "/hooks/payment/pp_payin-card_co"])(
    "is as strict at Medusa's standard address %s",
    async (address) => {
      const signed = signTestWebhook(about(), { secret: SECRET })
      const headers = { ...signed.headers, "X-Webhook-Signature": "0".repeat(64) }
      expect((await post({ ...signed, headers }, address)).status).toBe(401)
      const old = signTestWebhook(about({ timestamp: new Date(Date.now() - 3 * HOUR) }), {
        secret: SECRET,
      })
      expect((await post(old, address)).status).toBe(401)
      expect((await post(signed, address)).status).toBe(404)
      const large = signTestWebhook(about({ id: "x".repeat(70_000) }), { secret: SECRET })
      expect((await post(large, address)).status).toBe(413)
      expect(await kept()).toEqual([])
    }
  )

  it("leaves the address of a card account that there is not to core", async () => {
    const signed = signTestWebhook(about(), { secret: SECRET })
    expect((await post(signed, "/hooks/payment/payin-card_pe")).status).toBe(200)
    expect(await kept()).toEqual([])
  })
})
