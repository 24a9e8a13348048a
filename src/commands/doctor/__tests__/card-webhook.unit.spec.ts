import { createSandbox, type Sandbox } from "../../../sandbox"
import { subscribed } from "../../../sandbox/cards/__tests__/support/card-shop"
import { WebhookReceiver } from "../../../sandbox/cards/__tests__/support/webhook-receiver"
import type { WebhookForgery } from "../../../sandbox"
import { verifyWebhookSignature } from "../../../domain/notification/webhook-signature"
import { recordedSchema, type Recorded } from "../card-webhook"
import { look } from "./support/look"

const CHECK = "signature of card webhooks"

/** Recorded where they arrive: the sandbox signs with code of its own, the plugin's only verifies. */
describe("payin-doctor with a recorded card webhook", () => {
  const receiver = new WebhookReceiver()
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = createSandbox({})
    await Promise.all([sandbox.start(), receiver.start()])
  })
  afterAll(() => Promise.all([sandbox.stop(), receiver.stop()]))
  beforeEach(() => {
    sandbox.reset()
    receiver.clear()
    sandbox.cards.registerWebhook("sandbox-co", { url: receiver.url })
  })

  /** The newest webhook that the sandbox sent, in the form that --webhook takes. */
  function newest(): Recorded {
    const { headers, text } = receiver.received.at(-1) ?? { headers: {}, text: "" }
    return recordedSchema.parse({ headers, body: text })
  }

  async function record(forge?: WebhookForgery): Promise<Recorded> {
    const subscription = await subscribed(sandbox)
    sandbox.cards.sendWebhook(subscription, { event: "subscription.created", forge })
    await sandbox.idle()
    return newest()
  }

  const inputs = ["body", "timestamp.body"] as const
  const encodings = ["hex", "base64"] as const
  const prefixes = ["", "sha256=", "sha256:", "v1="] as const
  const forms = inputs.flatMap((input) =>
    encodings.flatMap((encoding) => prefixes.map((prefix) => ({ input, encoding, prefix })))
  )

  it.each(forms)("finds signature form %o, which then verifies the next webhook", async (form) => {
    sandbox.configure({ webhooks: { signature: form } })
    const { of, options, booted } = await look(sandbox, { webhook: await record() })
    const usual =
      form.input === "body" && form.encoding === "hex" && ["", "sha256="].includes(form.prefix)
    expect(of(CHECK)?.result).toBe(usual ? "as_documented" : "differs")
    expect(options.card?.signature).toEqual(
      usual ? undefined : { ...form, prefix: form.prefix || "sha256=" }
    )
    const { body, headers } = await record()
    const signed = { raw: Buffer.from(body), timestamp: headers["x-webhook-timestamp"] }
    const secret = "sandbox-co-webhook-secret"
    const signature = booted.card?.signature
    const header = headers["x-webhook-signature"]
    expect(verifyWebhookSignature(signed, header, [secret], signature)).toBe("valid")
  })

  it.each(["secret", "signature", "body"] as const)(
    "reports the signature check as wrong when the %s is forged",
    async (forge) => {
      const { of } = await look(sandbox, { webhook: await record(forge) })
      expect(of(CHECK)?.result).toBe("wrong")
    }
  )

  it("reports that the signature header is missing", async () => {
    const { of } = await look(sandbox, { webhook: await record("no_signature") })
    expect(of(CHECK)?.says).toContain("no header X-Webhook-Signature")
  })

  it("prints the card options to paste, with environment variables in place of secret and address", async () => {
    sandbox.configure({ webhooks: { signature: { encoding: "base64" } } })
    const { report, booted } = await look(sandbox, { webhook: await record() })
    expect(booted.card?.id).toBe("co")
    expect(report).toContain("  cardUrl: process.env.PAYIN_CARD_URL,")
    expect(report).not.toContain("sandbox-co-webhook-secret")
    expect(report).not.toContain(sandbox.cardUrl)
  })

  it("prints no card options for a country other than Colombia, and says why", async () => {
    sandbox.configure({ webhooks: { signature: { encoding: "base64" } } })
    const webhook = await record()
    const secret = "sandbox-co-webhook-secret"
    const { of, options } = await look(sandbox, { country: "PE", webhook, secret })
    expect(options.card).toBeUndefined()
    expect(of(CHECK)).toMatchObject({
      result: "differs",
      says: expect.stringContaining("cards are for CO only"),
    })
  })
})
