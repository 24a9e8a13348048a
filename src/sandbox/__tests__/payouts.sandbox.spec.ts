import request from "supertest"
import { createSandbox } from "../index"
import { Receiver } from "./support/receiver"
import {
  headers,
  lookup,
  payOut,
  payOutBody,
  payoutTicket,
  ticketOf,
  type Country,
  type Wanted,
} from "./support/shop"
import { servedSandbox } from "./support/served"

const receiver = new Receiver()
const sandbox = servedSandbox(receiver)
beforeEach(() => {
  sandbox.setWallet("sandbox-co", 1_000_000)
  sandbox.setWallet("sandbox-pe", 1_000_000)
})

const wallet = async (country: Country = "CO") => {
  const profile = await request(sandbox.url).get("/api/v1/merchant/me").set(headers(country))
  return profile.body.data.wallet
}

describe("an accepted payout", () => {
  it("answers in the documented envelope, without a page", async () => {
    const body = payOutBody()
    const answer = await request(sandbox.url).post("/api/v1/payout").set(headers()).send(body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      code: "01",
      status: "SUCCESS",
      message: expect.any(String),
      data: {
        ticket: expect.stringMatching(/^[0-9a-f]{15}$/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        transaction: {
          reference: body.reference,
          amount: 30_000,
          currency: "COP",
          payment_method: "BANK_TRANSFER",
        },
      },
    })
  })

  it("answers in the flat form with the time it is expected to arrive", async () => {
    sandbox.configure({ form: "flat" })
    const answer = await payOut(sandbox, { reference: "flat-1" })
    expect(answer.body).toEqual({
      ticket: expect.stringMatching(/^[0-9a-f]{8}-/),
      reference: "flat-1",
      status: "PENDING",
      estimated_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  it.each<[Country, string]>([
    ["CO", "BANK_TRANSFER TRANSFIYA SERVICE BREB"],
    ["PE", "BANK_TRANSFER"],
  ])("goes by every method of %s", async (country, methods) => {
    for (const payment_method of methods.split(" ")) {
      const answer = await payOut(sandbox, { country, payment_method })
      expect([payment_method, answer.status]).toEqual([payment_method, 200])
    }
  })

  it("uses the wallet method under the name that the settings give", async () => {
    sandbox.configure({ payouts: { walletMethod: "BRANDPAY" } })
    expect((await payOut(sandbox, { payment_method: "BRANDPAY" })).status).toBe(200)
    expect((await payOut(sandbox, { payment_method: "SERVICE" })).body.message).toContain(
      "payment_method no es válido"
    )
  })

  it("takes a company's NIT in Colombia, and every account type of Peru", async () => {
    expect((await payOut(sandbox, { customer: { legal_doc_type: "NIT" } })).status).toBe(200)
    for (const account_type of ["AHORRO", "CORRIENTE", "WALLET"]) {
      const answer = await payOut(sandbox, { country: "PE", customer: { account_type } })
      expect([account_type, answer.status]).toEqual([account_type, 200])
    }
  })
})

describe("the checks of a payout, with messages in Spanish", () => {
  it.each<[string, Wanted, string]>([
    ["no reference", { reference: undefined }, "reference es obligatorio"],
    ["no amount", { amount: undefined }, "amount es obligatorio"],
    ["an amount as text", { amount: "30000" }, "amount debe ser un número entero"],
    ["a fraction", { amount: 30_000.5 }, "amount debe ser un número entero"],
    ["zero", { amount: 0 }, "amount debe ser mayor que 0"],
    ["a negative amount", { amount: -1 }, "amount debe ser mayor que 0"],
    ["another currency", { currency: "PEN" }, "currency no es válido para CO"],
    ["no ipn_url", { ipn_url: undefined }, "ipn_url es obligatorio"],
    ["a method of pay-ins only", { payment_method: "PSE" }, "payment_method no es válido para CO"],
    ["no customer_data", { customer_data: undefined }, "customer_data es obligatorio"],
    ["no bank", { customer: { bank: undefined } }, "customer_data.bank es obligatorio"],
    ["an unknown bank", { customer: { bank: "BANCO LUNA" } }, "el banco BANCO LUNA no existe"],
    ["no account", { customer: { account_number: "" } }, "account_number es obligatorio"],
    [
      "an endless account",
      { customer: { account_number: "1".repeat(65) } },
      "account_number no puede tener más de 64",
    ],
    ["no account type", { customer: { account_type: undefined } }, "account_type es obligatorio"],
    [
      "a wallet in Colombia",
      { customer: { account_type: "WALLET" } },
      "account_type no es válido para CO",
    ],
    ["a Peruvian document", { customer: { legal_doc_type: "DNI" } }, "legal_doc_type no es válido"],
    ["a list for metadata", { metadata: ["a"] }, "metadata debe ser un objeto"],
  ])("refuse %s, name the field, leave the wallet unchanged", async (_title, wanted, message) => {
    const answer = await payOut(sandbox, wanted)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: "00", status: "ERROR", error: "VALIDATION_ERROR" })
    expect(answer.body.message).toContain(message)
    expect(sandbox.payouts()).toEqual([])
    expect(await wallet()).toBe(1_000_000)
  })

  it("refuse a NIT in Peru, and in Mexico a number whose check digit does not fit", async () => {
    const nit = await payOut(sandbox, { country: "PE", customer: { legal_doc_type: "NIT" } })
    expect(nit.body.message).toContain("legal_doc_type no es válido para PE")
    const mistyped = { country: "MX", customer: { account_number: "032180000118359718" } } as const
    expect((await payOut(sandbox, mistyped)).body.message).toContain("no es una CLABE")
  })

  it("refuse an unknown country", async () => {
    const body = { ...payOutBody(), country: "XX" }
    const answer = await request(sandbox.url).post("/api/v1/payout").set(headers()).send(body)
    expect(answer.body.message).toContain("country no es válido: use CO, PE, MX")
  })

  it("refuse wrong credentials", async () => {
    const wrong = { ...headers(), "token-top": "wrong" }
    const answer = await request(sandbox.url).post("/api/v1/payout").set(wrong).send(payOutBody())
    expect(answer.status).toBe(401)
    expect(sandbox.payouts()).toEqual([])
  })

  it("accept a wallet in Colombia and other banks when set so", async () => {
    sandbox.configure({
      payouts: { accountTypes: { CO: ["WALLET"] }, banks: { CO: ["BANCO LUNA"] } },
    })
    const customer = { account_type: "WALLET", bank: "BANCO LUNA" }
    expect((await payOut(sandbox, { customer })).status).toBe(200)
    expect((await payOut(sandbox, { customer: { ...customer, bank: "NEQUI" } })).status).toBe(400)
  })
})

describe("the wallet", () => {
  it("grows by approved pay-ins, shrinks by payouts, and refuses a payout above its balance", async () => {
    sandbox.setWallet("sandbox-co", 0)
    const refused = await payOut(sandbox, { amount: 50_000 })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: "00", error: "INSUFFICIENT_BALANCE" })
    sandbox.settle(await ticketOf(sandbox), { status: "APPROVED", notify: false })
    expect((await payOut(sandbox, { amount: 50_001 })).status).toBe(400)
    expect((await payOut(sandbox, { amount: 50_000 })).status).toBe(200)
    expect(await wallet()).toBe(0)
    expect((await payOut(sandbox, { amount: 1 })).status).toBe(400)
  })

  it("loses the amount at acceptance and regains it once when the bank rejects", async () => {
    const ticket = await payoutTicket(sandbox)
    expect(await wallet()).toBe(970_000)
    sandbox.approvePayout(ticket, { notify: false })
    expect(await wallet()).toBe(970_000)
    sandbox.rejectPayout(ticket, { notify: false })
    sandbox.rejectPayout(ticket, { notify: false })
    expect(await wallet()).toBe(1_000_000)
  })

  it("loses the paid amount when it differs from the requested amount", async () => {
    const ticket = await payoutTicket(sandbox)
    sandbox.approvePayout(ticket, { amount: 29_000, notify: false })
    expect(await wallet()).toBe(971_000)
    expect((await lookup(sandbox, ticket)).body.data.amount).toBe(29_000)
  })

  it("of a merchant in several countries has a balance for each currency", async () => {
    const merchant = { username: "u", password: "p", token: "t", merchantId: "m" }
    const both = createSandbox({ merchants: [merchant] })
    await both.start()
    both.setWallet("m", 40_000)
    both.setWallet("m", 5_000, "PEN")
    const paid = (country: Country, amount: number) =>
      request(both.url)
        .post("/api/v1/payout")
        .set({ ...headers(), authorization: `Basic ${btoa("u:p")}`, "token-top": "t" })
        .send(payOutBody({ country, amount }))
    expect((await paid("PE", 5_001)).body.error).toBe("INSUFFICIENT_BALANCE")
    expect((await paid("PE", 5_000)).status).toBe(200)
    expect([both.wallet("m"), both.wallet("m", "PEN")]).toEqual([40_000, 0])
    await both.stop()
  })

  it("accepts a payout above its balance and rejects it later, when set so", async () => {
    sandbox.configure({ payouts: { lowBalance: "reject" } })
    const ticket = await payoutTicket(sandbox, { amount: 1_000_001 })
    expect(sandbox.payout(ticket)?.status).toBe("PENDING")
    await sandbox.advanceClock(1_500)
    expect(sandbox.payout(ticket)).toMatchObject({
      status: "REJECTED",
      response_message: "El saldo del comercio no es suficiente",
    })
    expect(await wallet()).toBe(1_000_000)
  })
})
