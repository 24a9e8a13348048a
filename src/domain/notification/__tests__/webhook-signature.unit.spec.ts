import { createHmac } from "node:crypto"
import fc from "fast-check"
import { parseCardWebhook } from "../../card/event"
import { signTestWebhook } from "../test-webhook"
import {
  DEFAULT_SIGNATURE_FORM,
  isFresh,
  type SignatureForm,
  signedTime,
  signWebhook,
  verifyWebhookSignature,
} from "../webhook-signature"

const SECRET = "shared secret of a test"
const TIMESTAMP = "2027-02-28T10:00:00.000Z"
const RAW = Buffer.from('{"event":"transaction.captured"}')
const FORMS: SignatureForm[] = (["body", "timestamp.body"] as const).flatMap((input) =>
  (["hex", "base64"] as const).flatMap((encoding) =>
    ["", "sha256=", "v1,"].map((prefix) => ({ input, encoding, prefix }))
  )
)
const verify = (
  header: unknown,
  form: SignatureForm = DEFAULT_SIGNATURE_FORM,
  raw: Buffer = RAW,
  timestamp: unknown = TIMESTAMP,
  secret = SECRET
) => verifyWebhookSignature({ raw, timestamp }, header, [secret], form)
const sign = (form?: SignatureForm, raw: Buffer = RAW) =>
  signWebhook({ raw, timestamp: TIMESTAMP }, SECRET, form)

describe("the signature of a card webhook", () => {
  it("is by default the hex HMAC SHA256 of the raw body, with or without sha256=", () => {
    const digest = createHmac("sha256", SECRET).update(RAW).digest("hex")
    expect(sign()).toBe(`sha256=${digest}`)
    for (const header of [digest, `sha256=${digest}`, digest.toUpperCase(), ` ${digest} `]) {
      expect(verify(header)).toBe("valid")
    }
  })

  it("is valid by each of several secrets, and wrong by their text as one secret", () => {
    const by = (secrets: string[]) =>
      verifyWebhookSignature({ raw: RAW, timestamp: TIMESTAMP }, sign(), secrets)
    expect(by([SECRET, "another secret"])).toBe("valid")
    expect(by(["another secret", SECRET])).toBe("valid")
    expect(by(["another secret", `${SECRET},another secret`])).toBe("wrong")
    expect(by([])).toBe("wrong")
  })

  it("over timestamp and body is computed from both, joined by a dot", () => {
    const form = { input: "timestamp.body", encoding: "base64", prefix: "" } as const
    const digest = createHmac("sha256", SECRET).update(`${TIMESTAMP}.${RAW.toString()}`)
    expect(sign(form)).toBe(digest.digest("base64"))
  })

  it.each(FORMS)("in the form %j is valid only for its body, secret and signed time", (form) => {
    const header = sign(form)
    expect(verify(header, form)).toBe("valid")
    expect(verify(header, form, Buffer.from(`${RAW.toString()} `))).toBe("wrong")
    expect(verify(header, form, RAW, TIMESTAMP, `${SECRET} `)).toBe("wrong")
    const later = verify(header, form, RAW, "2027-02-28T10:00:01.000Z")
    expect(later).toBe(form.input === "body" ? "valid" : "wrong")
    expect(verify(header.slice(0, -3), form)).toBe("wrong")
    expect(verify(`${header}=`, form)).toBe("wrong")
  })

  it("of one form is wrong in every other form, except for a missing prefix", () => {
    for (const form of FORMS) {
      for (const other of FORMS) {
        const alike = form.input === other.input && form.encoding === other.encoding
        const readable = form.prefix === other.prefix || form.prefix === ""
        expect(verify(sign(form), other)).toBe(alike && readable ? "valid" : "wrong")
      }
    }
  })

  it("is missing without a header, and wrong when header or timestamp is malformed", () => {
    for (const header of [undefined, null, ""]) expect(verify(header)).toBe("missing")
    for (const header of [" ", "sha256=", [sign()], 7, `${sign()}, ${sign()}`]) {
      expect(verify(header)).toBe("wrong")
    }
    const form = { ...DEFAULT_SIGNATURE_FORM, input: "timestamp.body" } as const
    for (const timestamp of [undefined, null, [TIMESTAMP]]) {
      expect(verifyWebhookSignature({ raw: RAW, timestamp }, sign(form), [SECRET], form)).toBe(
        "wrong"
      )
    }
  })

  it("is never checked with an empty secret", () => {
    const header = createHmac("sha256", "").update(RAW).digest("hex")
    expect(() => verify(header, DEFAULT_SIGNATURE_FORM, RAW, TIMESTAMP, "")).toThrow(RangeError)
  })

  it("is valid for any bytes, and no other header is", () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.string(),
        fc.constantFrom(...FORMS),
        (bytes, header, form) => {
          const raw = Buffer.from(bytes)
          expect(verify(sign(form, raw), form, raw)).toBe("valid")
          expect(verify(header, form, raw)).not.toBe("valid")
        }
      )
    )
  })
})

