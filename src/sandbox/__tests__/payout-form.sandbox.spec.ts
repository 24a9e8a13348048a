import request from "supertest"
import { headers, lookup, payOutBody } from "./support/shop"
import { servedSandbox } from "./support/served"
import { Receiver } from "./support/receiver"

const receiver = new Receiver()
const sandbox = servedSandbox(receiver)
beforeEach(() => sandbox.setWallet("sandbox-pe", 1_000_000))

const ACCOUNT = { bank: "BCP", account_number: "19112345678012", account_type: "AHORRO" }

/** The result comes by a timer of the sandbox. */
async function expectSoon(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5))
}

function form(customer: object = {}, country: "PE" | "CO" = "PE") {
  const body = payOutBody({ country })
  const { legal_doc, legal_doc_type, phone_code, phone_number, email, full_name } =
    body.customer_data
  const person = { legal_doc, legal_doc_type, phone_code, phone_number, email, full_name }
  return request(sandbox.url)
    .post("/api/v1/payout/form")
    .set(headers(country))
    .send({ ...body, customer_data: { ...person, ...customer } })
}

describe("a form for a payout", () => {
  it("is made for a person without an account, also without a document", async () => {
    for (const customer of [{}, { legal_doc: undefined }]) {
      const { status, body } = await form(customer)
      expect([status, body.code]).toEqual([200, "01"])
      expect(body.data).toEqual({
        ticket: expect.any(String),
        form_url: expect.stringMatching(/^http.*\/form\/[0-9a-f]{32}$/),
      })
    }
  })

  it("exists in Peru alone, and needs the person's name", async () => {
    expect((await form({}, "CO")).body.message).toContain("no existe para CO")
    expect((await form({ full_name: undefined })).body.message).toContain("full_name")
  })

  it("is shown to a lookup once it was filled in on its page, and then paid as any payout", async () => {
    sandbox.configure({ payouts: { outcome: "approve", resultAfterMs: 0 } })
    const { data } = (await form()).body
    const page = new URL(data.form_url).pathname
    expect((await lookup(sandbox, data.ticket, "PE")).body.code).toBe("00")
    const shown = await request(sandbox.url).get(page).set("accept-language", "es").expect(200)
    expect(shown.text).toContain("¿A qué cuenta le pagamos?")

    const fill = (account: object) => request(sandbox.url).post(page).type("form").send(account)
    const wrong = await fill({ ...ACCOUNT, account_number: "12" })
    expect([wrong.status, wrong.text.includes("8 a 20 dígitos")]).toEqual([422, true])
    await fill({ ...ACCOUNT, bank: "BANCO NINGUNO" }).expect(422)
    await fill(ACCOUNT).expect(303)
    await fill({ ...ACCOUNT, account_number: "99999999999999" }).expect(303)
    await expectSoon(() => sandbox.payout(data.ticket)?.status === "APPROVED")
    expect(sandbox.payout(data.ticket)).toMatchObject({ ...ACCOUNT, status: "APPROVED" })
    expect((await lookup(sandbox, data.ticket, "PE")).body.data.status).toBe("APPROVED")
    expect((await request(sandbox.url).get(page)).text).not.toContain("<form")
  })

  it("has no page under an address that nobody was told", async () => {
    await request(sandbox.url)
      .get(`/form/${"0".repeat(32)}`)
      .expect(404)
    await request(sandbox.url)
      .post(`/form/${"0".repeat(32)}`)
      .type("form")
      .send(ACCOUNT)
      .expect(404)
  })
})
