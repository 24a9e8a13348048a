import request from "supertest"
import { create, headers, lookup, ticketOf } from "./support/shop"
import { servedSandbox } from "./support/served"

const sandbox = servedSandbox()

describe("transaction lookup", () => {
  it("finds the same transaction by ticket and by reference", async () => {
    const ticket = await ticketOf(sandbox, { reference: "find-me" })
    const byTicket = await lookup(sandbox, ticket)
    const byReference = await lookup(sandbox, "find-me")
    expect(byTicket.status).toBe(200)
    expect(byTicket.body).toMatchObject({ code: "01", status: "SUCCESS" })
    expect(byTicket.body.data).toMatchObject({ ticket, reference: "find-me", status: "PENDING" })
    expect(byReference.body).toEqual(byTicket.body)
  })

  it("has exactly the documented fields when quirks are off", async () => {
    sandbox.configure({ lookupQuirks: false })
    const ticket = await ticketOf(sandbox)
    const { data } = (await lookup(sandbox, ticket)).body
    expect(data).toEqual({
      ticket,
      reference: expect.any(String),
      amount: 50_000,
      currency: "COP",
      type_transaction: "DEPOSIT",
      customer: {
        legal_doc_type: "CC",
        legal_doc: "1012345678",
        phone_code: "57",
        phone_number: "3001234567",
        email: "approved@example.com",
        full_name: "Ana María Restrepo",
      },
      status: "PENDING",
      response_message: "Transacción pendiente",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
  })

  it("looks like the service's own sample when quirks are on", async () => {
    const ticket = await ticketOf(sandbox)
    const { data } = (await lookup(sandbox, ticket)).body
    expect(data.customer).toMatchObject({ legal_doc: 1_012_345_678, phone_number: 3_001_234_567 })
    expect(data.metadata).toEqual([])
    expect(String(data.cus)).toMatch(/^\d{9}$/)
  })

  it("keeps a document that is no plain number as text even with quirks", async () => {
    const ticket = await ticketOf(sandbox, { customer: { legal_doc: "00AB12" } })
    expect((await lookup(sandbox, ticket)).body.data.customer.legal_doc).toBe("00AB12")
  })

  it("shows the amount in wire or in major units, as set", async () => {
    const ticket = await ticketOf(sandbox, { country: "PE" })
    expect((await lookup(sandbox, ticket, "PE")).body.data.amount).toBe(18_990)
    sandbox.configure({ amounts: { lookup: "major" } })
    expect((await lookup(sandbox, ticket, "PE")).body.data.amount).toBe(189.9)
  })

  it.each([
    ["CREATED", "Transacción creada"],
    ["PENDING", "Transacción pendiente"],
    ["APPROVED", "Transacción aprobada"],
    ["REJECTED", "Transacción rechazada por el banco"],
    ["DECLINED", "Transacción rechazada por reglas de seguridad"],
    ["EXPIRED", "Transacción expirada"],
  ] as const)("has a message of its own for status %s", async (status, response_message) => {
    const ticket = await ticketOf(sandbox)
    sandbox.settle(ticket, { status, notify: false })
    expect((await lookup(sandbox, ticket)).body.data).toMatchObject({ status, response_message })
  })

  it("shows the received amount and currency when they differ from the requested ones", async () => {
    const ticket = await ticketOf(sandbox)
    sandbox.settle(ticket, { status: "APPROVED", amount: 49_000, currency: "USD", notify: false })
    expect((await lookup(sandbox, ticket)).body.data).toMatchObject({
      amount: 49_000,
      currency: "USD",
      status: "APPROVED",
    })
  })

  it("never shows a transaction to another merchant", async () => {
    const ticket = await ticketOf(sandbox, { reference: "mine" })
    expect((await lookup(sandbox, ticket, "PE")).status).toBe(404)
    expect((await lookup(sandbox, "mine", "PE")).status).toBe(404)
  })

  it.each([
    ["HTTP_404", 404, "NOT_FOUND"],
    ["NOT_FOUND", 200, "NOT_FOUND"],
    ["TRANSACTION_NOT_FOUND", 200, "TRANSACTION_NOT_FOUND"],
    ["REFERENCE_INVALID", 200, "REFERENCE_INVALID"],
  ] as const)("has %s for an unknown reference, as set", async (unknownLookup, status, error) => {
    sandbox.configure({ unknownLookup })
    const answer = await lookup(sandbox, "never-heard-of")
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code: "00", status: "ERROR", error })
  })

  it.each<[string, object]>([
    ["without a ticket", {}],
    ["with a number", { ticket: 5 }],
    ["with another ticket than the path", { ticket: "other" }],
  ])("refuses a body %s", async (_title, body) => {
    const answer = await request(sandbox.url)
      .post("/api/v1/transaction/some")
      .set(headers())
      .send(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: "VALIDATION_ERROR" })
    expect(answer.body.message).toContain("ticket")
  })
})

describe("merchant profile", () => {
  const profile = (country: "CO" | "PE" = "CO") =>
    request(sandbox.url).get("/api/v1/merchant/me").set(headers(country))

  it("has the documented fields and an empty message", async () => {
    expect((await profile()).body).toEqual({
      code: "01",
      status: "SUCCESS",
      message: "",
      data: {
        name: "Tienda de Prueba Colombia S.A.S.",
        nit: "900123456-7",
        email: "colombia@example.com",
        currency: "COP",
        wallet: 0,
      },
    })
  })

  it("adds a pay-in to the wallet once, even when it is approved twice, in the wallet's own unit", async () => {
    const ticket = await ticketOf(sandbox, { country: "PE" })
    sandbox.settle(ticket, { status: "APPROVED", notify: false })
    sandbox.settle(ticket, { status: "APPROVED", notify: false })
    expect((await profile("PE")).body.data.wallet).toBe(18_990)
    sandbox.configure({ amounts: { wallet: "major" } })
    expect((await profile("PE")).body.data.wallet).toBe(189.9)
    expect((await profile("CO")).body.data.wallet).toBe(0)
  })

  it("adds the received amount to the wallet, and subtracts it when the approval is revoked", async () => {
    const ticket = await ticketOf(sandbox)
    sandbox.settle(ticket, { status: "APPROVED", amount: 49_000, notify: false })
    expect((await profile()).body.data.wallet).toBe(49_000)
    sandbox.settle(ticket, { status: "EXPIRED", notify: false })
    expect((await profile()).body.data.wallet).toBe(0)
  })

  it("does not add a rejected pay-in to the wallet", async () => {
    sandbox.settle(await ticketOf(sandbox), { status: "REJECTED", notify: false })
    expect((await profile()).body.data.wallet).toBe(0)
  })
})

describe("a full transaction store", () => {
  it("finds the first of 500 transactions within a second of CPU time", async () => {
    const first = await ticketOf(sandbox, { reference: "first-of-many" })
    for (let batch = 0; batch < 20; batch++) {
      await Promise.all(Array.from({ length: 25 }, () => create(sandbox)))
    }
    // Of this process: the clock on the wall also counts what else the machine does.
    const before = process.cpuUsage()
    const answer = await lookup(sandbox, "first-of-many")
    const { user, system } = process.cpuUsage(before)
    expect(answer.body.data.ticket).toBe(first)
    expect((user + system) / 1000).toBeLessThan(1_000)
    expect(sandbox.counters().transactions.total).toBe(501)
  })
})
