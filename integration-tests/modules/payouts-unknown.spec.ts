import { merchantPrint } from "../../src/domain/installation/merchant-print"
import { resendPayout } from "../../src/workflows/payout"
import { payElsewhere } from "../../src/workflows/refund/elsewhere"
import { resolveAnomaly } from "../../src/workflows/settle/resolve"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules, type Modules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"

const MINUTE = 60_000
const RESENDING = { ...PAYOUT_OPTIONS, unknownPayouts: "resend" }

/** Ways to bring a payout where nobody knows what became of it. */
function unanswered(modules: Modules) {
  const worker = new PayoutWorker(modules)

  async function unknown(kind: "timeout_before" | "timeout_after"): Promise<string> {
    modules.sandbox.injectFault({ operation: "payout", kind, ms: 0 })
    const { id } = await worker.make(40_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: null })
    return id
  }
  return {
    worker,
    /** The service took it without an answer, and does not show it for so many minutes. */
    async swallowed(minutes: number): Promise<string> {
      modules.sandbox.configure({ payouts: { visibleAfterMs: minutes * MINUTE } })
      return unknown("timeout_after")
    },
    /** The service never received it. After an hour the plugin concludes so; it does not resend by itself here. */
    async missing(): Promise<string> {
      const id = await unknown("timeout_before")
      await worker.pass(60, 10)
      expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
      return id
    },
    /** Approved by the service and heard of; sent under one reference alone, and paid once. */
    async expectPaidOnce(id: string): Promise<void> {
      const { reference } = await worker.payout(id)
      modules.sandbox.approvePayout(String(reference), { notify: false })
      await worker.pass(60, 10)
      expect(await worker.payout(id)).toMatchObject({ status: "approved" })
      expect(await worker.attempts(id)).toMatchObject([{ reference }])
      expect(worker.taken(id)).toMatchObject([{ status: "APPROVED" }])
    },
  }
}