describe("the time of a card webhook", () => {
  const now = new Date("2027-02-28T12:00:00.000Z")
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

  it("is fresh for two hours, longer than all retries take, and not a second more", () => {
    expect(isFresh(ago(60 + 600 + 1800), now)).toBe(true)
    expect(isFresh(ago(7200), now)).toBe(true)
    expect(isFresh(ago(7201), now)).toBe(false)
    expect(isFresh(ago(-7201), now)).toBe(false)
    expect(isFresh(ago(61), now, 1)).toBe(false)
  })

  it("is never fresh when it is not signed", () => {
    expect(isFresh(null, now)).toBe(false)
  })

  it("is read from the body, and from the header only where the header is signed", () => {
    const body = ago(10)
    const headerForm = { ...DEFAULT_SIGNATURE_FORM, input: "timestamp.body" } as const
    expect(signedTime(body, now.toISOString(), DEFAULT_SIGNATURE_FORM)).toBe(body)
    expect(signedTime(null, now.toISOString(), DEFAULT_SIGNATURE_FORM)).toBeNull()
    expect(signedTime(body, now.toISOString(), headerForm)).toEqual(now)
    for (const header of [undefined, "today", ["2027-02-28T12:00:00Z"]]) {
      expect(signedTime(body, header, headerForm)).toBeNull()
    }
  })
})

describe("a webhook that a store signs for its own tests", () => {
  const event = {
    event: "transaction.captured",
    data: { transaction: { transaction_id: "t1", amount: "50000.00" } },
  } as const

  it.each(FORMS)("is what the service would send in the form %j", (form) => {
    const { body, headers } = signTestWebhook(event, { secret: SECRET, signature: form })
    const raw = Buffer.from(body)
    const timestamp = headers["X-Webhook-Timestamp"]
    expect(verify(headers["X-Webhook-Signature"], form, raw, timestamp)).toBe("valid")
    expect(parseCardWebhook(raw)).toMatchObject({
      event: "transaction.captured",
      at: new Date(timestamp),
      idempotency_key: "transaction.captured:t1",
      transaction: { transaction_id: "t1", amount: "50000" },
    })
    expect(headers).toMatchObject({
      "Content-Type": "application/json",
      "X-Webhook-Event": "transaction.captured",
      "X-Idempotency-Key": "transaction.captured:t1",
      "User-Agent": "Service-Webhooks/1.0",
    })
  })

  it("can be stale, the duplicate of another, or signed with a wrong secret", () => {
    const timestamp = new Date("2020-01-01T00:00:00.000Z")
    const first = signTestWebhook({ ...event, timestamp }, { secret: SECRET })
    const second = signTestWebhook({ ...event, timestamp }, { secret: "wrong" })
    expect(parseCardWebhook(Buffer.from(first.body))!.at).toEqual(timestamp)
    expect(second.headers["X-Idempotency-Key"]).toBe(first.headers["X-Idempotency-Key"])
    expect(second.headers["X-Webhook-Id"]).not.toBe(first.headers["X-Webhook-Id"])
    expect(verify(second.headers["X-Webhook-Signature"], undefined, Buffer.from(second.body))).toBe(
      "wrong"
    )
  })
})
