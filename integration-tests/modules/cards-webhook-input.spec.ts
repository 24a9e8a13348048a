import { createHmac, randomUUID } from "node:crypto"
import { receiveCardWebhook } from "../../src/api/hooks/receive-card"
import { newReference } from "../../src/domain/row/reference"
import { signTestWebhook, type SignedTestWebhook } from "../../src/domain/notification/test-webhook"
import type { TestWebhook } from "../../src/domain/notification/test-webhook"
import type { SignatureForm } from "../../src/domain/notification/webhook-signature"
import { closeGate } from "../support/gate"
import { CardTill } from "../support/modules/cards"
import { withModules, type Modules } from "../support/modules/modules"
import { webhookOf } from "../support/modules/webhooks"
import { CANARY, shopperEmail } from "../support/personal-data"

const SECRET = CANARY.webhook_secret
const HOUR = 3_600_000

const sign = (webhook: TestWebhook, signature?: SignatureForm): SignedTestWebhook =>
  signTestWebhook(webhook, { secret: SECRET, ...(signature && { signature }) })

/** A webhook about a payment that nobody made here. */
const about = (change: Partial<TestWebhook> = {}): TestWebhook => ({
  event: "transaction.authorized",
  data: {
    transaction: {
      ...{ transaction_id: randomUUID(), transaction_type: "PRE_AUTH_TRANSACTION" },
      ...{ amount: "50000.00", currency: "COP", reference_id: "crd_nobodys" },
    },
  },
  ...change,
})

/** Signed as it is written, whatever that is. */
function signed(body: string): SignedTestWebhook {
  const digest = createHmac("sha256", SECRET).update(body).digest("hex")
  return { body, headers: { "X-Webhook-Signature": digest } }
}

/** The status that a webhook is answered with, its headers as Node hands them on. */
async function receive(
  { container }: Modules,
  { body, headers }: SignedTestWebhook,
  knownOnly = false
): Promise<number> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const incoming = { raw: Buffer.from(body), headers: Object.fromEntries(lower), knownOnly }
  return (await receiveCardWebhook(container, incoming)).status
}

