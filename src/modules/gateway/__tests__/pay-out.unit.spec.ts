import net from "node:net"
import { RefusedError, UnclearError } from "../errors"
import type { PayOutRequest } from "../pay-out"
import { PayInGatewayService } from "../service"
import type { Reply, ServiceDouble } from "./service-double"
import {
  accepted,
  errorOf,
  json,
  memoryLogger,
  payOutRequest,
  portOf,
  raw,
  rawOptions,
  reset,
  noAnswer,
  startService,
  warmUp,
} from "./service-double"

let service: ServiceDouble
let gateway: PayInGatewayService

beforeEach(async () => {
  service = await startService()
  gateway = new PayInGatewayService({}, rawOptions(service.url))
})
afterEach(() => service.close())

const create = (request: PayOutRequest = payOutRequest()) => gateway.payOut.create("co", request)

async function unclear(request = payOutRequest()): Promise<UnclearError> {
  const error = await errorOf(create(request))
  if (!(error instanceof UnclearError)) throw error
  expect(error).toMatchObject({
    mayHaveHappened: true,
    safeToRepeat: false,
    operation: "payout.create",
    correlation: request.reference,
  })
  expect(service.seen).toHaveLength(1)
  return error
}

async function refused(request = payOutRequest()): Promise<RefusedError> {
  const error = await errorOf(create(request))
  if (!(error instanceof RefusedError)) throw error
  expect(error).toMatchObject({ mayHaveHappened: false, safeToRepeat: false })
  return error
}

describe("a payout request", () => {
  it("has exactly the fields of the interface, with the amount as a JSON integer", async () => {
    const request = payOutRequest()
    service.reply(json(200, accepted(request.reference)))
    const customer_data = { ...request.customer_data, ...{ nickname: "x" } }
    await create({ ...request, customer_data, ...{ secret_note: "x" } })
    const [call] = service.seen
    expect(call).toMatchObject({ method: "POST", path: "/api/v1/payout" })
    expect(call.headers["content-type"]).toBe("application/json")
    expect(call.headers["token-top"]).toBeDefined()
    expect(call.text).toContain('"amount":50000,')
    expect(JSON.parse(call.text)).toEqual({ ...request })
  })

  it("goes to the path of the options", async () => {
    const request = payOutRequest()
    gateway = new PayInGatewayService({}, rawOptions(service.url, { paths: { payOut: "/v2/out" } }))
    service.reply(json(200, accepted(request.reference)))
    await create(request)
    expect(service.seen[0].path).toBe("/v2/out")
  })

  it.each([
    [{}, "SERVICE", "SERVICE"],
    [{ payouts: { walletMethod: "BRANDPAY" } }, "SERVICE", "BRANDPAY"],
    [{ payouts: { walletMethod: "BRANDPAY" } }, "BREB", "BREB"],
  ])("with options %j sends the method %s as %s", async (options, payment_method, sent) => {
    const request = payOutRequest({ payment_method })
    gateway = new PayInGatewayService({}, rawOptions(service.url, options))
    service.reply(json(200, accepted(request.reference)))
    await create(request)
    expect(JSON.parse(service.seen[0].text)).toMatchObject({ payment_method: sent })
  })

  const { customer_data } = payOutRequest()
  it.each([
    ["customer_data.bank", { customer_data: { ...customer_data, bank: "" } }],
    ["customer_data.account_number", { customer_data: { ...customer_data, account_number: "" } }],
    ["customer_data.email", { customer_data: { ...customer_data, email: "" } }],
    ["payment_method", { payment_method: "" }],
    ["ipn_url", { ipn_url: "javascript:alert(1)" }],
    ["currency", { currency: "cop" }],
  ])("with a wrong %s is refused by the field's name and not sent", async (field, wrong) => {
    const error = await refused(payOutRequest(wrong))
    expect(error.reason).toBe("validation")
    expect(error.message).toContain(`"${field}"`)
    expect(error.message).toContain("docs/service.md#payouts")
    expect(service.seen).toHaveLength(0)
  })
})

