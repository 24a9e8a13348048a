import request from "supertest"
import { UnknownTransactionError } from "../index"
import { BANK_MESSAGES } from "../payout-messages"
import { payOut, payoutTicket } from "./support/shop"
import { servedSandbox } from "./support/served"

const sandbox = servedSandbox()
beforeEach(() => {
  sandbox.setWallet("sandbox-co", 1_000_000)
})

const post = (path: string, body: object = {}) => request(sandbox.controlUrl).post(path).send(body)

describe("the control API", () => {
  it("lists payouts by status and reference, the newest first, and shows one", async () => {
    const [first, second] = [await payoutTicket(sandbox), await payoutTicket(sandbox)]
    sandbox.approvePayout(first, { notify: false })
    const list = async (query: object) =>
      (await request(sandbox.controlUrl).get("/payouts").query(query)).body.payouts.map(
        ({ ticket }: { ticket: string }) => ticket
      )
    expect(await list({})).toEqual([second, first])
    expect(await list({ status: "APPROVED" })).toEqual([first])
    expect(await list({ reference: sandbox.payout(second)?.reference })).toEqual([second])
    const { body } = await request(sandbox.controlUrl).get(`/payouts/${first}`)
    expect(body.payout).toMatchObject({
      ticket: first,
      status: "APPROVED",
      bank: "BANCOLOMBIA",
      account_number: "00123456789",
      account_type: "AHORRO",
      payment_method: "BANK_TRANSFER",
    })
    expect((await request(sandbox.controlUrl).get("/payouts/nobody")).status).toBe(404)
  })

  it("approves, rejects with a reason, sets any status, notifies", async () => {
    const ticket = await payoutTicket(sandbox)
    const approved = await post(`/payouts/${ticket}/approve`, { amount: 29_000, notify: false })
    expect(approved.body.payout).toMatchObject({ status: "APPROVED", paid_amount: 29_000 })
    const rejected = await post(`/payouts/${ticket}/reject`, { reason: "product_unknown" })
    expect(rejected.body.payout.response_message).toBe(BANK_MESSAGES.product_unknown)
    const declined = await post(`/payouts/${ticket}/settle`, { status: "DECLINED", notify: false })
    expect(declined.body.payout.status).toBe("DECLINED")
    const sent = await post(`/payouts/${ticket}/notify`, { copies: 2, lose: true })
    expect(sent.body.notifications).toHaveLength(2)
  })

  it("refuses an unknown rejection reason and an unknown payout", async () => {
    const ticket = await payoutTicket(sandbox)
    expect((await post(`/payouts/${ticket}/reject`, { reason: "mood" })).status).toBe(400)
    expect((await post("/payouts/nobody/approve")).status).toBe(404)
    expect(() => sandbox.approvePayout("nobody")).toThrow(UnknownTransactionError)
    expect(sandbox.payout(ticket)?.status).toBe("PENDING")
  })

  it("keeps payouts in journal and counters, and forgets them at reset", async () => {
    await payOut(sandbox, { reference: "noted" })
    const [call] = sandbox.requests({ operation: "payout" })
    expect(call).toMatchObject({ path: "/api/v1/payout", reference: "noted", status: 200 })
    expect(sandbox.counters()).toMatchObject({
      create: 0,
      payout: 1,
      payouts: { total: 1, PENDING: 1 },
    })
    sandbox.reset()
    expect(sandbox.payouts()).toEqual([])
    expect(sandbox.wallet("sandbox-co")).toBe(0)
  })

  it("sets and shows the wallet of another currency", async () => {
    await post("/wallets/sandbox-co", { amount: 700, currency: "PEN" })
    const shown = await request(sandbox.controlUrl).get("/wallets/sandbox-co?currency=PEN")
    expect(shown.body).toEqual({ amount: 700 })
    expect(sandbox.wallet("sandbox-co")).toBe(1_000_000)
  })
})

describe("the front page", () => {
  const page = async (language = "es") =>
    (await request(sandbox.url).get("/").set("accept-language", language)).text

  it("shows payouts with the end of the account only, in both languages", async () => {
    await payoutTicket(sandbox, { customer: { full_name: "<b>Ana</b>" } })
    const spanish = await page()
    expect(spanish).toContain("Giros recientes")
    expect(spanish).toContain("BANCOLOMBIA ···6789")
    expect(spanish).not.toContain("00123456789")
    expect(spanish).not.toContain("<b>Ana</b>")
    expect(await page("en")).toContain("Recent payouts")
  })

  it("approves and rejects by a press, once", async () => {
    const [good, bad] = [await payoutTicket(sandbox), await payoutTicket(sandbox)]
    const press = (ticket: string, fields: object) =>
      request(sandbox.url).post(`/payout-outcome/${ticket}`).type("form").send(fields)
    expect((await press(good, { outcome: "approve", reason: "account_blocked" })).status).toBe(303)
    await press(bad, { outcome: "reject", reason: "account_blocked" })
    await press(bad, { outcome: "approve" })
    expect(sandbox.payout(good)?.status).toBe("APPROVED")
    expect(sandbox.payout(bad)).toMatchObject({
      status: "REJECTED",
      response_message: BANK_MESSAGES.account_blocked,
    })
    expect((await press("nobody", { outcome: "approve" })).status).toBe(404)
  })
})