withModules("a card webhook that comes in", {}, (modules) => {
  const post = (webhook: SignedTestWebhook) => receive(modules, webhook)
  const kept = async () => modules.pg("payin_event").orderBy("created_at")

  it("is stored with its event and reference and without personal data", async () => {
    const webhook = about({ id: randomUUID() })
    Object.assign(webhook.data, { customer: { email: shopperEmail("in-a-webhook") } })
    const { body, headers } = sign(webhook)
    expect(await post({ body, headers })).toBe(202)
    const rows = await kept()
    expect(rows).toMatchObject([
      {
        ...{ source: "card", type: "transaction.authorized", reference: "crd_nobodys" },
        ...{ account: "co", signature: "valid", status: "received" },
        payload: { id: webhook.id, delivery: headers["X-Webhook-Id"] },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain("canary-shopper")
  })

  it("is answered after it is stored", async () => {
    const gate = await closeGate(modules.pg, { table: "payin_event", event: "insert" })
    const answer = post(sign(about()))
    await gate.arrived()
    expect(await Promise.race([answer, Promise.resolve("no answer yet")])).toBe("no answer yet")
    await gate.open()
    expect(await answer).toBe(202)
  })

  it("publishes a request to process it with the id of the stored event", async () => {
    await post(sign(about()))
    const [{ id }] = await kept()
    expect(modules.bus.of("payin.prompted")).toEqual([{ transaction_id: null, event_id: id }])
  })

  it("is stored although the event bus is down", async () => {
    modules.bus.fails = new Error("the bus is down")
    expect(await post(sign(about()))).toBe(202)
    expect(await kept()).toMatchObject([{ status: "received" }])
  })

  it("is stored once and published once when copies differ in delivery id", async () => {
    const idempotency_key = `transaction.authorized:${randomUUID()}`
    const first = sign(about({ idempotency_key }))
    const other = { ...first, headers: { ...first.headers, "X-Webhook-Id": randomUUID() } }
    expect(await Promise.all([first, first, other].map(post))).toEqual([202, 202, 202])
    expect(await kept()).toMatchObject([{ idempotency_key }])
    expect(modules.bus.told).toHaveLength(1)
  })

  it.each<[string, (webhook: SignedTestWebhook) => SignedTestWebhook]>([
    ["has no signature", ({ body }) => ({ body, headers: {} })],
    ["has a wrong signature", withSignature("0".repeat(64))],
    ["has an empty signature", withSignature("")],
    ["is signed by another secret", () => signTestWebhook(about(), { secret: "another" })],
    ["was changed", ({ body, headers }) => ({ body: body.replace("50000", "50001"), headers })],
    ["was cut", ({ headers }) => ({ body: "{", headers })],
    [
      "is signed in another form",
      () => sign(about(), { input: "body", encoding: "base64", prefix: "" }),
    ],
  ])("is refused when it %s, and nothing of it is kept", async (_what, forge) => {
    expect(await post(forge(sign(about())))).toBe(401)
    expect(await kept()).toEqual([])
  })

  it.each([2 * HOUR + 60_000, 25 * HOUR, -2 * HOUR - 60_000])(
    "is refused by its signed time (%d ms ago) although an unsigned header names the current time",
    async (ago) => {
      const webhook = sign(about({ timestamp: new Date(Date.now() - ago) }))
      expect(await post(webhook)).toBe(401)
      const headers = { ...webhook.headers, "X-Webhook-Timestamp": new Date().toISOString() }
      expect(await post({ ...webhook, headers })).toBe(401)
      expect(await kept()).toEqual([])
    }
  )

  it("is counted by why it was refused, for the status", async () => {
    const counted = () => {
      const own = modules.ledger.refusedWebhooks.own()
      const of = (reason: string) => own.find((one) => one.reason === reason)?.count ?? 0
      return { signature: of("signature"), stale: of("stale") }
    }
    const before = counted()
    const { body, headers } = sign(about())
    await post({ body: `${body} `, headers })
    await post({ body, headers: {} })
    await post(sign(about({ timestamp: new Date(Date.now() - 3 * HOUR) })))
    await post({ body, headers })
    expect(counted()).toEqual({ signature: before.signature + 2, stale: before.stale + 1 })
  })

  it("is kept when it is the service's last repeat, 41 minutes later", async () => {
    expect(await post(sign(about({ timestamp: new Date(Date.now() - 2_460_000) })))).toBe(202)
  })

  it.each(["", "no json", "[]", "null", '"text"'])(
    "is refused when it is signed but not a JSON object: %j",
    async (body) => {
      expect(await post(signed(body))).toBe(400)
      expect(await kept()).toEqual([])
    }
  )

  it("is accepted with a signature and a time alone, and refused without a time", async () => {
    const { body } = sign(about())
    expect(await post(signed(body))).toBe(202)
    expect(await post(signed(JSON.stringify({ event: "transaction.captured", data: {} })))).toBe(
      401
    )
    expect(await kept()).toHaveLength(1)
  })

  it("is stored under the name of its event when it has no usable content", async () => {
    const timestamp = new Date().toISOString()
    const parts = [
      { timestamp, event: "transaction.captured" },
      { timestamp, event: "transaction.captured", data: { transaction: "none" } },
      { timestamp, data: {} },
      { timestamp, event: "transaction.refunded", data: null },
    ]
    for (const part of parts) {
      expect(await post(signed(JSON.stringify(part)))).toBe(202)
    }
    expect((await kept()).map(({ type }) => type)).toEqual([
      ...["transaction.captured", "transaction.captured", "none", "transaction.refunded"],
    ])
  })

  it("is stored at Medusa's standard address when it names a known payment, a reference of our form or a card", async () => {
    const row = await new CardTill(modules).chosen()
    expect(await receive(modules, sign(about()), true)).toBe(404)
    expect(await kept()).toEqual([])
    expect(await receive(modules, sign(webhookOf("transaction.authorized", row)), true)).toBe(202)
    const ours = { reference_id: newReference("card"), transaction_id: "any" }
    const unknown = sign(about({ data: { transaction: ours } }))
    expect(await receive(modules, unknown, true)).toBe(202)
    const data = { subscription: { subscription_id: "sub_any" } }
    const ended = sign({ event: "subscription.expired", data })
    expect(await receive(modules, ended, true)).toBe(202)
  })
})

describe.each<SignatureForm>([
  { input: "body", encoding: "hex", prefix: "sha256=" },
  { input: "body", encoding: "base64", prefix: "" },
  { input: "timestamp.body", encoding: "hex", prefix: "v1=" },
  { input: "timestamp.body", encoding: "base64", prefix: "sha256=" },
])("in a store whose service signs as %j", (form) => {
  withModules("a card webhook", { card: { id: "co", signature: form } }, (modules) => {
    it("is kept in that form", async () => {
      expect(await receive(modules, sign(about(), form))).toBe(202)
    })

    it("is refused in another encoding and over another input", async () => {
      const encoding = form.encoding === "hex" ? "base64" : "hex"
      const input = form.input === "body" ? "timestamp.body" : "body"
      expect(await receive(modules, sign(about(), { ...form, encoding }))).toBe(401)
      expect(await receive(modules, sign(about(), { ...form, input }))).toBe(401)
    })

    it("is refused when its signed time is three hours old", async () => {
      const timestamp = new Date(Date.now() - 3 * HOUR)
      expect(await receive(modules, sign(about({ timestamp }), form))).toBe(401)
    })

    it("is refused for its age before its body is read where the time is signed beside the body", async () => {
      const at = new Date(Date.now() - 3 * HOUR).toISOString()
      const input = form.input === "body" ? "no json" : `${at}.no json`
      const digest = createHmac("sha256", SECRET).update(input).digest(form.encoding)
      const headers = { "X-Webhook-Timestamp": at, "X-Webhook-Signature": digest }
      const status = form.input === "body" ? 400 : 401
      expect(await receive(modules, { body: "no json", headers })).toBe(status)
    })
  })
})

withModules("a card webhook to a store without cards", { card: null }, (modules) => {
  it("is not found", async () => {
    expect(await receive(modules, sign(about()))).toBe(404)
    expect(await modules.pg("payin_event")).toEqual([])
  })
})

function withSignature(signature: string) {
  return ({ body, headers }: SignedTestWebhook): SignedTestWebhook => ({
    body,
    headers: { ...headers, "X-Webhook-Signature": signature },
  })
}
