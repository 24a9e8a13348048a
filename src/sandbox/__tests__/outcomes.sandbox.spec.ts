import { lookup, open, press, ticketOf } from "./support/shop"
import { Receiver } from "./support/receiver"
import { servedSandbox } from "./support/served"

const receiver = new Receiver()
const sandbox = servedSandbox(receiver)

async function payWithPse(email: string): Promise<string> {
  const ticket = await ticketOf(sandbox, { email })
  await press(sandbox, ticket, "bank", { bank: "BANCO CONDOR", person_type: "NATURAL" })
  await press(sandbox, ticket, "pay")
  return ticket
}

describe("the e-mail rule of the service's own sandbox", () => {
  it.each([
    ["approved@example.com", "APPROVED"],
    ["Approved@Shop.Example", "APPROVED"],
    ["ana@example.com", "REJECTED"],
    ["approved.not@example.com", "REJECTED"],
    ["not-approved@example.com", "REJECTED"],
    ["ana@approved.example", "REJECTED"],
  ] as const)("pressing pay as %s ends as %s", async (email, status) => {
    const ticket = await payWithPse(email)
    expect(sandbox.transaction(ticket)?.status).toBe(status)
  })

  it("takes more names from the settings", async () => {
    sandbox.configure({ approvingEmails: ["approved", "brand"] })
    const ticket = await payWithPse("brand@example.com")
    expect(sandbox.transaction(ticket)?.status).toBe("APPROVED")
  })

  it.each([
    ["approve", "ana@example.com", "APPROVED"],
    ["reject", "approved@example.com", "REJECTED"],
    ["wait", "approved@example.com", "PENDING"],
  ] as const)("is overridden by the setting %s", async (outcome, email, status) => {
    sandbox.configure({ outcome })
    expect(sandbox.transaction(await payWithPse(email))?.status).toBe(status)
  })

  it("is overridden by the outcome chosen in the sandbox strip", async () => {
    const ticket = await ticketOf(sandbox, { email: "ana@example.com" })
    await press(sandbox, ticket, "outcome", { outcome: "approve" })
    expect(sandbox.transaction(ticket)?.status).toBe("APPROVED")
  })

  it("settles after the set delay, while the page waits", async () => {
    sandbox.configure({ settleAfterMs: 60_000 })
    const ticket = await payWithPse("approved@example.com")
    expect(sandbox.transaction(ticket)?.status).toBe("PENDING")
    expect((await open(sandbox, ticket)).text).toContain("Procesando su pago")
    await sandbox.advanceClock(60_000)
    expect(sandbox.transaction(ticket)?.status).toBe("APPROVED")
  })
})

describe("expiry", () => {
  it("ends an unpaid link at its minute, by lookup, page and notification", async () => {
    const ticket = await ticketOf(sandbox, { expiration_time: 10, ipn_url: receiver.url })
    await sandbox.advanceClock(10 * 60_000 - 1_000)
    expect((await lookup(sandbox, ticket)).body.data.status).toBe("PENDING")
    await sandbox.advanceClock(1_000)
    await sandbox.idle()
    expect((await lookup(sandbox, ticket)).body.data.status).toBe("EXPIRED")
    expect((await open(sandbox, ticket)).text).toContain("Este enlace venció")
    expect(receiver.received.map(({ body }) => body.top_status)).toEqual(["EXPIRED"])
  })

  it("sends no notification when set so", async () => {
    sandbox.configure({ notifyOnExpiry: false })
    const ticket = await ticketOf(sandbox, { expiration_time: 10, ipn_url: receiver.url })
    await sandbox.advanceClock(11 * 60_000)
    expect(sandbox.transaction(ticket)?.status).toBe("EXPIRED")
    expect(sandbox.notifications()).toEqual([])
  })

  it("leaves a page on which nothing can be paid", async () => {
    const ticket = await ticketOf(sandbox, { expiration_time: 10 })
    await sandbox.advanceClock(11 * 60_000)
    for (const [act, fields] of [
      ["bank", { bank: "BANCO CONDOR" }],
      ["pay", {}],
      ["outcome", { outcome: "approve" }],
    ] as const) {
      await press(sandbox, ticket, act, fields)
    }
    expect(sandbox.transaction(ticket)?.status).toBe("EXPIRED")
    expect((await open(sandbox, ticket)).text).not.toContain("<form")
  })

  it("does not touch what is already final", async () => {
    const ticket = await ticketOf(sandbox, { expiration_time: 10 })
    sandbox.settle(ticket, { status: "APPROVED", notify: false })
    await sandbox.advanceClock(11 * 60_000)
    expect(sandbox.transaction(ticket)?.status).toBe("APPROVED")
  })

  it("waits for a payment that was started in time", async () => {
    sandbox.configure({ settleAfterMs: 120_000 })
    const ticket = await ticketOf(sandbox, { expiration_time: 1 })
    await press(sandbox, ticket, "bank", { bank: "BANCO CONDOR" })
    await press(sandbox, ticket, "pay")
    await sandbox.advanceClock(61_000)
    expect(sandbox.transaction(ticket)?.status).toBe("PENDING")
    await sandbox.advanceClock(60_000)
    expect(sandbox.transaction(ticket)?.status).toBe("APPROVED")
  })

  it("can be overridden by the control API, which approves an expired link", async () => {
    const ticket = await ticketOf(sandbox, { expiration_time: 10 })
    await sandbox.advanceClock(11 * 60_000)
    sandbox.settle(ticket, { status: "APPROVED", notify: false })
    expect((await lookup(sandbox, ticket)).body.data.status).toBe("APPROVED")
  })
})
