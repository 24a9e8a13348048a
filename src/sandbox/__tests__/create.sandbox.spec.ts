import request from "supertest"
import { create, headers, payInBody, type Wanted } from "./support/shop"
import { servedSandbox } from "./support/served"

const sandbox = servedSandbox()

describe("an accepted create", () => {
  it("answers in the documented envelope and echoes what was asked", async () => {
    const body = payInBody()
    const answer = await request(sandbox.url).post("/api/v1/payin").set(headers()).send(body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      code: "01",
      status: "SUCCESS",
      message: expect.any(String),
      data: {
        ticket: expect.stringMatching(/^[0-9a-f]{15}$/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        payment_url: `${sandbox.url}/pay/${answer.body.data.ticket}`,
        transaction: {
          reference: body.reference,
          amount: 50_000,
          currency: "COP",
          payment_method: "PSE",
          redirect_url: body.redirect_url,
          ipn_url: body.ipn_url,
          description: "Pedido 1001",
        },
      },
    })
  })

  it("answers in the flat form when set so, with a UUID v4 and the link's end in UTC", async () => {
    sandbox.configure({ form: "flat" })
    const before = Date.now()
    const answer = await create(sandbox, { reference: "flat-1", expiration_time: 60 })
    expect(answer.body).toEqual({
      ticket: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
      reference: "flat-1",
      status: "PENDING",
      payment_url: `${sandbox.url}/pay/${answer.body.ticket}`,
      expiration: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    const minutes = (Date.parse(answer.body.expiration) - before) / 60_000
    expect(minutes).toBeGreaterThanOrEqual(60)
    expect(minutes).toBeLessThan(61)
  })

  it.each<[string, Wanted, number]>([
    ["720 minutes by default", {}, 720],
    ["15 minutes for BREB by default", { payment_method: "BREB" }, 15],
    ["as long as asked", { expiration_time: 5 }, 5],
  ])("makes a link that lives %s", async (_title, wanted, minutes) => {
    const answer = await create(sandbox, wanted)
    const view = sandbox.transaction(answer.body.data.ticket)
    expect(Date.parse(view?.expires_at ?? "") - Date.parse(view?.created_at ?? "")).toBe(
      minutes * 60_000
    )
  })

  it.each<[string, string]>([
    ["CO", "ALL_METHODS PSE TRANSFIYA EFECTY CASH CARD BREB"],
    ["PE", "BANK_TRANSFER QR CASH PAGOEFECTIVO"],
    ["MX", "ALL_METHODS CARD SPEI OXXO CASH_BANK CASH_STORE CASH_ALL"],
  ])("takes every method of %s", async (country, methods) => {
    if (country !== "CO" && country !== "PE" && country !== "MX") throw new Error(country)
    for (const payment_method of methods.split(" ")) {
      const answer = await create(sandbox, { country, payment_method })
      expect([payment_method, answer.status]).toEqual([payment_method, 200])
    }
  })

  it("may omit the optional fields, and have null or an empty list as metadata", async () => {
    for (const metadata of [undefined, null, [], {}, { source: "medusa" }]) {
      expect((await create(sandbox, { metadata })).status).toBe(200)
    }
    sandbox.configure({ descriptionRequired: false })
    expect((await create(sandbox, { description: undefined })).status).toBe(200)
  })

  it("starts as CREATED when set so", async () => {
    sandbox.configure({ initialStatus: "CREATED" })
    const answer = await create(sandbox)
    expect(sandbox.transaction(answer.body.data.ticket)?.status).toBe("CREATED")
  })
})

describe("wrong credentials", () => {
  it.each<[string, Record<string, string>]>([
    ["no Token-Top", { "token-top": "" }],
    ["a wrong Token-Top", { "token-top": "wrong" }],
    ["another merchant's Token-Top", { "token-top": "sandbox-pe-token" }],
    ["no Authorization", { authorization: "" }],
    ["a Bearer token", { authorization: "Bearer abc" }],
    ["a wrong password", { authorization: `Basic ${btoa("sandbox-co:wrong")}` }],
  ])("with %s are refused with 401 and code 00 in every operation", async (_title, wrong) => {
    const all = { ...headers(), ...wrong }
    const answers = [
      await request(sandbox.url).post("/api/v1/payin").set(all).send(payInBody()),
      await request(sandbox.url).post("/api/v1/transaction/x").set(all).send({ ticket: "x" }),
      await request(sandbox.url).get("/api/v1/merchant/me").set(all),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ code: "00", status: "ERROR", error: "UNAUTHORIZED" })
    }
    expect(sandbox.transactions()).toEqual([])
  })
})

