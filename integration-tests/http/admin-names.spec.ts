import { randomUUID } from "node:crypto"
import type { Agent } from "supertest"
import { retryPayout } from "../../src/workflows/payout"
import { CardPost } from "../support/card-webhooks"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { DESTINATION, MAKER, PayoutDriver } from "../support/payout-driver"

withShop("names in the admin", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  let admin: Agent
  beforeEach(async () => {
    admin = await shop.admin()
    payoutDriver.fill(1_000_000)
  })

  const lookUp = (name: unknown, status = 200) =>
    admin.get(`/admin/payin/lookup/${String(name)}`).expect(status)

  async function eventsOf(q: unknown): Promise<unknown[]> {
    const { body } = await admin.get("/admin/payin/events").query({ q }).expect(200)
    return body.events
  }

  /** A payout that the service took. */
  async function sent() {
    const { id } = await payoutDriver.make(40_000)
    await payoutDriver.run()
    const { reference } = await payoutDriver.reaches(id, "pending")
    return { id, reference: String(reference) }
  }

  it("find the notifications of a payout, by its reference and by its ticket", async () => {
    const payout = await sent()
    const other = await sent()
    for (const { id, reference } of [payout, other]) {
      shop.sandbox.approvePayout(reference)
      await payoutDriver.reaches(id, "approved")
    }
    await shop.sandbox.idle()

    const { reference, ticket } = await payoutDriver.attempt(payout.id)
    for (const q of [reference, ticket]) {
      expect(await eventsOf(q)).toEqual([expect.objectContaining({ reference, type: "APPROVED" })])
    }
    expect(await eventsOf("approved")).toHaveLength(2)
    expect(await eventsOf(reference.slice(0, -1))).toEqual([])
  })

  it("find an unmatched card webhook by its transaction id and by its event", async () => {
    const transaction_id = randomUUID()
    const told = await new CardPost(shop).post({
      event: "transaction.authorized",
      data: {
        transaction: {
          transaction_id,
          transaction_type: "PRE_AUTH_TRANSACTION",
          transaction_status: "APPROVED",
          amount: "50000.00",
          currency: "COP",
          transaction_date: new Date().toISOString(),
        },
      },
    })
    expect(told).toBe(202)

    for (const q of [transaction_id, "transaction.authorized"]) {
      expect(await eventsOf(q)).toEqual([
        expect.objectContaining({ source: "card", reference: transaction_id }),
      ])
    }
  })

  it("look up the service's payout beside our own, with the attempt that the name belongs to", async () => {
    const { id, reference } = await sent()
    shop.sandbox.rejectPayout(reference, { notify: false })
    await payoutDriver.bringIn(11, id, "rejected")
    const again = { payout_id: id, actor: MAKER, request_id: randomUUID() }
    expect(await retryPayout(shop.container, again)).toMatchObject({ outcome: "done" })
    await payoutDriver.bringIn(1, id, "pending")

    const [first, second] = await payoutDriver.attempts(id)
    expect(first).toMatchObject({ reference, status: "rejected" })
    for (const attempt of [first, second]) {
      const { number, status, ticket } = attempt
      for (const name of [attempt.reference, ticket]) {
        const { body, text } = await lookUp(name)
        expect(body.remote).toMatchObject({ reference: attempt.reference, kind: "payout" })
        expect(body.local).toMatchObject({
          ...{ id, status: "pending", amount: "40000", currency_code: "COP" },
          reference: second.reference,
          attempt: { number, reference: attempt.reference, ticket, status },
        })
        expect(text).not.toContain(DESTINATION.account_number)
        expect(text).not.toContain(DESTINATION.legal_doc)
      }
    }
  })

  it("lead to our own payout and its account when the service never received the payout", async () => {
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 100 })
    const { id } = await payoutDriver.make(40_000)
    await payoutDriver.run()
    await payoutDriver.reaches(id, "unknown")
    const { reference } = await payoutDriver.attempt(id)

    const here = await lookUp(reference, 404)
    expect(here.body).toMatchObject({
      ...{ type: "not_found", field: "ticket_or_reference", code: "known_here" },
      message: expect.stringContaining(`${id} (unknown)`),
    })
    const elsewhere = await lookUp(`${reference}?account=pe`, 404)
    expect(elsewhere.body).toMatchObject({ code: "known_elsewhere", values: { account: "co" } })
    expect(elsewhere.body.message).toContain(id)
  })
})
