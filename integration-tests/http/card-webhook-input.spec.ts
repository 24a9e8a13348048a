import { randomUUID } from "node:crypto"
import { signTestWebhook, type TestWebhook } from "../../src/domain/notification/test-webhook"
import { CANARY } from "../support/personal-data"
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

withShop("the input of card webhooks", {}, (shop) => {
  const post = (
    { body, headers }: { body: string | Buffer; headers: Record<string, string> },
    address = ADDRESS
  ) => postRaw(shop.url + address, headers, Buffer.from(body))
  const kept = async () =>
    shop.pg("payin_event").where({ source: "card" }).orderBy("created_at").select("*")

  it("refuses a forged and a too large webhook, and stores neither", async () => {
    const forged = await post(signTestWebhook(about(), { secret: "another" }))
    expect(forged).toMatchObject({
      ...{ status: 401, body: expect.stringContaining("X-Webhook-Signature") },
    })
    const large = signTestWebhook(about({ id: "x".repeat(70_000) }), { secret: SECRET })
    expect((await post(large)).status).toBe(413)
    expect(await kept()).toEqual([])
  })

  it.each(["/hooks/payment/payin-card_co", "/hooks/payment/pp_payin-card_co"])(
    "refuses forged, stale, unmatched and too large webhooks at Medusa's standard address %s",
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

  it("leaves the address of a card account that does not exist to Medusa", async () => {
    const signed = signTestWebhook(about(), { secret: SECRET })
    expect((await post(signed, "/hooks/payment/payin-card_pe")).status).toBe(200)
    expect(await kept()).toEqual([])
  })
})
