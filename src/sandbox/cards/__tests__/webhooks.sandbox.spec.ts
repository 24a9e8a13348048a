import { createHmac } from "node:crypto"
import { createSandbox } from "../../index"
import { authorize, authorized, call, capture, renew, subscribed } from "./support/card-shop"
import { WebhookReceiver } from "./support/webhook-receiver"
import { servedSandbox } from "../../__tests__/support/served"

const SECRET = "sandbox-co-webhook-secret"
const UUID = /^[0-9a-f-]{36}$/
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const receiver = new WebhookReceiver()
const sandbox = servedSandbox(receiver)
beforeEach(() => {
  sandbox.cards.registerWebhook("sandbox-co", { url: receiver.url })
})

/** The only webhook that arrived, and what it says. */
async function only() {
  await sandbox.idle()
  expect(receiver.received).toHaveLength(1)
  const [{ headers, text }] = receiver.received
  return { headers, text, body: JSON.parse(text) }
}

/** From here on only what the test does is sent. */
async function settled<T>(made: Promise<T>): Promise<T> {
  const result = await made
  await sandbox.idle()
  receiver.clear()
  return result
}

const hmac = (text: string, encoding: "hex" | "base64" = "hex", secret = SECRET) =>
  createHmac("sha256", secret).update(text).digest(encoding)

describe("a webhook", () => {
  it("has the payload and every header of the interface", async () => {
    const subscription_id = await settled(subscribed(sandbox))
    const transaction_id = await authorized(sandbox, subscription_id, { reference_id: "w-1" })
    const { headers, text, body } = await only()
    const key = `transaction.authorized:${transaction_id}`
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      event: "transaction.authorized",
      timestamp: expect.stringMatching(ISO),
      idempotency_key: key,
      data: {
        transaction: {
          transaction_id,
          transaction_type: "PRE_AUTH_TRANSACTION",
          transaction_status: "APPROVED",
          amount: "50000.00",
          currency: "COP",
          reference_id: "w-1",
          transaction_date: expect.stringMatching(ISO),
        },
        subscription: { subscription_id, status: "ACTIVE" },
      },
    })
    expect(headers).toMatchObject({
      "x-webhook-event": "transaction.authorized",
      "x-webhook-timestamp": body.timestamp,
      "x-webhook-id": expect.stringMatching(UUID),
      "x-idempotency-key": key,
      "x-webhook-signature": hmac(text),
      "user-agent": "Service-Webhooks/1.0",
      "content-type": "application/json",
    })
  })

  it("is sent for each of the six events", async () => {
    const subscription = await subscribed(sandbox)
    const held = await authorized(sandbox, subscription)
    await capture(sandbox, held)
    await renew(sandbox, subscription, held)
    await authorize(sandbox, await subscribed(sandbox, "tok_test_declined"))
    await call(sandbox, "cancel", { subscription_id: subscription })
    sandbox.cards.expireSubscription(await subscribed(sandbox))
    await sandbox.idle()
    expect([...receiver.events].sort()).toEqual([
      "subscription.cancelled",
      ...["subscription.created", "subscription.created", "subscription.created"],
      "subscription.expired",
      ...["transaction.authorized", "transaction.authorized"],
      "transaction.captured",
      "transaction.declined",
    ])
    const cancelled = receiver.bodies.find(({ event }) => event === "subscription.cancelled")
    expect(cancelled).toMatchObject({
      idempotency_key: `subscription.cancelled:${subscription}`,
      data: { subscription: { subscription_id: subscription, status: "CANCELLED" } },
    })
    expect(cancelled.data).not.toHaveProperty("transaction")
    const declined = receiver.bodies.find(({ event }) => event === "transaction.declined")
    expect(declined.data.transaction.transaction_status).toBe("DECLINED")
  })

  it("is not sent again when a cancel is repeated", async () => {
    const subscription_id = await settled(subscribed(sandbox))
    await call(sandbox, "cancel", { subscription_id })
    await call(sandbox, "cancel", { subscription_id })
    sandbox.cards.cancelSubscription(subscription_id)
    expect((await only()).body.event).toBe("subscription.cancelled")
  })

  it("of a capture names the completion or, when set so, the preauthorization", async () => {
    const held = await settled(authorized(sandbox, await subscribed(sandbox)))
    await capture(sandbox, held, { amount: 20_000 })
    const first = await only()
    expect(first.body.data.transaction).toMatchObject({
      transaction_id: sandbox.cards.captures()[0].transaction_id,
      transaction_type: "COMPLETION_TRANSACTION",
      amount: "20000.00",
    })
    expect(first.body.data.transaction).not.toHaveProperty("linked_transaction_id")
    receiver.clear()
    sandbox.configure({ webhooks: { capturedNames: "preauthorization" } })
    sandbox.cards.sendWebhook(sandbox.cards.captures()[0].transaction_id)
    const second = await only()
    expect(second.body.idempotency_key).toBe(`transaction.captured:${held}`)
    expect(second.body.data.transaction).toMatchObject({
      transaction_id: held,
      transaction_type: "PRE_AUTH_TRANSACTION",
      amount: "20000.00",
    })
  })

  it("reports once a capture that the service reversed by itself", async () => {
    const held = await authorized(sandbox, await subscribed(sandbox))
    await settled(capture(sandbox, held))
    sandbox.configure({ webhooks: { linked: true } })
    sandbox.cards.reverseCapture(held)
    sandbox.cards.reverseCapture(held)
    const { body } = await only()
    expect(body).toMatchObject({
      event: "transaction.declined",
      data: { transaction: { transaction_status: "REVERSED", linked_transaction_id: held } },
    })
    expect(sandbox.wallet("sandbox-co")).toBe(0)
  })

  it.each([
    ["body", "hex", ""],
    ["body", "base64", ""],
    ["timestamp.body", "hex", "sha256="],
    ["timestamp.body", "base64", "v1="],
  ] as const)("is signed over %s in %s with the prefix %j", async (input, encoding, prefix) => {
    sandbox.configure({ webhooks: { signature: { input, encoding, prefix } } })
    sandbox.cards.registerWebhook("sandbox-co", { secret: "another secret" })
    await subscribed(sandbox)
    const { headers, text } = await only()
    const signed = input === "body" ? text : `${String(headers["x-webhook-timestamp"])}.${text}`
    expect(headers["x-webhook-signature"]).toBe(prefix + hmac(signed, encoding, "another secret"))
  })

  it("goes to the webhook address in the settings of its merchant", async () => {
    const [colombia] = sandbox.merchants
    const own = createSandbox({ merchants: [{ ...colombia, webhookUrl: receiver.url }] })
    await own.start()
    await subscribed(own)
    await own.idle()
    expect(receiver.events).toEqual(["subscription.created"])
    await own.stop()
  })

  it("counts as lost while no address is registered", async () => {
    sandbox.cards.registerWebhook("sandbox-co", { url: null })
    await subscribed(sandbox)
    await sandbox.idle()
    expect(receiver.received).toEqual([])
    expect(sandbox.cards.webhooks().map(({ event, state }) => [event, state])).toEqual([
      ["subscription.created", "lost"],
    ])
  })

  it("of a kind that is switched off is never made", async () => {
    sandbox.configure({ webhooks: { events: ["transaction.captured"] } })
    const held = await authorized(sandbox, await subscribed(sandbox))
    await capture(sandbox, held)
    expect((await only()).body.event).toBe("transaction.captured")
    expect(sandbox.cards.webhooks()).toHaveLength(1)
  })

  it.each(["http://shop.example/hooks", "ftp://127.0.0.1/x", "nowhere"])(
    "is never registered for %s",
    (url) => {
      expect(() => sandbox.cards.registerWebhook("sandbox-co", { url })).toThrow()
      expect(() =>
        createSandbox({ merchants: [{ ...sandbox.merchants[0], webhookUrl: url }] })
      ).toThrow(/webhookUrl/)
    }
  )
})

