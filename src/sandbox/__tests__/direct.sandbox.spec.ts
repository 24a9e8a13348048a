import request from "supertest"
import { createSandbox } from "../index"
import { create, headers, payInBody } from "./support/shop"
import { servedSandbox } from "./support/served"

const sandbox = servedSandbox()
const PAYER = { bank: "0017", person_type: "NATURAL" }

const banks = () => request(sandbox.url).get("/api/v1/pse/banks").set(headers())

describe("a direct account answers", () => {
  beforeEach(() => {
    sandbox.configure({ direct: { PSE: "direct", BREB: "direct", TRANSFIYA: "direct" } })
  })

  it("PSE with the bank's own page, a ticket and a type, and nothing else", async () => {
    const { body } = await create(sandbox, { customer: PAYER })
    expect(body.data).toEqual({
      ticket: expect.any(String),
      payment_url: `${sandbox.url}/pay/${body.data.ticket}`,
      type: "pse_payment",
    })
    const page = await request(sandbox.url).get(`/pay/${body.data.ticket}`)
    expect(page.text).toContain("Banco Orquídea")
    expect(page.text).not.toContain('name="bank"')
  })

  it("BREB with a key beside the page, or alone", async () => {
    const first = await create(sandbox, { payment_method: "BREB" })
    expect(Object.keys(first.body.data)).toEqual(["ticket", "payment_url", "account_number"])
    sandbox.configure({ direct: { BREB: "bare_key" } })
    const second = await create(sandbox, { payment_method: "BREB" })
    expect(Object.keys(second.body.data)).toEqual(["ticket", "account_number"])
    expect(second.body.data.account_number).not.toBe(first.body.data.account_number)
  })

  it("TRANSFIYA with a text and a type, and no ticket", async () => {
    const { body } = await create(sandbox, { payment_method: "TRANSFIYA", reference: "tf-1" })
    expect(body.data).toEqual({
      confirmation: expect.stringContaining("4567"),
      type: "transfiya_confirmation",
    })
    expect(sandbox.transaction("tf-1")).toMatchObject({ status: "PENDING" })
  })

  it("a success that says nothing when set so, and takes the payment all the same", async () => {
    sandbox.configure({ direct: { PSE: "nothing" } })
    const { body } = await create(sandbox, { reference: "quiet-1" })
    expect(body).toMatchObject({ code: "01", data: {} })
    expect(sandbox.transaction("quiet-1")).toMatchObject({ status: "PENDING" })
  })

  it.each([
    [{ bank: undefined }, "customer_data.bank es obligatorio"],
    [{ bank: "9999" }, "customer_data.bank no es válido"],
    [{ bank: 17 }, "customer_data.bank"],
    [{ person_type: undefined }, "customer_data.person_type es obligatorio"],
    [{ person_type: "OTRA" }, "customer_data.person_type no es válido"],
  ])("PSE with %j by a refusal", async (change, says) => {
    const { body } = await create(sandbox, { customer: { ...PAYER, ...change } })
    expect(body).toMatchObject({ code: "00", error: "VALIDATION_ERROR" })
    expect(body.message).toContain(says)
  })
})

it("the switch of a merchant is its own", async () => {
  const [first, ...others] = sandbox.merchants
  const own = createSandbox({ merchants: [{ ...first, direct: ["BREB"] }, ...others] })
  await own.start()
  const breB = await create(own, { payment_method: "BREB" })
  const pse = await create(own, { payment_method: "PSE" })
  expect([breB.body.data.account_number, pse.body.data.type]).toEqual([
    expect.any(String),
    undefined,
  ])
  await own.stop()
})

it.each([
  ["PSE with a bank directly", { customer: PAYER }, "pse_payment", false],
  ["PSE without one by a hosted page", {}, undefined, false],
  ["BREB with a key", { payment_method: "BREB" }, undefined, true],
  ["EFECTY by a hosted page", { payment_method: "EFECTY" }, undefined, false],
])("version 2 answers %s", async (_title, wanted, type, hasKey) => {
  const answer = await request(sandbox.url)
    .post("/api/v2/payin")
    .set(headers())
    .send(payInBody(wanted))
  expect(answer.body.code).toBe("01")
  expect([answer.body.data.type, "account_number" in answer.body.data]).toEqual([type, hasKey])
})

it("version 2 says beside the page how to pay a voucher or a transfer, and version 1 does not", async () => {
  const second = async (wanted: Parameters<typeof payInBody>[0], country?: "MX") => {
    const send = request(sandbox.url).post("/api/v2/payin").set(headers(country))
    return (await send.send(payInBody(wanted))).body.data
  }
  expect(await second({ payment_method: "EFECTY" })).toMatchObject({
    payment_url: expect.stringContaining("/pay/"),
    payment_information: { agreement: "119999", reference: expect.stringMatching(/^[0-9]{12}$/) },
  })
  const spei = { country: "MX", payment_method: "SPEI" } as const
  expect((await second(spei, "MX")).payment_information.clabe).toMatch(/^[0-9]{18}$/)
  const first = await create(sandbox, { payment_method: "EFECTY" })
  expect(first.body.data).not.toHaveProperty("payment_information")
})

describe("the list of banks", () => {
  it("has codes that are texts, names, and pictures that are there", async () => {
    const { body } = await banks()
    expect(body.data).toHaveLength(6)
    for (const { code, name, image } of body.data) {
      expect([typeof code, typeof name]).toEqual(["string", "string"])
      const picture = await request(sandbox.url).get(new URL(image).pathname)
      expect([picture.status, picture.type]).toEqual([200, "image/svg+xml"])
    }
    expect((await request(sandbox.url).get("/bank-images/none.svg")).status).toBe(404)
  })

  it("needs credentials", async () => {
    expect((await request(sandbox.url).get("/api/v1/pse/banks")).status).toBe(401)
  })

  it.each([
    ["empty", 200, []],
    ["not_a_list", 200, { banks: "none" }],
    ["broken", 500, undefined],
  ] as const)("can be %s", async (bankList, status, data) => {
    sandbox.configure({ bankList })
    const answer = await banks()
    expect([answer.status, answer.body.data]).toEqual([status, data])
  })

  it("meets the faults of its own operation", async () => {
    sandbox.injectFault({ operation: "banks", kind: "error_before" })
    expect((await banks()).status).toBe(500)
    expect((await banks()).status).toBe(200)
    expect(sandbox.counters().banks).toBe(2)
  })
})
