import { randomUUID } from "node:crypto"
import { retryPayout, resendPayout } from "../../src/workflows/payout"
import { withShop } from "../support/shop"
import { NO_LIMIT } from "../support/shop-settings"
import { CHECKER, MAKER, Treasury } from "../support/treasury"

const MINUTE = 60_000

withShop("payouts nobody answered for", NO_LIMIT, (shop) => {
  const treasury = new Treasury(shop)
  beforeEach(() => treasury.fill(1_000_000))
  afterEach(() => {
    Object.assign(shop.gateway.options, { unknownPayouts: "hold" })
  })

  const sends = () => shop.sandbox.counters().payout
  const request = (payout_id: string) => ({ payout_id, actor: MAKER, request_id: randomUUID() })
  const resend = (id: string) => resendPayout(shop.container, request(id))
  const retry = (id: string) => retryPayout(shop.container, request(id))

  /** A payout that the service took without an answer, and does not show for so many minutes. */
  async function swallowed(minutes: number) {
    shop.sandbox.configure({ payouts: { visibleAfterMs: minutes * MINUTE } })
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 100 })
    const { id } = await treasury.make(40_000)
    await treasury.run()
    await treasury.reaches(id, "unknown")
    return id
  }

  /** Was sent under one reference alone, and paid once. */
  async function expectPaidOnce(id: string) {
    await treasury.reaches(id, "approved")
    const references = new Set((await treasury.attempts(id)).map(({ reference }) => reference))
    expect(references.size).toBe(1)
    expect(treasury.taken(id)).toMatchObject([{ status: "APPROVED" }])
  }

  /** A payout that the service took and rejected. */
  async function rejected(pesos = 40_000) {
    const { id } = await treasury.make(pesos)
    await treasury.run()
    const { reference } = await treasury.reaches(id, "pending")
    shop.sandbox.rejectPayout(String(reference), { notify: false })
    await treasury.runIn(11)
    await treasury.reaches(id, "rejected")
    return { id, reference: String(reference) }
  }

  it("never sends again what was accepted without an answer, and hears of its result", async () => {
    const id = await swallowed(0)
    await treasury.pass(2)
    const { reference } = await treasury.reaches(id, "pending")
    shop.sandbox.approvePayout(String(reference), { notify: false })
    await treasury.pass(60)
    await expectPaidOnce(id)
    expect(sends()).toBe(1)
    expect(await shop.anomalies()).toEqual([])
  })

  it.each(["timeout_before", "reset_after", "error_after", "unclear_after", "malformed"] as const)(
    "takes an answer that is none (%s) for unknown, and sends nothing again by itself",
    async (kind) => {
      shop.sandbox.injectFault({ operation: "payout", kind, ms: 100 })
      const { id } = await treasury.make(40_000)
      await treasury.run()
      await shop.until(async () => {
        await treasury.pass(1)
        const { status } = await treasury.payout(id)
        return status === "unknown" || status === "pending" ? true : null
      })
      await treasury.pass(90)
      expect(sends()).toBe(1)
      expect((await treasury.attempts(id)).length).toBe(1)
    }
  )

  it.each(["refuse", "first"] as const)(
    "held: what was invisible for 40 minutes waits for a person, and is paid once however often they resend (%s)",
    async (duplicate) => {
      const id = await swallowed(40)
      shop.sandbox.configure({ payouts: { duplicate, visibleAfterMs: 40 * MINUTE } })
      expect(await resend(id)).toMatchObject({ outcome: "refused", again: true })
      await treasury.pass(39)
      expect(await treasury.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
      expect(await shop.anomalies("open")).toMatchObject([{ kind: "payout_unknown" }])
      expect(sends()).toBe(1)

      const [one, other] = await Promise.all([resend(id), resend(id)])
      expect([one.outcome, other.outcome].sort()).toEqual(["done", "refused"])
      expect(sends()).toBe(2)
      await treasury.pass(6)
      const { reference } = await treasury.reaches(id, "pending")
      shop.sandbox.approvePayout(String(reference), { notify: false })
      await treasury.pass(20)
      await expectPaidOnce(id)
      expect(await shop.anomalies("open")).toEqual([])
    }
  )

  it.each(["refuse", "first"] as const)(
    "resent: what was invisible for 40 minutes is sent again under its own reference, and paid once (%s)",
    async (duplicate) => {
      Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
      const id = await swallowed(40)
      shop.sandbox.configure({ payouts: { duplicate, visibleAfterMs: 40 * MINUTE } })
      await treasury.pass(29)
      expect(sends()).toBe(1)
      await treasury.pass(30)
      expect(sends()).toBe(2)
      const { reference } = await treasury.reaches(id, "pending")
      shop.sandbox.approvePayout(String(reference), { notify: false })
      await treasury.pass(60)
      await expectPaidOnce(id)
      expect(sends()).toBe(2)
    }
  )

  it("resends nothing while payouts are off", async () => {
    Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
    const id = await swallowed(600)
    Object.assign(shop.gateway.options.payouts, { enabled: false })
    await treasury.pass(60)
    expect(await resend(id)).toMatchObject({ outcome: "refused" })
    Object.assign(shop.gateway.options.payouts, { enabled: true })
    expect(await treasury.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    expect(sends()).toBe(1)
  })

  it("counts no silence: time in which nobody could ask proves nothing", async () => {
    const id = await swallowed(600)
    await treasury.pass(10)
    shop.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    await treasury.pass(120)
    expect(await treasury.payout(id)).toMatchObject({ status: "unknown", reason: null })
    expect(await shop.anomalies()).toEqual([])
    expect(sends()).toBe(1)
  })

  it("a refused resend never opens the way to a second reference", async () => {
    Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
    const id = await swallowed(180)
    await treasury.pass(120)
    expect(sends()).toBe(2)
    const { reference } = await treasury.reaches(id, "rejected")
    expect(await treasury.payout(id)).toMatchObject({ reason: "never_received" })

    expect(await retry(id)).toMatchObject({ outcome: "refused" })
    expect(await resend(id)).toMatchObject({ outcome: "refused" })
    expect(await treasury.payouts.decisions.retry(id, MAKER)).toMatchObject({
      outcome: "refused",
    })
    // It turns up after all.
    await treasury.pass(61)
    shop.sandbox.approvePayout(String(reference))
    await shop.until(async () =>
      (await treasury.payout(id)).reason === "contradiction" ? true : null
    )
    expect(await retry(id)).toMatchObject({ outcome: "refused" })
    await treasury.pass(5)
    expect(sends()).toBe(2)
    expect(treasury.taken(id)).toHaveLength(1)
    const kinds = (await shop.anomalies("open")).map(({ kind }) => kind)
    expect(kinds).toContain("status_changed_after_final")

    const proof = { note: "The bank confirmed it.", proof: "transfer 4711" }
    const paid = await treasury.payouts.decisions.paidElsewhere(id, CHECKER, proof)
    expect(paid).toMatchObject({ outcome: "done", payout: { status: "paid_elsewhere" } })
  })

  it("goes on after a refused resend once the service itself says that it was rejected", async () => {
    Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
    const id = await swallowed(180)
    await treasury.pass(120)
    const { reference } = await treasury.reaches(id, "rejected")
    await treasury.pass(61)
    shop.sandbox.rejectPayout(String(reference), { notify: false })

    expect(await retry(id)).toMatchObject({ outcome: "done", payout: { status: "queued" } })
    await treasury.run()
    const again = await treasury.reaches(id, "pending")
    expect(again.reference).not.toBe(reference)
    expect(treasury.taken(id)).toMatchObject([{ status: "PENDING" }, { status: "REJECTED" }])
  })

  it("rejected, then approved after all: a retry that waits is taken back, and it is on the desk", async () => {
    const { id, reference } = await rejected()
    treasury.fill(0)
    expect(await retry(id)).toMatchObject({ payout: { status: "queued" } })
    shop.sandbox.approvePayout(reference)
    await shop.until(async () =>
      (await treasury.payout(id)).reason === "contradiction" ? true : null
    )

    treasury.fill(1_000_000)
    await treasury.pass(5)
    expect(await treasury.payout(id)).toMatchObject({ status: "rejected", submit_after: null })
    expect(await retry(id)).toMatchObject({ outcome: "refused" })
    expect(treasury.taken(id)).toHaveLength(1)
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "status_changed_after_final" }])

    // The service takes it back: only its own word lets a second reference leave.
    shop.sandbox.rejectPayout(reference, { notify: false })
    expect(await retry(id)).toMatchObject({ outcome: "done", payout: { status: "queued" } })
    await treasury.run()
    await treasury.reaches(id, "pending")
    expect(treasury.taken(id)).toHaveLength(2)
  })

  it("asks about a rejected reference once more before it makes a second one", async () => {
    const { id, reference } = await rejected()
    shop.sandbox.approvePayout(reference, { notify: false })
    expect(await retry(id)).toMatchObject({ payout: { status: "queued" } })
    await treasury.run()
    expect(await treasury.reaches(id, "rejected")).toMatchObject({ reason: "contradiction" })
    expect(treasury.taken(id)).toHaveLength(1)
    expect(await treasury.attempts(id)).toHaveLength(1)
  })

  it("asks about one whose rejection came without a ticket, too", async () => {
    const { id } = await treasury.make(40_000)
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 100 })
    await treasury.run()
    const reference = String((await treasury.reaches(id, "unknown")).reference)
    shop.clerk.lie((answer) => ({ ...answer, ticket: undefined }))
    shop.sandbox.rejectPayout(reference, { notify: false })
    await treasury.bringIn(31, id, "rejected")
    expect(await treasury.attempts(id)).toMatchObject([{ status: "rejected", ticket: null }])
    shop.sandbox.approvePayout(reference, { notify: false })
    expect(await retry(id)).toMatchObject({ payout: { status: "queued" } })
    await treasury.run()
    expect(await treasury.reaches(id, "rejected")).toMatchObject({ reason: "contradiction" })
    expect(treasury.taken(id)).toHaveLength(1)
  })

  it("rejected, then approved after all: above the limit no approval sends it either", async () => {
    const { id } = await treasury.make(600_000)
    await treasury.payouts.decisions.approve(id, CHECKER, null)
    await treasury.run()
    const reference = String((await treasury.reaches(id, "pending")).reference)
    shop.sandbox.rejectPayout(reference, { notify: false })
    await treasury.runIn(11)
    await treasury.reaches(id, "rejected")
    shop.sandbox.approvePayout(reference, { notify: false })
    await treasury.runIn(60)
    expect(await treasury.payout(id)).toMatchObject({
      status: "rejected",
      reason: "contradiction",
    })

    const approved = await treasury.payouts.decisions.approve(id, CHECKER, null)
    expect(approved).toMatchObject({ outcome: "refused" })
    await treasury.pass(5)
    expect(treasury.taken(id)).toHaveLength(1)
  })

  /** Its second reference is not known for three hours; then the first one, which was rejected, is paid after all. */
  async function stoppedByEarlier() {
    const { id, reference } = await rejected()
    shop.sandbox.configure({ payouts: { visibleAfterMs: 180 * MINUTE } })
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 100 })
    await retry(id)
    await treasury.run()
    await treasury.reaches(id, "unknown")
    shop.sandbox.approvePayout(reference)
    await shop.until(async () =>
      (await treasury.payout(id)).reason === "contradiction" ? true : null
    )
    Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
    await treasury.pass(90)
    expect(await treasury.payout(id)).toMatchObject({
      status: "rejected",
      reason: "contradiction",
      reason_facts: { reference },
    })
    expect(sends()).toBe(2)
    const [, later] = await treasury.attempts(id)
    return { id, reference, later: later.reference }
  }

  it("an earlier reference that is paid after all keeps a later unknown one from being resent, and that one ends", async () => {
    const { id, reference, later } = await stoppedByEarlier()
    expect(await resend(id)).toMatchObject({ outcome: "refused" })
    expect(await retry(id)).toMatchObject({ outcome: "refused" })
    // A word about the later one clears nothing of the earlier.
    await treasury.pass(91)
    shop.sandbox.rejectPayout(later, { notify: false })
    await treasury.pass(400)
    expect(await treasury.attempts(id)).toMatchObject([{}, { service_status: "REJECTED" }])
    expect(await treasury.payout(id)).toMatchObject({
      ...{ status: "rejected", reason: "contradiction", reason_facts: { reference } },
    })
    expect(await retry(id)).toMatchObject({ outcome: "refused" })
    expect(sends()).toBe(2)

    const proof = { note: "The first transfer arrived.", proof: "transfer 4711" }
    const paid = await treasury.payouts.decisions.paidElsewhere(id, CHECKER, proof)
    expect(paid).toMatchObject({ outcome: "done", payout: { status: "paid_elsewhere" } })
  })

  it("rejected again, such an earlier reference lets no third one leave while the second may turn up", async () => {
    const { id, reference, later } = await stoppedByEarlier()
    shop.sandbox.rejectPayout(reference, { notify: false })
    expect(await retry(id)).toMatchObject({ outcome: "refused" })
    expect(await treasury.payout(id)).toMatchObject({
      ...{ status: "rejected", reason: "never_received", reason_facts: { reference: later } },
    })
    await treasury.pass(5)
    expect(await retry(id)).toMatchObject({ outcome: "refused" })
    expect(sends()).toBe(2)

    await treasury.pass(91)
    shop.sandbox.rejectPayout(later, { notify: false })
    expect(await retry(id)).toMatchObject({ outcome: "done", payout: { status: "queued" } })
  })

  it("shows both references where both are paid after all", async () => {
    const { id, reference, later } = await stoppedByEarlier()
    await treasury.pass(91)
    shop.sandbox.approvePayout(later)
    const shown = await shop.until(async () => {
      const open = await shop.anomalies("open")
      return open.length > 1 ? open : null
    })
    expect(new Set(shown.map(({ kind }) => kind))).toEqual(new Set(["status_changed_after_final"]))
    const told = shown.map(({ facts }) => facts.reference)
    expect(told.sort()).toEqual([reference, later].sort())
    expect(await retry(id)).toMatchObject({ outcome: "refused" })
    expect(sends()).toBe(2)
  })

  it("asks a person about a payout that was accepted and is no longer known, and sends nothing", async () => {
    Object.assign(shop.gateway.options, { unknownPayouts: "resend" })
    const { id } = await treasury.make(40_000)
    await treasury.run()
    await treasury.reaches(id, "pending")
    shop.sandbox.injectFault({ operation: "lookup", kind: "late_visibility", times: "always" })
    await treasury.pass(90)
    expect(await treasury.payout(id)).toMatchObject({ status: "pending" })
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "payout_unknown" }])
    expect(sends()).toBe(1)
  })

  it("says so when another amount was paid, and believes the payment", async () => {
    const { id } = await treasury.make(40_000)
    await treasury.run()
    const { reference } = await treasury.reaches(id, "pending")
    shop.sandbox.approvePayout(String(reference), { amount: 39_000, notify: false })
    await treasury.runIn(11)
    await treasury.reaches(id, "approved")
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "payout_amount_mismatch" }])
  })
})
