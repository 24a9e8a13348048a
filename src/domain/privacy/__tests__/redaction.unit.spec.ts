import fc from "fast-check"

import { redact, REDACTED, redactText } from "../redaction"
import { newIpnKey, newReference } from "../../row/reference"

const text = (value: unknown): string => JSON.stringify(redact(value))

describe("a value for the log", () => {
  it.each([
    "password",
    "PASSWORD",
    "token",
    "Token-Top",
    "access_token",
    "authorization",
    "Authorization",
    "x-trx-signature",
    "X-Webhook-Signature",
    "webhookSecret",
    "encryptionKey",
    "encryption_key",
    "set-cookie",
    "api_key",
    "username",
    "legal_doc",
    "legalDoc",
    "phone_number",
    "top_user_phone",
    "phone",
    "email",
    "top_user_email",
    "full_name",
    "first_name",
    "account_number",
    "accountNumber",
    "card_number",
    "pan",
    "cvv",
    "cvc2",
    "bin",
    "expiry_date",
    "ipn_key",
  ])("never shows the value of the key %s", (name) => {
    for (const secret of ["hush", 12345, ["hush"], { deep: "hush" }, true]) {
      expect(redact({ outer: [{ [name]: secret, kept: "yes" }] })).toEqual({
        outer: [{ [name]: REDACTED, kept: "yes" }],
      })
    }
  })

  it("keeps what an operator needs to find a transaction", () => {
    const kept = {
      reference: newReference(),
      ticket: "123456789012345",
      status: "APPROVED",
      requested_amount: "11552000.5",
      amount: 11552000,
      legal_doc_type: "CC",
      payment_method: "PSE",
      last_four: "4242",
      session_id: "payses_01JDABCDEFGHJKMNPQRSTVWXYZ",
      correlation: "3f2b8c1a-12345678-not-a-uuid".slice(0, 8),
      id: "12345678-1234-4234-8234-123456789012",
      ok: true,
      none: null,
      missing: undefined,
    }
    expect(redact(kept)).toEqual(kept)
  })

  it("is redacted under the key of an id when it is no id", () => {
    expect(redact({ ticket: "ana@shop.example", reference: "doc 1020304050" })).toEqual({
      ticket: REDACTED,
      reference: `doc ${REDACTED}`,
    })
  })

  it("shows that a secret is not set", () => {
    expect(redact({ token: null, email: undefined })).toEqual({ token: null, email: undefined })
  })

  it("is not modified by the redaction", () => {
    const value = { customer_data: { email: "ana@shop.example" }, list: ["1020304050"] }
    const before = structuredClone(value)
    redact(value)
    expect(value).toEqual(before)
  })

  it("shows a cycle as circular, and a repeated object in full each time", () => {
    const loop: Record<string, unknown> = { name: "loop" }
    loop.self = loop
    loop.list = [loop]
    expect(redact(loop)).toEqual({ name: "loop", self: "[circular]", list: ["[circular]"] })
    const shared = { a: 1 }
    expect(redact([shared, shared])).toEqual([{ a: 1 }, { a: 1 }])
  })

  it("is cut at a bounded depth", () => {
    let deep: unknown = "bottom"
    for (let i = 0; i < 10_000; i++) {
      deep = { deep }
    }
    expect(text(deep)).toContain("[too deep]")
    expect(text(deep)).not.toContain("bottom")
  })

  it("survives hostile keys, getters that throw and strange values", () => {
    const hostile: unknown = JSON.parse(
      `{"__proto__": {"password": "hush"}, "constructor": {"token": "hush"}, "ana@shop.example": 1}`
    )
    const copied = redact(hostile)
    expect(JSON.stringify(copied)).not.toMatch(/hush|ana@/)
    expect(Object.getPrototypeOf(copied)).toBe(Object.prototype)
    const broken = {
      get fine(): string {
        throw new Error("hush")
      },
    }
    expect(redact({ broken })).toEqual({ broken: "[unreadable]" })
    expect(redact(() => "hush")).toBe("[function]")
    expect(redact(Symbol("hush"))).toBe("[symbol]")
    expect(redact(10n)).toBe("10")
    expect(redact(1020304050607n)).toBe(REDACTED)
    expect(redact(Buffer.from("hush"))).toBe("[binary]")
    expect(redact(new ArrayBuffer(4))).toBe("[binary]")
    expect(redact(new Date(Date.UTC(2026, 0, 2)))).toBe("2026-01-02T00:00:00.000Z")
    expect(redact(new Date(NaN))).toBeNull()
    expect(
      redact(
        new Map<unknown, unknown>([
          ["token", "hush"],
          [1, "x"],
        ])
      )
    ).toEqual({
      token: REDACTED,
      1: "x",
    })
    expect(redact(new Set(["ana@shop.example"]))).toEqual([REDACTED])
    expect(redact(new URL("https://u:hush@h.example/?token=hush"))).not.toMatch(/hush/)
    expect(redact(new URLSearchParams({ token: "hush" }))).not.toMatch(/hush/)
  })

  it("shows an error with its causes, without the secrets and personal data in them", () => {
    const cause = Object.assign(new Error("Basic dXNlcjpodXNo was refused"), { code: "E1" })
    const error = new Error("mail to ana@shop.example failed", { cause })
    error.stack = undefined
    cause.stack = "Error: for ana@shop.example\n    at x"
    expect(redact(error)).toEqual({
      name: "Error",
      message: `mail to ${REDACTED} failed`,
      cause: {
        name: "Error",
        message: `Basic ${REDACTED} was refused`,
        stack: `Error: for ${REDACTED}\n    at x`,
        code: "E1",
      },
    })
  })

  it("shows a failed request without headers, login and body of the request", () => {
    const failure = {
      config: {
        url: "https://pay.example/api/v1/payin",
        headers: { Authorization: "Basic dXNlcjpodXNo", "Token-Top": "tok_hush" },
        auth: { username: "user", password: "hush" },
        data: JSON.stringify({
          reference: "pin_x",
          ipn_url: "https://shop.example/hooks/payin/ipn/pin_x/0123456789abcdef0123456789abcdef",
          customer_data: {
            legal_doc: "79123456",
            phone_number: "3001234567",
            email: "ana@shop.example",
            full_name: 'Ana "La Jefa" Pérez',
          },
        }),
      },
    }
    const shown = text(failure)
    expect(shown).not.toMatch(/hush|dXNl|79123456|3001234567|ana@|Ana|Jefa|Pérez|0123456789abcdef/)
    expect(shown).toContain("https://pay.example/api/v1/payin")
    expect(shown).toContain("pin_x")
  })

  it("never makes the redaction throw", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withMap: true,
          withSet: true,
          withBigInt: true,
          withDate: true,
          withNullPrototype: true,
          withObjectString: true,
          withTypedArray: true,
        }),
        (value) => {
          expect(() => redact(value)).not.toThrow()
        }
      )
    )
  })

  it("never shows a secret at any place of an object", () => {
    const secret = "s3cr3t-v4lue"
    fc.assert(
      fc.property(
        fc.letrec<{ tree: unknown }>((tie) => ({
          tree: fc.oneof(
            { maxDepth: 4 },
            fc.constant({ password: secret }),
            fc.array(tie("tree"), { maxLength: 3 }),
            fc.dictionary(fc.string({ maxLength: 5 }), tie("tree"), { maxKeys: 3 })
          ),
        })).tree,
        (tree) => {
          expect(text(tree)).not.toContain(secret)
        }
      )
    )
  })
})

