import { createHash } from "node:crypto"
import { createSandbox } from "../index"
import { Receiver } from "./support/receiver"
import { lookup, ticketOf } from "./support/shop"
import { servedSandbox } from "./support/served"

const receiver = new Receiver()
const sandbox = servedSandbox(receiver)

const pending = (reference: string) => ticketOf(sandbox, { reference, ipn_url: receiver.url })

/** Written out here a second time (docs/service.md#signatures): the two must agree. */
function signature(ticket: string, reference: string): string {
  const text = `{"token":"sandbox-co-token","ticket":"${ticket}","reference":"${reference}"}`
  return createHash("sha256").update(text).digest("hex")
}

describe("a notification", () => {
  it("has every known top_ field and the signature over token, ticket and reference", async () => {
    const ticket = await pending("n-1")
    sandbox.settle(ticket, { status: "APPROVED" })
    await sandbox.idle()
    expect(receiver.received).toEqual([
      {
        path: new URL(receiver.url).pathname,
        contentType: "application/json",
        signature: signature(ticket, "n-1"),
        body: {
          top_status: "APPROVED",
          top_ticket: ticket,
          top_reference: "n-1",
          top_amount: 50_000,
          top_currency: "COP",
          top_payment_method: "RECAUDO",
          top_bank_name: null,
          top_response_message: "Transacción aprobada",
          top_user: {
            legal_doc_type: "CC",
            legal_doc: "1012345678",
            phone_code: "57",
            phone_number: "3001234567",
            email: "approved@example.com",
            full_name: "Ana María Restrepo",
          },
          top_user_email: "approved@example.com",
          top_user_phone: "573001234567",
          top_extra_params1: null,
        },
      },
    ])
  })

  it("carries another amount, currency and message when the outcome had them", async () => {
    sandbox.settle(await pending("n-2"), {
      status: "REJECTED",
      amount: 1,
      currency: "USD",
      response_message: "Fondos insuficientes",
    })
    await sandbox.idle()
    expect(receiver.received[0].body).toMatchObject({
      top_status: "REJECTED",
      top_amount: 1,
      top_currency: "USD",
      top_response_message: "Fondos insuficientes",
    })
  })

  it("is sent once and noted with the receiver's answer when that is 2xx", async () => {
    sandbox.settle(await pending("n-3"), { status: "APPROVED" })
    await sandbox.idle()
    await sandbox.advanceClock(3_600_000)
    const [noted] = sandbox.notifications({ reference: "n-3" })
    expect(noted.state).toBe("accepted")
    expect(noted.attempts).toEqual([
      { at: expect.any(String), status: 202, error: null, duration_ms: expect.any(Number) },
    ])
    expect(receiver.received).toHaveLength(1)
  })

  it.each([301, 400, 404, 500])("is repeated after %d on its schedule", async (status) => {
    receiver.answers = [status, status]
    sandbox.settle(await pending(`n-r-${status}`), { status: "APPROVED" })
    await sandbox.idle()
    expect(receiver.received).toHaveLength(1)
    await sandbox.advanceClock(4_000)
    expect(receiver.received).toHaveLength(1)
    await sandbox.advanceClock(1_500)
    expect(receiver.received).toHaveLength(2)
    await sandbox.advanceClock(30_500)
    expect(receiver.received).toHaveLength(3)
    expect(receiver.received[2]).toEqual(receiver.received[0])
    expect(sandbox.notifications()[0].state).toBe("accepted")
  })

  it("ends as given_up after the last repeat", async () => {
    receiver.answers = [500, 500, 500, 500, 500]
    sandbox.settle(await pending("n-4"), { status: "APPROVED" })
    await sandbox.idle()
    await sandbox.advanceClock(3_600_000)
    expect(receiver.received).toHaveLength(4)
    expect(sandbox.notifications()[0].state).toBe("given_up")
    expect(sandbox.counters()).toMatchObject({
      notifications_sent: 4,
      notifications_failed: 4,
      notifications_accepted: 0,
    })
  })

  it("records a refused connection when no receiver listens", async () => {
    sandbox.configure({ notifications: { retrySeconds: [] } })
    sandbox.settle(await ticketOf(sandbox), { status: "APPROVED" })
    await sandbox.idle()
    const [{ state, attempts }] = sandbox.notifications()
    expect(state).toBe("given_up")
    expect(attempts).toMatchObject([
      { status: null, error: expect.stringContaining("ECONNREFUSED") },
    ])
  })

  it("stops waiting for a silent receiver after the set time-out, and is repeated", async () => {
    receiver.silent = true
    sandbox.settle(await pending("n-6"), { status: "APPROVED", notify: { timeoutMs: 60 } })
    await sandbox.idle()
    const [notification] = sandbox.notifications()
    expect(notification.state).toBe("retrying")
    expect(notification.attempts).toMatchObject([{ status: null, error: "no answer within 60 ms" }])
    receiver.silent = false
    await sandbox.advanceClock(5_100)
    expect(sandbox.notifications()[0].state).toBe("accepted")
  })

  it("is not sent for a status that is settled with notify false", async () => {
    sandbox.settle(await pending("n-5"), { status: "APPROVED", notify: false })
    await sandbox.idle()
    expect(sandbox.notifications()).toEqual([])
  })
})

