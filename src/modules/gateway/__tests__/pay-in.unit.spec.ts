import { majorAmount, toWire } from "../../../domain/money/amount"
import { RefusedError, UnclearError } from "../errors"
import type { PayInRequest } from "../pay-in"
import { PayInGatewayService } from "../service"
import type { ServiceDouble } from "./service-double"
import {
  created,
  errorOf,
  json,
  payInRequest,
  raw,
  rawOptions,
  startService,
} from "./service-double"

let service: ServiceDouble
let gateway: PayInGatewayService

beforeEach(async () => {
  service = await startService()
  gateway = new PayInGatewayService({}, rawOptions(service.url))
})
afterEach(() => service.close())

const create = (request: PayInRequest = payInRequest()) => gateway.payIn.create("co", request)

async function unclear(request = payInRequest()): Promise<UnclearError> {
  const error = await errorOf(create(request))
  if (!(error instanceof UnclearError)) throw error
  expect(error).toMatchObject({ mayHaveHappened: true, safeToRepeat: false })
  expect(service.seen).toHaveLength(1)
  return error
}

async function refused(request = payInRequest()): Promise<RefusedError> {
  const error = await errorOf(create(request))
  if (!(error instanceof RefusedError)) throw error
  expect(error).toMatchObject({ mayHaveHappened: false, safeToRepeat: false })
  return error
}

describe("a pay-in request", () => {
  it("sends exactly the fields of the interface, the amount as a JSON integer", async () => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference)))
    await create({ ...request, ...{ secret_note: "x" } })
    const [call] = service.seen
    expect(call).toMatchObject({ method: "POST", path: "/api/v1/payin" })
    expect(call?.headers["content-type"]).toBe("application/json")
    expect(call?.text).toContain('"amount":50000,')
    expect(JSON.parse(call?.text ?? "")).toEqual({ ...request })
  })

  it.each([
    ["customer_data.email", { customer_data: { ...payInRequest().customer_data, email: "" } }],
    ["ipn_url", { ipn_url: "javascript:alert(1)" }],
    ["expiration_time", { expiration_time: 1.5 }],
    ["currency", { currency: "cop" }],
  ])("with a wrong %s is refused by the field's name and not sent", async (field, wrong) => {
    const error = await refused(payInRequest(wrong))
    expect(error.reason).toBe("validation")
    expect(error.message).toContain(`"${field}"`)
    expect(error.service_message).toContain(`"${field}"`)
    expect(service.seen).toHaveLength(0)
  })
})

describe("a direct request", () => {
  it("carries bank and person type as they are", async () => {
    const pse = { bank: "0017", person_type: "NATURAL" } as const
    const request = payInRequest({ customer_data: { ...payInRequest().customer_data, ...pse } })
    service.reply(json(200, created(request.reference)))
    await create(request)
    expect(JSON.parse(service.seen[0].text).customer_data).toEqual(request.customer_data)
  })

  it("goes to the second version where option payIn.version says so", async () => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference)))
    const v2 = new PayInGatewayService({}, { ...rawOptions(service.url), payIn: { version: "v2" } })
    await v2.payIn.create("co", request)
    expect(service.seen).toMatchObject([{ method: "POST", path: "/api/v2/payin" }])
  })
})

const key = (text: string) => ({ instructions: { type: "key", key: text } })

