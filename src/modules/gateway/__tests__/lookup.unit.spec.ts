import { UnclearError } from "../errors"
import type { RemoteTransaction } from "../lookup"
import { PayInGatewayService } from "../service"
import type { ServiceDouble } from "./service-double"
import { errorOf, json, looked, raw, rawOptions, startService } from "./service-double"

let service: ServiceDouble
let gateway: PayInGatewayService

beforeEach(async () => {
  service = await startService()
  gateway = new PayInGatewayService({}, rawOptions(service.url, { retries: { attempts: 1 } }))
})
afterEach(() => service.close())

async function found(more: Record<string, unknown> = {}, by = gateway): Promise<RemoteTransaction> {
  service.reply(json(200, looked(more)))
  const answer = await by.transactions.lookup("co", "pin_1")
  if (answer.kind !== "found") throw new Error("not found")
  return answer.transaction
}

it("removes personal data from the bank's message", async () => {
  const customer = { full_name: "Ana Gómez", legal_doc: 10203040, account_number: "4021" }
  const said = async (response_message: string) =>
    (await found({ response_message, customer })).response_message
  expect(await said("Cuenta 4021 de Ana Gómez (10203040) inactiva")).toBe(
    "Cuenta [redacted] de [redacted] ([redacted]) inactiva"
  )
  expect(await said("ANA GÓMEZ no es titular")).toBe("[redacted] no es titular")
  expect(await said(`${"x".repeat(290)} de Ana Gómez`)).not.toContain("Ana")
  expect(await said("Escriba a ana@example.com")).toBe("Escriba a [redacted]")
})

it("asks by POST with the ticket or reference in the path and in the body", async () => {
  await found()
  expect(service.seen[0]).toMatchObject({
    method: "POST",
    path: "/api/v1/transaction/pin_1",
    text: '{"ticket":"pin_1"}',
  })
})

it("keeps to its address: typed text is encoded in the path or refused", async () => {
  service.reply(json(404, { code: "00" }))
  await gateway.transactions.lookup("co", "../merchant/me?x=1#y")
  expect(service.seen[0]?.path).toBe("/api/v1/transaction/..%2Fmerchant%2Fme%3Fx%3D1%23y")
  for (const nothing of ["", " ", ".", "..", "x".repeat(256), "\ud800"]) {
    expect(await errorOf(gateway.transactions.lookup("co", nothing))).toMatchObject({
      name: "RefusedError",
      reason: "validation",
      mayHaveHappened: false,
    })
  }
  expect(service.seen).toHaveLength(1)
})

it("reads every field of the interface", async () => {
  expect(await found()).toEqual({
    ticket: "T-1000",
    reference: "pin_1",
    amount: "50000",
    currency: "COP",
    status: "APPROVED",
    raw_status: "APPROVED",
    type_transaction: "PAYIN",
    kind: "payin",
    response_message: "Aprobada",
    date: "2026-11-21 10:05:00",
    customer: { legal_doc_type: "CC", legal_doc: "1020304050", email: "shopper@example.com" },
    card: null,
  })
})

it("reads the flat form", async () => {
  service.reply(json(200, { ticket: "T-1", reference: "pin_1", status: "pending", amount: "100" }))
  expect(await gateway.transactions.lookup("co", "T-1")).toMatchObject({
    kind: "found",
    transaction: { ticket: "T-1", reference: "pin_1", status: "PENDING", amount: null },
  })
})

it("reads the service's own sample with numeric documents, a list as metadata and an unknown field cus", async () => {
  const customer = { legal_doc: 1020304050, phone_number: 3001112233, x: { y: 1 } }
  expect(await found({ customer, metadata: [], cus: 991, amount: "50000.00" })).toMatchObject({
    amount: "50000",
    customer: { legal_doc: "1020304050", phone_number: "3001112233", x: { y: 1 } },
  })
})

it("returns null for absent fields and UNKNOWN for an undocumented status", async () => {
  service.reply(json(200, { code: "01", status: "SUCCESS", data: { reference: "pin_1" } }))
  expect(await gateway.transactions.lookup("co", "pin_1")).toEqual({
    kind: "found",
    transaction: {
      ticket: null,
      reference: "pin_1",
      amount: null,
      currency: null,
      status: "UNKNOWN",
      raw_status: "",
      type_transaction: null,
      kind: "unknown",
      response_message: null,
      date: null,
      customer: {},
      card: null,
    },
  })
  expect(await found({ status: "Reversed" })).toMatchObject({
    status: "UNKNOWN",
    raw_status: "Reversed",
  })
})

describe("the looked-up amount", () => {
  it("is in wire units unless an option says otherwise", async () => {
    expect((await found({ amount: 150, currency: "pen" })).amount).toBe("1.5")
    const options = rawOptions(service.url, { amounts: { lookup: "major" } })
    const major = new PayInGatewayService({}, options)
    expect((await found({ amount: 1.5, currency: "PEN" }, major)).amount).toBe("1.5")
    expect((await found({ amount: "1234.50", currency: "USD" }, major)).amount).toBe("1234.5")
  })

  it.each([
    ["an unknown currency", { currency: "USD" }],
    ["no currency", { currency: null }],
    ["constructor as currency", { currency: "constructor" }],
    ["a text", { amount: "mucho" }],
    ["an object", { amount: {} }],
    ["nothing", { amount: null }],
  ])("is null with %s, never a guess", async (_name, more) => {
    expect((await found(more)).amount).toBeNull()
  })
})