describe("notifications with faults on request", () => {
  it("are equal when they are duplicates", async () => {
    sandbox.settle(await pending("d-1"), { status: "APPROVED", notify: { copies: 3 } })
    await sandbox.idle()
    expect(receiver.received).toHaveLength(3)
    expect(receiver.received[1]).toEqual(receiver.received[0])
    expect(receiver.received[2]).toEqual(receiver.received[0])
  })

  it("arrive late by the sandbox clock when delayed", async () => {
    sandbox.settle(await pending("d-2"), { status: "APPROVED", notify: { delayMs: 90_000 } })
    await sandbox.advanceClock(80_000)
    expect(receiver.received).toHaveLength(0)
    await sandbox.advanceClock(10_000)
    expect(receiver.received).toHaveLength(1)
  })

  it("never arrive when lost", async () => {
    sandbox.settle(await pending("d-3"), { status: "APPROVED", notify: { lose: true } })
    await sandbox.advanceClock(3_600_000)
    expect(receiver.received).toHaveLength(0)
    expect(sandbox.notifications()[0].state).toBe("lost")
  })

  it("leave in the chosen order when held", async () => {
    sandbox.holdNotifications()
    for (const name of ["a", "b", "c"]) {
      sandbox.settle(await pending(name), { status: "APPROVED" })
    }
    expect(receiver.received).toHaveLength(0)
    await sandbox.releaseNotifications("reversed")
    expect(receiver.received.map(({ body }) => body.top_reference)).toEqual(["c", "b", "a"])
  })

  it("leave by id when held, and the rest can be dropped for good", async () => {
    sandbox.holdNotifications()
    for (const name of ["a", "b", "c"]) {
      sandbox.settle(await pending(name), { status: "APPROVED" })
    }
    const ids = sandbox.notifications({ state: "held" }).map(({ id }) => id)
    await sandbox.releaseNotifications([ids[2], ids[0]])
    expect(receiver.received.map(({ body }) => body.top_reference)).toEqual(["c", "a"])
    expect(sandbox.dropNotifications()).toHaveLength(1)
    expect(await sandbox.releaseNotifications()).toEqual([])
    expect(receiver.received).toHaveLength(2)
  })

  it("are shuffled the same way for the same seed", async () => {
    const orders: unknown[][] = []
    for (let run = 0; run < 2; run++) {
      sandbox.reset()
      receiver.clear()
      sandbox.holdNotifications()
      for (let index = 0; index < 8; index++) {
        sandbox.settle(await pending(`s-${index}`), { status: "APPROVED" })
      }
      await sandbox.releaseNotifications("shuffled", 7)
      orders.push(receiver.received.map(({ body }) => body.top_reference))
    }
    expect(orders[0]).toEqual(orders[1])
    expect(orders[0]).not.toEqual([...orders[0]].sort())
  })

  it("can be forged with a wrong signature", async () => {
    const ticket = await pending("f-1")
    sandbox.notify(ticket, { forge: "signature" })
    await sandbox.idle()
    expect(receiver.received[0].signature).toMatch(/^[0-9a-f]{64}$/)
    expect(receiver.received[0].signature).not.toBe(signature(ticket, "f-1"))
  })

  it("can be forged without a signature", async () => {
    sandbox.notify(await pending("f-2"), { forge: "no_signature" })
    await sandbox.idle()
    expect(receiver.received[0].signature).toBeUndefined()
  })

  it("can be forged with another key in the address", async () => {
    sandbox.notify(await pending("f-3"), { forge: "key" })
    await sandbox.idle()
    const right = new URL(receiver.url).pathname
    expect(receiver.received[0].path).not.toBe(right)
    expect(receiver.received[0].path).toHaveLength(right.length)
  })

  it.each(["reference", "ticket"] as const)("can be signed for another %s", async (forge) => {
    const ticket = await pending(`f-4-${forge}`)
    sandbox.notify(ticket, { forge })
    await sandbox.idle()
    const { body, signature: signed } = receiver.received[0]
    expect(body[`top_${forge}`]).not.toBe(forge === "ticket" ? ticket : "f-4-reference")
    expect(signed).toBe(signature(String(body.top_ticket), String(body.top_reference)))
  })

  it("can be forged as approved while the lookup says pending", async () => {
    const ticket = await pending("f-5")
    sandbox.notify(ticket, { forge: "status" })
    await sandbox.idle()
    expect(receiver.received[0].body.top_status).toBe("APPROVED")
    expect((await lookup(sandbox, ticket)).body.data.status).toBe("PENDING")
  })

  it("can carry any status and body", async () => {
    sandbox.notify(await pending("f-6"), { status: "CREATED", body: { top_amount: "x", extra: 1 } })
    await sandbox.idle()
    expect(receiver.received[0].body).toMatchObject({
      top_status: "CREATED",
      top_amount: "x",
      extra: 1,
    })
  })
})

describe("a stopped sandbox", () => {
  it("sends no repeat of a failed notification", async () => {
    const other = createSandbox()
    await other.start()
    receiver.answers = [500]
    other.settle(await ticketOf(other, { ipn_url: receiver.url }), { status: "APPROVED" })
    await other.idle()
    await other.stop()
    expect(receiver.received).toHaveLength(1)
    await other.advanceClock(3_600_000)
    expect(receiver.received).toHaveLength(1)
  })
})