withModules("unknown payouts that wait for an operator", PAYOUT_OPTIONS, (modules) => {
  const { worker, swallowed, missing, expectPaidOnce } = unanswered(modules)
  beforeEach(() => worker.fill(1_000_000))
  afterEach(() => {
    Object.assign(modules.gateway.options.payouts, { enabled: true })
  })

  it("a payout that was accepted without an answer is found by lookup and never sent again", async () => {
    const id = await swallowed(0)
    await worker.runIn(60)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    await expectPaidOnce(id)
    expect(worker.sends()).toBe(1)
    expect(await anomaliesOf(modules)).toEqual([])
  })

  it.each([
    { kind: "timeout_before", answer: "no answer to a call that was not received" },
    { kind: "timeout_after", answer: "no answer to a call that was received" },
    { kind: "reset_after", answer: "a connection that breaks" },
    { kind: "error_after", answer: "an error 500" },
    { kind: "unclear_after", answer: "a processing error" },
    { kind: "malformed", answer: "an answer that cannot be read" },
  ] as const)("$answer leaves a payout unknown, and nothing is sent again", async ({ kind }) => {
    modules.sandbox.injectFault({ operation: "payout", kind, ms: 0 })
    const { id } = await worker.make(40_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
    await worker.pass(90, 10)
    expect(worker.sends()).toBe(1)
    expect(await worker.attempts(id)).toHaveLength(1)
  })

  it("an anomaly about an unknown payout is opened once it counts as not known, and not before", async () => {
    const id = await swallowed(600)
    await worker.pass(20, 5)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: null })
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused", again: true })
    expect(await anomaliesOf(modules)).toEqual([])
    await worker.pass(20, 5)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([{ kind: "payout_unknown" }])
    expect(worker.sends()).toBe(1)
  })

  it("time in which lookups fail does not make a payout count as not known", async () => {
    const id = await swallowed(600)
    await worker.pass(10, 5)
    modules.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    await worker.pass(120, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: null })
    expect(await anomaliesOf(modules)).toEqual([])
  })

  it.each(["refuse", "first"] as const)(
    "two resends at the same moment pay a payout once when the service answers a duplicate with: %s",
    async (duplicate) => {
      const id = await swallowed(60)
      modules.sandbox.configure({ payouts: { duplicate } })
      await worker.pass(50, 10)
      const [one, other] = await Promise.all([worker.resend(id), worker.resend(id)])
      expect([one.outcome, other.outcome].sort()).toEqual(["done", "refused"])
      expect(worker.sends()).toBe(2)
      await worker.pass(20, 10)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      await expectPaidOnce(id)
      expect(await anomaliesOf(modules, "open")).toEqual([])
    }
  )

  it("the service is asked once more right before a resend", async () => {
    const id = await swallowed(60)
    await worker.pass(50, 10)
    await modules.advance(600)
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused" })
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(worker.sends()).toBe(1)
  })

  it("a request to resend that comes twice sends once", async () => {
    const id = await missing()
    const request = { payout_id: id, actor: MAKER, request_id: "request_1" }
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    expect(await resendPayout(modules.container, request)).toMatchObject({ outcome: "done" })
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    expect(await resendPayout(modules.container, request)).toMatchObject({ outcome: "done" })
    expect(worker.sends()).toBe(2)
  })

  it("a payout that the balance does not cover is resent only after a top-up", async () => {
    const id = await missing()
    worker.fill(1_000)
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused", again: true })
    expect(worker.sends()).toBe(1)
    worker.fill(1_000_000)
    expect(await worker.resend(id)).toMatchObject({ outcome: "done" })
    expect(await worker.attempts(id)).toHaveLength(1)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it.each(["balance", "credentials"])(
    "a resend that is refused for the account's %s leaves the payout unknown, and it is resent later",
    async (what) => {
      const id = await missing()
      modules.proxy.meet((path, response) => {
        if (path.includes("/payout") && what === "balance") {
          worker.fill(1_000)
        } else if (path.includes("/payout")) {
          response.status(401).json({ code: "00", status: "error", error: "UNAUTHORIZED" })
        }
      })
      expect(await worker.resend(id)).toMatchObject({ outcome: "done" })
      await worker.pass(60, 10)
      expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })

      modules.proxy.tellTheTruth()
      worker.fill(1_000_000)
      expect(await worker.resend(id)).toMatchObject({ outcome: "done" })
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      expect(worker.taken(id)).toHaveLength(1)
    }
  )

  it("an accepted payout that the service no longer knows stays pending and opens an anomaly", async () => {
    const { id } = await worker.make(40_000)
    await worker.run()
    modules.sandbox.injectFault({ operation: "lookup", kind: "late_visibility", times: "always" })
    await worker.pass(90, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([{ kind: "payout_unknown" }])
    expect(worker.sends()).toBe(1)
  })

  it("an anomaly that an operator ignored is not opened again by later lookups", async () => {
    await missing()
    const [{ id }] = await anomaliesOf(modules, "open")
    const decision = { action: "ignore", note: "Known.", destination: null } as const
    await resolveAnomaly(modules.container, { anomaly_id: id, actor: MAKER, ...decision })
    await worker.pass(180, 30)
    expect(await anomaliesOf(modules)).toMatchObject([{ id, status: "resolved" }])
  })
})