describe("a created pay-in", () => {
  it("is read from the envelope", async () => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference)))
    expect(await create(request)).toEqual({
      ticket: "T-1000",
      payment_url: "https://pay.example/T-1000",
      instructions: null,
      shape: "link",
      echoed_amount: "50000",
      expires_at: null,
      extra: { date: "2026-11-21 10:00:00" },
    })
  })

  it("is read from the flat form", async () => {
    const request = payInRequest()
    service.reply(
      json(201, {
        ticket: "7a6f4c1e-5c35-4c39-9f34-0b5f2b5a6c11",
        reference: request.reference,
        status: "PENDING",
        payment_url: "https://pay.example/7a6f",
        expiration: "2026-11-21T22:00:00Z",
      })
    )
    expect(await create(request)).toEqual({
      ticket: "7a6f4c1e-5c35-4c39-9f34-0b5f2b5a6c11",
      payment_url: "https://pay.example/7a6f",
      instructions: null,
      shape: "link",
      echoed_amount: null,
      expires_at: new Date("2026-11-21T22:00:00Z"),
      extra: { status: "PENDING" },
    })
  })

  it("keeps the zone of its expiration, and has null for an expiration without zone or sense", async () => {
    const request = payInRequest()
    service.reply(
      json(200, created(request.reference, { expiration: "2026-11-21T10:00:00-05:00" }))
    )
    expect((await create(request)).expires_at).toEqual(new Date("2026-11-21T15:00:00Z"))
    for (const expiration of ["2026-11-21T22:00:00", "2026-11-21 22:00:00", "mañana", ""]) {
      service.reply(json(200, created(request.reference, { expiration })))
      expect((await create(request)).expires_at).toBeNull()
    }
  })

  it("is read with numbers for strings, and keeps odd and unknown fields", async () => {
    const request = payInRequest()
    const odd = { ticket: 123456789012345, metadata: [], kind: "odd", status: "PENDING" }
    service.reply(json(200, { ...Object(created(request.reference, odd)), code: 1 }))
    expect(await create(request)).toMatchObject({
      ticket: "123456789012345",
      extra: { metadata: [], kind: "odd", status: "PENDING" },
    })
  })

  it("leaves out the echoed request, which holds the key of the ipn_url", async () => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference)))
    expect(JSON.stringify(await create(request))).not.toContain("0123456789abcdef")
  })

  it.each([
    [{ amount: 50000, currency: "cop" }, "50000"],
    [{ amount: "50000.00" }, "50000"],
    [{ amount: 5_000_000, currency: "COP" }, "5000000"],
    [{ amount: 500 }, "500"],
    [{ amount: "fifty thousand" }, null],
    [{ currency: "COP" }, null],
  ])("keeps the amount that it repeats, also times a power of ten: %j", async (said, kept) => {
    const request = payInRequest()
    const transaction = { reference: request.reference, ...said }
    service.reply(json(200, created(request.reference, { transaction })))
    expect((await create(request)).echoed_amount).toBe(kept)
  })

  it("may repeat the amount as it was sent, or as lookups write it", async () => {
    const major = { ...rawOptions(service.url), amounts: { lookup: "major" as const } }
    const other = new PayInGatewayService({}, major)
    const sol = { amount: toWire(majorAmount("12.50"), 2), currency: "PEN", country: "PE" }
    for (const [amount, kept] of [
      [1250, "12.5"],
      [12.5, "12.5"],
      [125_000, "1250"],
    ]) {
      const request = payInRequest({ ...sol, payment_method: "QR" })
      const transaction = { reference: request.reference, amount, currency: "PEN" }
      service.reply(json(200, created(request.reference, { transaction })))
      expect((await other.payIn.create("pe", request)).echoed_amount).toBe(kept)
    }
  })

  it.each([
    ["no page", { payment_url: "" }, { ticket: "T-1000", payment_url: null }],
    ["neither page nor ticket", { payment_url: null, ticket: null }, { ticket: null }],
    ["a ticket that lost digits", { ticket: 1e20 }, { ticket: null }],
    ["a ticket that is too long", { ticket: "t".repeat(300) }, { ticket: null }],
    [
      "a text to confirm",
      { payment_url: null, ticket: null, type: "transfiya_confirmation", confirmation: "Sí" },
      { ticket: null, payment_url: null },
    ],
  ])("is a payment that can be made when the answer has %s", async (_name, answered, read) => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference, answered)))
    expect(await create(request)).toMatchObject(read)
  })

  it.each([
    ["a bank's own page", { type: "pse_payment" }, { shape: "bank_page", instructions: null }],
    ["a key", { account_number: "@pago01" }, { shape: "key", ...key("@pago01") }],
    [
      "a key and no page",
      { payment_url: null, account_number: "@p" },
      { shape: "key", ...key("@p") },
    ],
    ["a key of digits", { account_number: 3001234567 }, { shape: "key", ...key("3001234567") }],
    ["a key that lost digits", { account_number: 1e20 }, { shape: "link", instructions: null }],
    ["a key of two lines", { account_number: "@a\n@b" }, { shape: "link", instructions: null }],
    ["an endless key", { account_number: "1".repeat(129) }, { shape: "link", instructions: null }],
    ["a key that is no text", { account_number: {} }, { shape: "link", instructions: null }],
    [
      "a text to confirm",
      { type: "transfiya_confirmation", confirmation: "Confirme" },
      { shape: "confirmation", instructions: { type: "confirmation", text: "Confirme" } },
    ],
    [
      "a transfer beside a page",
      { payment_information: { clabe: "0321", holder_secret: "x" } },
      { shape: "confirmation", instructions: { type: "confirmation", text: "CLABE: 0321" } },
    ],
    ["a voucher of no known field", { payment_information: { barcode: "1" } }, { shape: "link" }],
  ])("is told apart by what came: %s", async (_name, answered, read) => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference, answered)))
    expect(await create(request)).toMatchObject(read)
  })

  it("is a payment that can be made when the answer says success and nothing else", async () => {
    service.reply(json(200, { code: "01", status: "SUCCESS" }))
    expect(await create()).toEqual({
      ticket: null,
      payment_url: null,
      instructions: null,
      shape: "unknown",
      echoed_amount: null,
      expires_at: null,
      extra: {},
    })
  })

  it("may repeat the reference in another case", async () => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference.toUpperCase())))
    expect((await create(request)).ticket).toBe("T-1000")
  })

  it("may have a payment page on plain http when the page is on this machine", async () => {
    const request = payInRequest()
    for (const page of ["http://127.0.0.1:9000/p", "http://localhost/p", "http://[::1]:1/p"]) {
      service.reply(json(200, created(request.reference, { payment_url: page })))
      expect((await create(request)).payment_url).toBe(page)
    }
  })
})

