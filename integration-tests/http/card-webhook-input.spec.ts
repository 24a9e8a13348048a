import { createHmac, randomUUID } from "node:crypto"
import { signTestWebhook, type TestWebhook } from "../../src/domain/test-webhook"
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