withModules("unknown payouts that are resent by themselves", RESENDING, (modules) => {
  const { worker, swallowed, expectPaidOnce } = unanswered(modules)
  beforeEach(() => worker.fill(1_000_000))
  afterEach(() => {
    Object.assign(modules.gateway.options.payouts, { enabled: true })
  })

  it.each(["refuse", "first"] as const)(
    "a payout hidden for an hour is resent under its reference and paid once when duplicates are answered with: %s",
    async (duplicate) => {
      const id = await swallowed(60)
      modules.sandbox.configure({ payouts: { duplicate } })
      await worker.pass(20, 5)
      expect(worker.sends()).toBe(1)
      await worker.pass(60, 10)
      expect(worker.sends()).toBe(2)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      await expectPaidOnce(id)
      expect(worker.sends()).toBe(2)
    }
  )

  it("nothing is resent while payouts are off", async () => {
    const id = await swallowed(600)
    Object.assign(modules.gateway.options.payouts, { enabled: false })
    await worker.pass(60, 10)
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused" })
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    expect(worker.sends()).toBe(1)
  })

  it("a payout that the balance does not cover is resent only after a top-up", async () => {
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    const { id } = await worker.make(40_000)
    await worker.run()
    worker.fill(1_000)
    await worker.pass(60, 10)
    expect(worker.sends()).toBe(1)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    worker.fill(1_000_000)
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await worker.attempts(id)).toHaveLength(1)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("a payout that was sent with another merchant's credentials is never sent again, and a person is asked", async () => {
    const id = await swallowed(600)
    const sent_to = merchantPrint({ username: "the merchant before", merchantId: null })
    await modules.pg("payin_payout_attempt").update({ sent_to })
    await worker.pass(240, 20)
    expect(worker.sends()).toBe(1)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "other_merchant" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "payout_unknown", facts: { reason: expect.stringContaining("another merchant") } },
    ])
    expect(await worker.resend(id)).toMatchObject({
      outcome: "refused",
      reason: expect.stringContaining("another merchant"),
    })
    expect(worker.sends()).toBe(1)
  })

  it("a rejected payout of another merchant is not retried because the present one does not know it", async () => {
    const { id } = await worker.make(40_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    const sent_to = merchantPrint({ username: "the merchant before", merchantId: null })
    await modules.pg("payin_payout_attempt").update({ sent_to })
    modules.proxy.meet((path, response) => {
      if (path.includes("/transaction/")) {
        response.status(404).json({ code: "00", status: "error", error: "NOT_FOUND" })
      }
    })
    await worker.retry(id)
    await worker.pass(120, 10)
    expect(worker.taken(id)).toHaveLength(1)
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "rejection_doubted" },
    })
    // Nobody can be asked about it any more: a refund could not even be canceled.
    const words = { note: "In cash.", proof: "receipt 7" }
    const elsewhere = () => payElsewhere(modules.container, id, MAKER, words)
    expect(await elsewhere()).toMatchObject({ waits_for: "rejection_doubted" })
    await modules.advance(8 * 86_400)
    expect(await elsewhere()).toMatchObject({ outcome: "done" })
  })

  it("a refused resend without a later report ends the payout and opens no second reference", async () => {
    const id = await swallowed(180)
    await worker.pass(120, 10)
    expect(worker.sends()).toBe(2)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "never_received" })
    expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused" })
    expect(await worker.attempts(id)).toHaveLength(1)
  })

  it("a payout that turns up paid after a refused resend is a contradiction, and nothing more is sent", async () => {
    const id = await swallowed(180)
    await worker.pass(120, 10)
    const { reference, status } = await worker.payout(id)
    expect(status).toBe("rejected")
    modules.sandbox.approvePayout(String(reference), { notify: false })
    await worker.pass(120, 30)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
    expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
    expect(worker.sends()).toBe(2)
    expect(worker.taken(id)).toHaveLength(1)
    const kinds = (await anomaliesOf(modules, "open")).map(({ kind }) => kind)
    expect(kinds).toContain("status_changed_after_final")

    const proof = { note: "The bank confirmed it.", proof: "transfer 4711" }
    const paid = await worker.payouts.decisions.paidElsewhere(id, CHECKER, proof)
    expect(paid).toMatchObject({ outcome: "done", payout: { status: "paid_elsewhere" } })
  })

  it("a payout may be retried after a refused resend once the service itself reports it as rejected", async () => {
    const id = await swallowed(180)
    await worker.pass(120, 10)
    const { reference } = await worker.payout(id)
    await modules.advance(61 * 60)
    modules.sandbox.rejectPayout(String(reference), { notify: false })
    expect(await worker.retry(id)).toMatchObject({ outcome: "done", payout: { status: "queued" } })
    await worker.run()
    expect((await worker.payout(id)).reference).not.toBe(reference)
    expect(worker.taken(id)).toMatchObject([{ status: "PENDING" }, { status: "REJECTED" }])
  })
})
