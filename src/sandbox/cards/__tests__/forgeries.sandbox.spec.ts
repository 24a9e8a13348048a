import { createHmac } from "node:crypto"
import { type WebhookForgery } from "../../index"
import { authorized, capture, subscribed } from "./support/card-shop"
import { WebhookReceiver } from "./support/webhook-receiver"
import { servedSandbox } from "../../__tests__/support/served"

const DAY_MS = 86_400_000

const receiver = new WebhookReceiver()
const sandbox = servedSandbox(receiver)
let held: string
beforeEach(async () => {
  held = await authorized(sandbox, await subscribed(sandbox))
  sandbox.cards.registerWebhook("sandbox-co", { url: receiver.url })
  receiver.clear()
})

async function forged(forge: WebhookForgery) {
  const [webhook] = sandbox.cards.sendWebhook(held, { forge })
  expect(webhook.forged).toBe(forge)
  await sandbox.idle()
  expect(receiver.received).toHaveLength(1)
  const [{ headers, text }] = receiver.received
  const right = createHmac("sha256", "sandbox-co-webhook-secret").update(text).digest("hex")
  return { headers, text, right }
}

describe("a forged webhook", () => {
  it.each(["signature", "secret", "body"] as const)(
    "has a wrong signature of the right form: %s",
    async (forge) => {
      const { headers, right } = await forged(forge)
      expect(headers["x-webhook-signature"]).toMatch(/^[0-9a-f]{64}$/)
      expect(headers["x-webhook-signature"]).not.toBe(right)
    }
  )

  it("may have no signature", async () => {
    expect((await forged("no_signature")).headers).not.toHaveProperty("x-webhook-signature")
  })

  it("may repeat an old webhook under a fresh timestamp header", async () => {
    const { headers, text, right } = await forged("fresh_header")
    expect(headers["x-webhook-signature"]).toBe(right)
    const header = Date.parse(String(headers["x-webhook-timestamp"]))
    expect(header - Date.parse(JSON.parse(text).timestamp)).toBe(DAY_MS)
  })

  it("has a wrong signature under a fresh header when the header is signed", async () => {
    sandbox.configure({
      webhooks: { signature: { input: "timestamp.body", encoding: "hex", prefix: "" } },
    })
    const { headers, text } = await forged("fresh_header")
    const signed = `${String(headers["x-webhook-timestamp"])}.${text}`
    const right = createHmac("sha256", "sandbox-co-webhook-secret").update(signed).digest("hex")
    expect(headers["x-webhook-signature"]).not.toBe(right)
  })
})

describe("a correctly signed webhook", () => {
  it.each<[WebhookForgery, (body: Record<string, unknown>) => unknown]>([
    ["unknown_event", ({ event }) => event === "transaction.settled"],
    ["missing_data", (body) => !("data" in body)],
    ["missing_key", (body) => !("idempotency_key" in body)],
    ["stale", ({ timestamp }) => sandbox.now() - Date.parse(String(timestamp)) >= DAY_MS],
  ])("may still be wrong: %s", async (forge, isWrong) => {
    const { headers, text, right } = await forged(forge)
    expect(headers["x-webhook-signature"]).toBe(right)
    expect(isWrong(JSON.parse(text))).toBe(true)
  })

  it("may have a body that is no JSON", async () => {
    const { headers, text, right } = await forged("not_json")
    expect(headers["x-webhook-signature"]).toBe(right)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  it("may report an event that never happened, with any status and body", async () => {
    sandbox.cards.sendWebhook(held, { event: "transaction.captured", status: "APPROVED" })
    sandbox.cards.sendWebhook(held, { status: "ODD", body: { more: 1 }, ageMs: DAY_MS })
    await sandbox.idle()
    expect(sandbox.cards.captures()).toEqual([])
    const [captured, odd] = [...receiver.bodies].sort((a, b) => (a.event < b.event ? 1 : -1))
    expect(captured.idempotency_key).toBe(`transaction.captured:${held}`)
    expect(odd).toMatchObject({ more: 1, data: { transaction: { transaction_status: "ODD" } } })
    expect(sandbox.now() - Date.parse(odd.timestamp)).toBeGreaterThanOrEqual(DAY_MS)
  })

  it("repeats the last event of its record when no event is named", async () => {
    await capture(sandbox, held)
    const [{ transaction_id, subscription_id }] = sandbox.cards.captures()
    await sandbox.idle()
    receiver.clear()
    sandbox.configure({ webhooks: { hold: true } })
    sandbox.cards.sendWebhook(transaction_id)
    sandbox.cards.sendWebhook(held)
    sandbox.cards.sendWebhook(subscription_id)
    sandbox.cards.expireSubscription(subscription_id)
    await sandbox.cards.releaseWebhooks()
    expect(receiver.events).toEqual([
      "transaction.captured",
      "transaction.authorized",
      "subscription.created",
      "subscription.expired",
    ])
    expect(() => sandbox.cards.sendWebhook("nobody")).toThrow(/"nobody"/)
  })
})