describe("a text for the log", () => {
  it("loses e-mail addresses, plain and encoded", () => {
    expect(redactText("from Ana <ana.perez+x@mail.shop.example> to josé@correo.example.")).toBe(
      `from Ana <${REDACTED}> to ${REDACTED}`
    )
    expect(redactText("?q=ana%40shop.example&x=1")).toBe(`?q=${REDACTED}&x=1`)
  })

  it("loses the key of an ipn_url and keeps its reference", () => {
    const [reference, key] = [newReference(), newIpnKey()]
    const url = `https://shop.example/hooks/payin/ipn/${reference}/${key}`
    expect(redactText(`POST ${url}?x=1 401`)).toBe(
      `POST https://shop.example/hooks/payin/ipn/${reference}/${REDACTED}?x=1 401`
    )
    expect(redactText(encodeURIComponent(url))).not.toContain(key)
    expect(redactText(encodeURIComponent(url))).toContain(reference)
  })

  it("loses the token of a refund link", () => {
    expect(redactText("GET /payin/refund/eyJhbGciOi.abc-DEF_1 200")).toBe(
      `GET /payin/refund/${REDACTED} 200`
    )
  })

  it("loses credentials in headers, addresses and key-value pairs", () => {
    expect(redactText("Authorization: Basic dXNlcjpwYXNz")).not.toContain("dXNl")
    expect(redactText("sent Bearer abc.def-123 twice")).toBe(`sent Bearer ${REDACTED} twice`)
    expect(redactText("https://user:hush@pay.example/x")).toBe(`https://${REDACTED}@pay.example/x`)
    for (const pair of [
      "token=hush&x=1",
      'password: "hush hush"',
      "secret='hush hush'",
      `{"Token-Top":"hush"}`,
      `{\\"password\\":\\"hush hush\\"}`,
      `{\\\\\\"password\\\\\\":\\\\\\"hush\\\\\\"}`,
      `{"full_name":"hush \\"the hush\\" hush"}`,
      `{"full_name":"hush hus`,
      "legal_doc=hush",
      "api_key: hush",
      "x-trx-signature: hush",
      `{"phone_number":7hush}`,
    ]) {
      expect(redactText(pair)).not.toContain("hus")
      expect(redactText(pair)).toContain(REDACTED)
    }
  })

  it("keeps the other fields of a body it masks", () => {
    expect(
      redactText(`{"email":"ana@shop.example","status":"PENDING","legal_doc_type":"CC"}`)
    ).toBe(`{"email":"${REDACTED}","status":"PENDING","legal_doc_type":"CC"}`)
  })

  it("loses document, phone, account and card numbers in any grouping", () => {
    for (const number of [
      "1020304050",
      "79123456",
      "79.123.456",
      "1.020.304.050",
      "+57 300 123 4567",
      "+51-987-654-321",
      "4111 1111 1111 1111",
      "4111-1111-1111-1111",
      "4111111111111111",
    ]) {
      expect(redactText(`it is ${number}, no?`)).toBe(`it is ${REDACTED}, no?`)
      expect(redactText(`CC${number}`)).not.toContain(number.slice(-4))
    }
  })

  it("keeps references, Medusa's ids, UUIDs, dates and short numbers", () => {
    const kept = [
      newReference(),
      "payses_01JD2345678901234567890123",
      "12345678-1234-4234-8234-123456789012",
      "2026-11-21T09:03:00.000Z",
      "2026-11-21 09:03:00",
      "HTTP 404 after 1234 ms",
      "COP 50000",
    ]
    for (const words of kept) {
      expect(redactText(words)).toBe(words)
    }
  })

  it("keeps every UUID, also one that holds what looks like a card", () => {
    expect(redactText("329048bf-5901-4990-9807-54fc8e32faea")).not.toContain(REDACTED)
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(redactText(`request ${id} sent`)).toBe(`request ${id} sent`)
      })
    )
  })

  it("keeps every reference that the plugin makes", () => {
    for (let i = 0; i < 2000; i++) {
      const line = `payin ${newReference()} approved`
      expect(redactText(line)).toBe(line)
    }
  })

  it("stays unchanged when it is redacted again", () => {
    for (const words of ["token=hush", `"email": "a@b.example"`, "Basic aGVsbG8=", "a@b.example"]) {
      expect(redactText(redactText(words))).toBe(redactText(words))
    }
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (words) => {
        const once = redactText(words)
        expect(redactText(once)).toBe(once)
      })
    )
  })

  // One that goes back and forth over its text takes hours, and the time of a test ends it.
  it("of hostile length and shape is redacted in bounded time", () => {
    for (const unit of [
      "a",
      "1",
      "1.",
      "token",
      "a@",
      `\\"`,
      "+1 ",
      "0000 ",
      "[",
      `"`,
      "payin/ipn/",
    ]) {
      redactText(unit.repeat(65_536 / unit.length))
    }
    expect(redactText("a".repeat(65_536))).toHaveLength(65_536)
  })
})