describe("an accepted payout", () => {
  it("is read from the envelope", async () => {
    const request = payOutRequest()
    service.reply(json(200, accepted(request.reference)))
    expect(await create(request)).toEqual({
      ticket: "T-2000",
      form_url: null,
      echoed_amount: "50000",
      estimated_time: null,
      extra: { date: "2026-11-21 10:00:00" },
    })
  })

  it("is read from the flat form, with the time it is expected to arrive, in UTC", async () => {
    const request = payOutRequest()
    service.reply(
      json(201, {
        ticket: "7a6f4c1e-5c35-4c39-9f34-0b5f2b5a6c11",
        reference: request.reference,
        status: "PENDING",
        estimated_time: "2026-11-22T10:00:00",
      })
    )
    expect(await create(request)).toEqual({
      form_url: null,
      ticket: "7a6f4c1e-5c35-4c39-9f34-0b5f2b5a6c11",
      echoed_amount: null,
      estimated_time: new Date("2026-11-22T10:00:00Z"),
      extra: { status: "PENDING" },
    })
  })

  it("is understood with a number for the ticket, an unreadable time and unknown fields", async () => {
    const request = payOutRequest()
    const odd = { ticket: 123456789012345, estimated_time: "mañana", trace: "abc" }
    service.reply(json(200, { ...Object(accepted(request.reference, odd)), code: 1 }))
    expect(await create(request)).toMatchObject({
      ticket: "123456789012345",
      estimated_time: null,
      extra: { trace: "abc" },
    })
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

  it.each([200, 409])("is VALIDATION_ERROR under HTTP %i", async (status) => {
    const body = { code: "00", status: "ERROR", error: "VALIDATION_ERROR", message: "Banco" }
    service.reply(json(status, body))
    expect(await refused()).toMatchObject({ reason: "validation", service_message: "Banco" })
  })

  it("does not repeat the account, document, phone or name in the error or the log", async () => {
    const message = "La cuenta 714253 de Ana Pruebas (1020304050, 3001112233) no existe"
    const { lines, logger } = memoryLogger()
    gateway = new PayInGatewayService({ logger }, rawOptions(service.url))
    service.reply(json(400, { code: "00", status: "ERROR", error: "VALIDATION_ERROR", message }))
    const error = await refused()
    const everything = JSON.stringify([error, error.message, lines])
    for (const secret of ["714253", "Ana Pruebas", "1020304050", "3001112233"]) {
      expect(everything).not.toContain(secret)
    }
    expect(error.service_message).toContain("La cuenta")
  })
})

describe("a payout that may have been made", () => {
  it.each([
    ["another error under 00", 200, { code: "00", status: "ERROR", error: "PROCESSING" }, "failed"],
    ["a low balance, which is no refusal", 200, { code: "00", error: "INSUFFICIENT" }, "failed"],
    ["a duplicate", 409, { code: "00", error: "REFERENCE_INVALID" }, "failed"],
    ["HTTP 500", 500, { code: "00", error: "VALIDATION_ERROR" }, "server_error"],
    ["HTTP 503 that says success", 503, accepted("x"), "server_error"],
    ["success under a refusing status", 400, accepted("x"), "contradiction"],
    ["success without a ticket", 200, accepted("x", { ticket: null, transaction: 1 }), "no_ticket"],
    ["another reference", 200, accepted("out_somebody_else"), "reference_mismatch"],
    ["another amount", 200, accepted("x", { transaction: { amount: 50_001 } }), "amount_mismatch"],
    [
      "another currency",
      200,
      accepted("x", { transaction: { currency: "PEN" } }),
      "amount_mismatch",
    ],
    ["an empty object", 200, {}, "malformed"],
  ])("results from %s", async (_name, status, body, reason) => {
    service.reply(json(status, body))
    expect(await unclear()).toMatchObject({ reason, httpStatus: status })
  })

  it.each<[string, Reply, string]>([
    ["no answer in time", noAnswer, "timeout"],
    ["a connection reset before the answer", reset, "connection_lost"],
    ["malformed JSON", raw(200, '{"code":"01","status":'), "malformed"],
  ])("results from %s, and is sent once", async (_name, reply, reason) => {
    const patience = { timeouts: { requestMs: 400 }, retries: { attempts: 5 } }
    gateway = new PayInGatewayService({}, rawOptions(service.url, patience))
    await warmUp(service, () => gateway.transactions.lookup("co", "pin_1"))
    service.reply(reply)
    expect(await unclear()).toMatchObject({ reason })
  })

  it("results from HTTP 429, and the payout is not sent again", async () => {
    service.reply(json(429, { code: "00" }, { "retry-after": "7" }))
    expect(await errorOf(create())).toMatchObject({
      name: "RateLimitedError",
      mayHaveHappened: true,
      safeToRepeat: false,
    })
    expect(service.seen).toHaveLength(1)
  })
})

it("a failed connection proves that no payout was sent", async () => {
  const closed = net.createServer()
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve))
  const address = `http://127.0.0.1:${portOf(closed.address())}`
  await new Promise((resolve) => closed.close(resolve))
  gateway = new PayInGatewayService({}, rawOptions(address, { retries: { attempts: 1 } }))
  expect(await errorOf(create())).toMatchObject({
    name: "UnreachableError",
    mayHaveHappened: false,
    safeToRepeat: true,
  })
})

describe("a form for a payout", () => {
  const NO_ACCOUNT = { bank: null, account_number: null, account_type: null }
  const form = () => {
    const { customer_data } = payOutRequest()
    const place = { currency: "PEN", country: "PE", payment_method: "FORM" }
    return payOutRequest({ ...place, customer_data: { ...customer_data, ...NO_ACCOUNT } })
  }
  const made = (data: object) => json(200, { code: "01", status: "SUCCESS", data })
  const form_url = "https://forms.example/f/1"

  it("has an address of its own, and names the person without an account", async () => {
    const request = form()
    service.reply(made({ ticket: "T-1", form_url }))
    expect(await create(request)).toMatchObject({ ticket: "T-1", form_url })
    const [call] = service.seen
    expect(call).toMatchObject({ method: "POST", path: "/api/v1/payout/form" })
    const { customer_data, payment_method } = JSON.parse(call.text)
    const { bank, account_number, account_type, ...person } = request.customer_data
    expect([customer_data, payment_method]).toEqual([person, "BANK_TRANSFER"])
    expect([bank, account_number, account_type]).toEqual([null, null, null])
  })

  it("needs no ticket, because its reference is known", async () => {
    service.reply(made({ form_url }))
    expect(await create(form())).toMatchObject({ ticket: null, form_url })
  })

  it.each([
    ["no address", {}],
    ["an address that is no text", { form_url: { href: form_url } }],
    ["an address on plain http", { form_url: "http://forms.example/f/1" }],
    ["a script", { form_url: "javascript:alert(1)" }],
  ])("may have been made when the answer names %s", async (_what, data) => {
    service.reply(made({ ticket: "T-1", ...data }))
    expect(await unclear(form())).toMatchObject({ reason: "no_form" })
  })
})

it("a payout whose account names its bank is sent without one", async () => {
  const { customer_data } = payOutRequest()
  const request = payOutRequest({ customer_data: { ...customer_data, bank: null } })
  service.reply(json(200, accepted(request.reference)))
  await create(request)
  expect(JSON.parse(service.seen[0].text).customer_data).not.toHaveProperty("bank")
})