describe("the checks of a create, with messages in Spanish", () => {
  const refusals: [string, Wanted, string][] = [
    ["no reference", { reference: undefined }, "reference es obligatorio"],
    ["an empty reference", { reference: " " }, "reference es obligatorio"],
    ["a number as reference", { reference: 7 }, "reference debe ser una cadena"],
    ["an over-long reference", { reference: "r".repeat(256) }, "reference no puede tener más de"],
    ["no amount", { amount: undefined }, "amount es obligatorio"],
    ["an amount as text", { amount: "50000" }, "amount debe ser un número entero"],
    ["a fraction", { amount: 50_000.5 }, "amount debe ser un número entero"],
    ["zero", { amount: 0 }, "amount debe ser mayor que 0"],
    ["a negative amount", { amount: -1 }, "amount debe ser mayor que 0"],
    ["an unsafe integer", { amount: 2 ** 60 }, "amount debe ser un número entero"],
    ["no currency", { currency: undefined }, "currency es obligatorio"],
    ["another country's currency", { currency: "PEN" }, "currency no es válido"],
    ["a lower-case currency", { currency: "cop" }, "currency no es válido"],
    ["a long currency", { currency: "COPX" }, "currency no puede tener más de 3"],
    ["no country", { country: undefined, currency: "COP" }, "country es obligatorio"],
    ["no payment_method", { payment_method: undefined }, "payment_method es obligatorio"],
    ["an unknown method", { payment_method: "BITCOIN" }, "payment_method no es válido"],
    ["another country's method", { payment_method: "QR" }, "payment_method no es válido"],
    ["no description", { description: undefined }, "description es obligatorio"],
    ["a number as description", { description: 5 }, "description debe ser una cadena"],
    ["no redirect_url", { redirect_url: undefined }, "redirect_url es obligatorio"],
    ["a relative redirect_url", { redirect_url: "/return" }, "redirect_url debe ser una URI"],
    ["a script as redirect_url", { redirect_url: "javascript:alert(1)" }, "redirect_url debe"],
    ["no ipn_url", { ipn_url: undefined }, "ipn_url es obligatorio"],
    ["an ftp ipn_url", { ipn_url: "ftp://shop.example/x" }, "ipn_url debe ser una URI"],
    ["no customer_data", { customer_data: undefined }, "customer_data es obligatorio"],
    ["text as customer_data", { customer_data: "x" }, "customer_data debe ser un objeto"],
    ["no legal_doc", { customer: { legal_doc: undefined } }, "legal_doc es obligatorio"],
    ["a number as legal_doc", { customer: { legal_doc: 123 } }, "legal_doc debe ser una cadena"],
    ["no legal_doc_type", { customer: { legal_doc_type: undefined } }, "legal_doc_type es oblig"],
    ["a PayOut document", { customer: { legal_doc_type: "NIT" } }, "legal_doc_type no es válido"],
    ["a foreign document", { customer: { legal_doc_type: "DNI" } }, "legal_doc_type no es válido"],
    ["no phone_code", { customer: { phone_code: undefined } }, "phone_code es obligatorio"],
    ["a plus in phone_code", { customer: { phone_code: "+57" } }, "phone_code solo puede tener"],
    ["no phone_number", { customer: { phone_number: undefined } }, "phone_number es obligatorio"],
    ["a number as phone_number", { customer: { phone_number: 300 } }, "phone_number debe ser una"],
    ["no email", { customer: { email: undefined } }, "email es obligatorio"],
    ["no e-mail address", { email: "ana" }, "email debe ser un correo"],
    ["no full_name", { customer: { full_name: "" } }, "full_name es obligatorio"],
    ["a fraction of a minute", { expiration_time: 1.5 }, "expiration_time debe ser un número"],
    ["an expiration as text", { expiration_time: "60" }, "expiration_time debe ser un número"],
    ["an expiration of zero", { expiration_time: 0 }, "expiration_time debe ser mayor"],
    ["metadata as text", { metadata: "x" }, "metadata debe ser un objeto"],
    ["PSE under 2,000", { amount: 1_999 }, "amount debe ser al menos 2000"],
    ["EFECTY under 10,000", { payment_method: "EFECTY", amount: 9_999 }, "al menos 10000"],
    ["more than 2,000,000", { amount: 2_000_001 }, "no puede ser mayor que 2000000"],
    ["BREB over its ceiling", { payment_method: "BREB", amount: 11_552_001 }, "mayor que 11552000"],
  ]
  it.each(refusals)("refuse %s, name the field, keep nothing", async (_title, wanted, message) => {
    const body = { ...payInBody(wanted), ...("country" in wanted ? { country: undefined } : {}) }
    const answer = await request(sandbox.url).post("/api/v1/payin").set(headers()).send(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      code: "00",
      status: "ERROR",
      error: "VALIDATION_ERROR",
      message: expect.stringContaining(message),
    })
    expect(sandbox.transactions()).toEqual([])
  })

  it.each<[string, string, number]>([
    ["PSE", "at 2,000", 2_000],
    ["EFECTY", "at 10,000", 10_000],
    ["PSE", "at 2,000,000", 2_000_000],
    ["CASH", "at one peso", 1],
  ])("accept %s %s", async (payment_method, _title, amount) => {
    expect((await create(sandbox, { payment_method, amount })).status).toBe(200)
  })

  it("refuse an unknown country", async () => {
    const body = { ...payInBody(), country: "BR" }
    const answer = await request(sandbox.url).post("/api/v1/payin").set(headers()).send(body)
    expect(answer.body.message).toContain("country no es válido")
  })

  it("refuse a country that the merchant does not work in", async () => {
    const body = payInBody({ country: "PE" })
    const answer = await request(sandbox.url).post("/api/v1/payin").set(headers("CO")).send(body)
    expect(answer.body.message).toContain("el comercio opera en CO")
  })

  it("refuse CARD in Peru until the settings allow it", async () => {
    const wanted: Wanted = { country: "PE", payment_method: "CARD" }
    expect((await create(sandbox, wanted)).body.error).toBe("VALIDATION_ERROR")
    sandbox.configure({ methods: { PE: ["CARD"] } })
    expect((await create(sandbox, wanted)).status).toBe(200)
  })

  it("follow a limit that the settings change", async () => {
    sandbox.configure({ limits: { COP: { PSE: { min: 60_000 } } } })
    expect((await create(sandbox)).body.message).toContain("al menos 60000")
    sandbox.configure({ limits: { COP: { PSE: { min: null, max: null } } } })
    expect((await create(sandbox, { amount: 9_000_000 })).status).toBe(200)
  })

  it("read limits in major units: with two decimals for COP the wire minimum is 100 times as high", async () => {
    sandbox.configure({ decimals: { COP: 2 } })
    expect((await create(sandbox, { amount: 199_999 })).status).toBe(400)
    expect((await create(sandbox, { amount: 200_000 })).status).toBe(200)
  })

  it("refuse the second use of a reference with an error of its own", async () => {
    await create(sandbox, { reference: "twice" })
    const answer = await create(sandbox, { reference: "twice" })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: "00", error: "REFERENCE_INVALID" })
    expect(sandbox.transactions()).toHaveLength(1)
  })

  it("accept the same reference from two merchants", async () => {
    expect((await create(sandbox, { reference: "shared" })).status).toBe(200)
    expect((await create(sandbox, { reference: "shared", country: "PE" })).status).toBe(200)
  })

  it("refuse a body that is not declared as JSON", async () => {
    const answer = await request(sandbox.url)
      .post("/api/v1/payin")
      .set({ ...headers(), "content-type": "text/plain" })
      .send(JSON.stringify(payInBody()))
    expect(answer.status).toBe(415)
    expect(answer.body.message).toContain("Content-Type")
  })

  it.each(["{", "", "[]", "null", '"x"', "5"])("refuse the body %p", async (text) => {
    const answer = await request(sandbox.url).post("/api/v1/payin").set(headers()).send(text)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: "00", error: "VALIDATION_ERROR" })
  })

  it.each([200, 400, 422] as const)("refuse with HTTP %d when set so", async (refusalStatus) => {
    sandbox.configure({ refusalStatus })
    expect((await create(sandbox, { amount: 1 })).status).toBe(refusalStatus)
  })
})

describe("wrong addresses and methods", () => {
  it("get 405 for GET on a POST address and 404 for an unknown address", async () => {
    const wrongMethod = await request(sandbox.url).get("/api/v1/transaction/x").set(headers())
    expect(wrongMethod.status).toBe(405)
    expect(wrongMethod.headers.allow).toBe("POST")
    const unknown = await request(sandbox.url).post("/api/v3/payin").set(headers())
    expect(unknown.status).toBe(404)
    expect(unknown.body.error).toBe("ROUTE_NOT_FOUND")
  })
})
