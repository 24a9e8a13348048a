import request from "supertest"
import { BANK_MESSAGES, REJECTIONS } from "../payout-messages"
import { Receiver } from "./support/receiver"
import {
  create,
  headers,
  lookup,
  payOut,
  payoutTicket,
  ticketOf,
  type Country,
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

describe("the later result of a payout", () => {
  it("does not come by itself by default", async () => {
    const ticket = await payoutTicket(sandbox)
    await sandbox.advanceClock(86_400_000)
    expect(sandbox.payout(ticket)?.status).toBe("PENDING")
  })

  it.each([
    ["approve", "x@example.com", "APPROVED", BANK_MESSAGES.successful],
    ["reject", "approved@example.com", "REJECTED", BANK_MESSAGES.holder_mismatch],
    ["email", "approved@example.com", "APPROVED", BANK_MESSAGES.successful],
    ["email", "x@example.com", "REJECTED", BANK_MESSAGES.holder_mismatch],
  ] as const)("under setting %s for %s is %s", async (outcome, email, status, response_message) => {
    sandbox.configure({ payouts: { outcome, rejection: "holder_mismatch", resultAfterMs: 5_000 } })
    const ticket = await payoutTicket(sandbox, { email })
    await sandbox.advanceClock(4_900)
    expect(sandbox.payout(ticket)?.status).toBe("PENDING")
    await sandbox.advanceClock(100)
    expect(sandbox.payout(ticket)).toMatchObject({ status, response_message })
  })

  it("does not change a payout that was decided by hand before", async () => {
    sandbox.configure({ payouts: { outcome: "approve", resultAfterMs: 5_000 } })
    const ticket = await payoutTicket(sandbox)
    sandbox.rejectPayout(ticket)
    await sandbox.advanceClock(5_000)
    expect(sandbox.payout(ticket)?.status).toBe("REJECTED")
  })

  it.each(REJECTIONS)("has the bank's message for %s", async (reason) => {
    const ticket = await payoutTicket(sandbox)
    sandbox.rejectPayout(ticket, { reason, notify: false })
    expect((await lookup(sandbox, ticket)).body.data).toMatchObject({
      status: "REJECTED",
      response_message: BANK_MESSAGES[reason],
    })
  })
})

describe("the lookup", () => {
  it("finds a payout by ticket and by reference, with the label of a withdrawal", async () => {
    sandbox.configure({ lookupQuirks: false })
    const ticket = await payoutTicket(sandbox, { reference: "find-me" })
    const { body } = await lookup(sandbox, ticket)
    expect(body.data).toEqual({
      ticket,
      reference: "find-me",
      amount: 30_000,
      currency: "COP",
      type_transaction: "WITHDRAWAL",
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
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d/),
    })
    expect((await lookup(sandbox, "find-me")).body).toEqual(body)
    expect((await lookup(sandbox, ticket, "PE")).status).toBe(404)
  })

  it("does not find an accepted payout for a while, when set so", async () => {
    sandbox.configure({ payouts: { visibleAfterMs: 60_000 } })
    const ticket = await payoutTicket(sandbox, { reference: "late" })
    expect((await lookup(sandbox, "late")).status).toBe(404)
    expect(sandbox.payout("late")?.ticket).toBe(ticket)
    await sandbox.advanceClock(60_000)
    expect((await lookup(sandbox, "late")).body.data.ticket).toBe(ticket)
  })
})

describe("a reference that was used", () => {
  it("is refused", async () => {
    await payoutTicket(sandbox, { reference: "twice" })
    const answer = await payOut(sandbox, { reference: "twice" })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: "00", error: "REFERENCE_INVALID" })
    expect(sandbox.payouts()).toHaveLength(1)
  })

  it("is answered as the first time, and paid once, when set so", async () => {
    sandbox.configure({ payouts: { duplicate: "first" } })
    const ticket = await payoutTicket(sandbox, { reference: "twice" })
    expect(await payoutTicket(sandbox, { reference: "twice", amount: 1 })).toBe(ticket)
    expect(sandbox.payouts({ reference: "twice" })).toHaveLength(1)
    expect(await wallet()).toBe(970_000)
  })

  it("is paid a second time, when set so, and both are on record", async () => {
    sandbox.configure({ payouts: { duplicate: "second" } })
    const first = await payoutTicket(sandbox, { reference: "twice" })
    const second = await payoutTicket(sandbox, { reference: "twice" })
    expect(sandbox.payouts({ reference: "twice" }).map(({ ticket }) => ticket)).toEqual([
      second,
      first,
    ])
    expect((await lookup(sandbox, "twice")).body.data.ticket).toBe(second)
    expect((await lookup(sandbox, first)).body.data.ticket).toBe(first)
    expect(await wallet()).toBe(940_000)
  })

  it("of a pay-in is refused for a payout, and the reverse", async () => {
    sandbox.configure({ payouts: { duplicate: "second" } })
    await ticketOf(sandbox, { reference: "in" })
    expect((await payOut(sandbox, { reference: "in" })).body.error).toBe("REFERENCE_INVALID")
    await payoutTicket(sandbox, { reference: "out" })
    expect((await create(sandbox, { reference: "out" })).body.error).toBe("REFERENCE_INVALID")
  })
})