describe("the kind of a transaction", () => {
  it.each([
    ["PAYOUT", "payout"],
    ["PayOut CO", "payout"],
    ["dispersión", "payout"],
    ["Dispersion a terceros", "payout"],
    ["Retiro", "payout"],
    ["PAYIN", "payin"],
    ["Recaudo", "payin"],
    ["  ", "unknown"],
    [null, "unknown"],
  ])("with the label %s is %s", async (type_transaction, kind) => {
    expect((await found({ type_transaction })).kind).toBe(kind)
  })

  it("ignores accents in option payOutTypes", async () => {
    const options = rawOptions(service.url, { payOutTypes: ["Dépôt-Sortant"] })
    const other = new PayInGatewayService({}, options)
    expect((await found({ type_transaction: "DEPOT-SORTANT" }, other)).kind).toBe("payout")
    expect((await found({ type_transaction: "RETIRO" }, other)).kind).toBe("payin")
  })
})

it("keeps only the brand, type and last four digits of a card", async () => {
  const card = { bank: "B", bin: "424242", brand: "VISA", type: "credit", lastFourDigits: 42 }
  const kept = { brand: "VISA", type: "credit", last_four: "0042" }
  expect((await found({ top_card: card })).card).toEqual(kept)
  expect((await found({ card })).card).toEqual(kept)
})

describe("the result not known", () => {
  it.each([
    [404, { code: "00", error: "WHATEVER" }],
    [404, { code: "44", message: "Transaction not found" }],
    [200, { code: "00", status: "ERROR", error: "NOT_FOUND" }],
    [200, { code: "00", error: "transaction_not_found" }],
    [400, { code: "00", error: "REFERENCE_INVALID" }],
  ])("is returned for HTTP %i with %j", async (status, body) => {
    service.reply(json(status, body))
    expect(await gateway.transactions.lookup("co", "pin_1")).toEqual({ kind: "not_known" })
  })

  it.each([
    ["a page", 404, raw(404, "<h1>Not Found</h1>")],
    ["no body", 404, raw(404, "")],
    ["a list", 404, json(404, [])],
    ["JSON without a code", 404, json(404, {})],
    ["a code that is no text", 404, json(404, { code: 404, error: "NOT_FOUND" })],
    ["an empty code", 404, json(404, { code: "", error: "NOT_FOUND" })],
    ["another API's error", 404, json(404, { error: "NOT_FOUND", message: "no route" })],
    ["an error without a code", 200, json(200, { status: "ERROR", error: "NOT_FOUND" })],
    ["an error without a code", 400, json(400, { error: "REFERENCE_INVALID" })],
  ])("is not returned for %s of a proxy under HTTP %i", async (_name, _status, answer) => {
    service.reply(answer)
    expect(await errorOf(gateway.transactions.lookup("co", "pin_1"))).toBeInstanceOf(UnclearError)
  })

  it("follows option notFoundErrors", async () => {
    const options = rawOptions(service.url, { notFoundErrors: ["no_such_thing"] })
    const other = new PayInGatewayService({}, options)
    service.reply(json(200, { code: "00", error: "NO_SUCH_THING" }))
    expect(await other.transactions.lookup("co", "pin_1")).toEqual({ kind: "not_known" })
    service.reply(json(200, { code: "00", error: "NOT_FOUND" }))
    expect(await errorOf(other.transactions.lookup("co", "pin_1"))).toBeInstanceOf(UnclearError)
  })
})

it.each([
  ["another ticket and reference", { ticket: "T-9", reference: "x" }, "other"],
  ["another ticket under the reference that was asked for", { ticket: "T-9" }, "found"],
  ["a ticket alone", { ticket: "T-9", reference: null }, "found"],
  ["the reference in capitals", { ticket: "T-9", reference: "PIN_1" }, "found"],
])("says whether %s is the transaction asked for", async (_name, data, kind) => {
  service.reply(json(200, looked(data)))
  expect((await gateway.transactions.lookup("co", "pin_1")).kind).toBe(kind)
})

describe("an unclear lookup", () => {
  it.each([
    ["another error under 00", 200, { code: "00", status: "ERROR", error: "BUSY" }, "refused"],
    ["code 00 without an error", 200, { code: "00", message: "not found" }, "refused"],
    ["VALIDATION_ERROR", 422, { code: "00", error: "VALIDATION_ERROR" }, "refused"],
    ["refused credentials", 401, { code: "00", error: "NOT_FOUND" }, "refused"],
    ["a forbidden merchant", 403, { code: "00", error: "NOT_FOUND" }, "refused"],
    ["a 5xx that says not found", 500, { code: "00", error: "NOT_FOUND" }, "server_error"],
    ["a 404 that says success", 404, looked(), "contradiction"],
    ["success without a transaction", 200, { code: "01", data: {} }, "no_transaction"],
    ["success without data", 200, { code: "01", status: "SUCCESS" }, "no_transaction"],
    ["no envelope at all", 200, { hello: 1 }, "malformed"],
  ])("results from %s", async (_name, status, body, reason) => {
    service.reply(json(status, body))
    const error = await errorOf(gateway.transactions.lookup("co", "pin_1"))
    expect(error).toBeInstanceOf(UnclearError)
    expect(error).toMatchObject({
      reason,
      httpStatus: status,
      mayHaveHappened: false,
      safeToRepeat: true,
      correlation: "pin_1",
    })
  })
})