describe("delivery", () => {
  it("is repeated after 60, 600 and 1800 seconds, the same body under another id", async () => {
    receiver.answers = [500, 404, 301, 202]
    await subscribed(sandbox)
    await sandbox.idle()
    const counts = [receiver.received.length]
    for (const seconds of [59, 1, 599, 1, 1_799, 1, 86_400]) {
      await sandbox.advanceClock(seconds * 1_000)
      counts.push(receiver.received.length)
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
    const { received } = receiver
    expect(new Set(received.map(({ text }) => text)).size).toBe(1)
    for (const header of ["x-webhook-timestamp", "x-webhook-signature", "x-idempotency-key"]) {
      expect(new Set(received.map(({ headers }) => headers[header])).size).toBe(1)
    }
    expect(new Set(received.map(({ headers }) => headers["x-webhook-id"])).size).toBe(4)
    expect(sandbox.cards.webhooks()[0].state).toBe("accepted")
  })

  it("ends as given_up after the third repeat", async () => {
    receiver.answers = [500, 500, 500, 500]
    await subscribed(sandbox)
    await sandbox.idle()
    await sandbox.advanceClock(86_400_000)
    expect(receiver.received).toHaveLength(4)
    expect(sandbox.cards.webhooks()[0].state).toBe("given_up")
    expect(sandbox.counters()).toMatchObject({ webhooks_sent: 4, webhooks_failed: 4 })
  })

  it("sends as many copies as set, with one key and an id for each copy", async () => {
    sandbox.configure({ webhooks: { copies: 3 } })
    await subscribed(sandbox)
    await sandbox.idle()
    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
    const ids = receiver.received.map(({ headers }) => headers["x-webhook-id"])
    expect(new Set(ids).size).toBe(3)
  })

  it("may be in reverse order, captured before authorized", async () => {
    const subscription = await settled(subscribed(sandbox))
    sandbox.configure({ webhooks: { hold: true } })
    await capture(sandbox, await authorized(sandbox, subscription))
    await sandbox.idle()
    expect(receiver.received).toEqual([])
    await sandbox.cards.releaseWebhooks("reversed")
    expect(receiver.events).toEqual(["transaction.captured", "transaction.authorized"])
  })

  it("may come late, with the time it was made at, or never", async () => {
    const subscription = await settled(subscribed(sandbox))
    sandbox.configure({ webhooks: { delayMs: 3_600_000 } })
    await authorized(sandbox, subscription)
    await sandbox.advanceClock(3_599_000)
    expect(receiver.received).toEqual([])
    await sandbox.advanceClock(2_000)
    const { body } = await only()
    expect(sandbox.now() - Date.parse(body.timestamp)).toBeGreaterThan(3_599_000)
    sandbox.configure({ webhooks: { delayMs: 0, hold: true } })
    await authorized(sandbox, subscription)
    expect(sandbox.cards.dropWebhooks().map(({ state }) => state)).toEqual(["lost"])
    expect(await sandbox.cards.releaseWebhooks()).toEqual([])
  })
})