describe("a definite refusal", () => {
  it.each([
    [400, "validation"],
    [401, "credentials"],
    [403, "forbidden"],
    [404, "not_found"],
    [422, "validation"],
  ])("is HTTP %i of the service's own JSON", async (status, reason) => {
    service.reply(json(status, { code: "00", status: "ERROR", error: "X_1", message: "No" }))
    expect(await refused()).toMatchObject({ reason, httpStatus: status, service_error: "X_1" })
    expect(service.seen).toHaveLength(1)
  })

  it.each([
    ["a proxy's page under HTTP 403", raw(403, "<html>no</html>")],
    ["a proxy's page under HTTP 404", raw(404, "<html>no</html>")],
    ["JSON without a code", json(400, { error: "VALIDATION_ERROR" })],
    ["JSON with a code that is no text", json(404, { code: 404, error: "NOT_FOUND" })],
    ["an empty body", raw(401, "")],
  ])("is not %s: it may have happened", async (_name, reply) => {
    service.reply(reply)
    const error = await errorOf(create())
    expect(error).toBeInstanceOf(UnclearError)
    expect(error).toMatchObject({ reason: "malformed", mayHaveHappened: true })
  })

  it.each([200, 409, 400])("is VALIDATION_ERROR under HTTP %i", async (status) => {
    const body = {
      code: "00",
      status: "ERROR",
      error: "validation_error",
      message: "Banco no existe",
    }
    service.reply(json(status, body))
    expect(await refused()).toMatchObject({
      reason: "validation",
      service_error: "VALIDATION_ERROR",
      service_message: "Banco no existe",
    })
  })
})

describe("a pay-in that may have been created", () => {
  it.each([
    ["another error under 00", 200, { code: "00", status: "ERROR", error: "PROCESSING" }, "failed"],
    ["code 00 alone", 200, { code: 0 }, "failed"],
    ["an error status without a code", 200, { status: "ERROR" }, "failed"],
    ["a duplicate", 409, { code: "00", error: "REFERENCE_INVALID" }, "failed"],
    ["HTTP 500", 500, { code: "00", error: "VALIDATION_ERROR" }, "server_error"],
    ["HTTP 503 that says success", 503, created("x"), "server_error"],
    ["success under a refusing status", 400, created("x"), "contradiction"],
    ["an unknown code", 200, { code: "77", data: { ticket: "T" } }, "malformed"],
    ["an empty object", 200, {}, "malformed"],
    ["a list", 200, [1], "malformed"],
  ])("results from %s", async (_name, status, body, reason) => {
    service.reply(json(status, body))
    expect(await unclear()).toMatchObject({ reason, httpStatus: status })
  })

  it.each([
    "http://pay.example/T-1000",
    "javascript:alert(1)",
    "/pay/T-1000",
    "https://user:pass@pay.example/",
    "https://pay.example/a b",
    "http://127.0.0.1.evil.example/",
  ])("results from the page %s, to which no shopper is sent", async (payment_url) => {
    const request = payInRequest()
    service.reply(json(200, created(request.reference, { payment_url })))
    expect(await unclear(request)).toMatchObject({ reason: "bad_payment_url", ticket: "T-1000" })
  })

  it("results from an answer with another reference, in either form", async () => {
    service.reply(json(200, created("pin_somebody_else")))
    expect((await unclear()).reason).toBe("reference_mismatch")
    service.seen.length = 0
    const flat = { ticket: "T", reference: "other", payment_url: "https://pay.example/T" }
    service.reply(json(200, flat))
    expect((await unclear()).reason).toBe("reference_mismatch")
  })

  it.each([
    { transaction: { amount: 50_001 } },
    { transaction: { amount: 50_000, currency: "PEN" } },
    { transaction: { currency: "PEN" } },
    { amount: 100_000 },
    { currency: "USD" },
  ])(
    "results from an answer about another amount or currency, and keeps the ticket: %j",
    async (more) => {
      const request = payInRequest()
      service.reply(json(200, created(request.reference, more)))
      expect(await unclear(request)).toMatchObject({ reason: "amount_mismatch", ticket: "T-1000" })
    }
  )

  it("results from HTTP 429, and the create is not sent again", async () => {
    service.reply(json(429, { code: "00" }, { "retry-after": "7" }))
    const error = await errorOf(create())
    expect(error).toMatchObject({
      name: "RateLimitedError",
      retry_after_ms: 7000,
      mayHaveHappened: true,
      safeToRepeat: false,
    })
    expect(service.seen).toHaveLength(1)
  })
})