describe("a fault", () => {
  it.each(["timeout_before", "reset_before", "error_before", "unclear_before", "rate_limited"])(
    "%s makes no payout and leaves the wallet unchanged",
    async (kind) => {
      sandbox.injectFault(JSON.parse(JSON.stringify({ operation: "payout", kind, ms: 50 })))
      await payOut(sandbox, { reference: "gone" }).catch(() => null)
      expect(sandbox.payout("gone")).toBeNull()
      expect(await wallet()).toBe(1_000_000)
    }
  )

  it.each(["timeout_after", "reset_after", "error_after", "unclear_after", "malformed"])(
    "%s hides the answer to an accepted payout",
    async (kind) => {
      sandbox.injectFault(JSON.parse(JSON.stringify({ operation: "payout", kind, ms: 50 })))
      await payOut(sandbox, { reference: "there" }).catch(() => null)
      expect((await lookup(sandbox, "there")).body.data.status).toBe("PENDING")
      expect(await wallet()).toBe(970_000)
    }
  )

  it("late_visibility hides an accepted payout from the lookup", async () => {
    sandbox.injectFault({ operation: "payout", kind: "late_visibility", ms: 60_000 })
    await payoutTicket(sandbox, { reference: "late" })
    expect((await lookup(sandbox, "late")).status).toBe(404)
    await sandbox.advanceClock(60_000)
    expect((await lookup(sandbox, "late")).status).toBe(200)
  })

  it("wrong_amount echoes another amount than is paid", async () => {
    sandbox.injectFault({ operation: "payout", kind: "wrong_amount", amount: 7 })
    const echo = await payOut(sandbox, { reference: "mine" })
    expect(echo.body.data.transaction).toMatchObject({ reference: "mine", amount: 7 })
    expect((await lookup(sandbox, "mine")).body.data.amount).not.toBe(7)
  })

  it("wrong_reference echoes another reference, and slow only delays the answer", async () => {
    sandbox.injectFault({ operation: "payout", kind: "wrong_reference" })
    const echo = await payOut(sandbox, { reference: "mine" })
    expect(echo.body.data.transaction.reference).toBe("mine-x")
    sandbox.injectFault({ operation: "payout", kind: "slow", ms: 120 })
    const started = performance.now()
    expect((await payOut(sandbox)).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThanOrEqual(115)
  })

  it("of payouts leaves pay-ins alone", async () => {
    sandbox.injectFault({ operation: "payout", kind: "error_before" })
    expect((await create(sandbox)).status).toBe(200)
  })
})

describe("a notification", () => {
  it("carries the payout's result and the bank's reason, and is signed", async () => {
    const ticket = await payoutTicket(sandbox, { reference: "told", ipn_url: receiver.url })
    sandbox.rejectPayout(ticket, { reason: "account_blocked" })
    await sandbox.idle()
    expect(receiver.received).toHaveLength(1)
    expect(receiver.received[0]).toMatchObject({
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      body: {
        top_status: "REJECTED",
        top_ticket: ticket,
        top_reference: "told",
        top_amount: 30_000,
        top_currency: "COP",
        top_bank_name: "BANCOLOMBIA",
        top_response_message: BANK_MESSAGES.account_blocked,
      },
    })
    expect(receiver.received[0].body).not.toHaveProperty("top_card")
  })

  it("can be sent again, forged, held and lost", async () => {
    const ticket = await payoutTicket(sandbox, { ipn_url: receiver.url })
    sandbox.approvePayout(ticket, { notify: { copies: 2 } })
    sandbox.notify(ticket, { forge: "signature" })
    sandbox.notify(ticket, { lose: true })
    sandbox.holdNotifications()
    sandbox.notify(ticket)
    await sandbox.idle()
    expect(receiver.received).toHaveLength(3)
    await sandbox.releaseNotifications()
    expect(receiver.received).toHaveLength(4)
  })
})
