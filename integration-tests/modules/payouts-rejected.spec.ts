import { PAID_LOOKUPS_SECONDS } from "../../src/domain/time/schedule"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"

const MINUTE = 60_000

withModules("rejected payouts", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))
  afterEach(() => {
    Object.assign(modules.gateway.options, { unknownPayouts: "hold" })
  })

  const statuses = (id: string) => worker.taken(id).map(({ status }) => status)
  const approve = (reference: string) => modules.sandbox.approvePayout(reference, { notify: false })
  const reject = (reference: string) => modules.sandbox.rejectPayout(reference, { notify: false })

  /** A payout that the service took and rejected. */
  async function rejected(pesos = 40_000) {
    const { id } = await worker.make(pesos)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    reject(reference)
    await worker.runIn(11)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reference })
    return { id, reference }
  }

  it("a refused call rejects the payout with the service's message, and lookups follow for a week", async () => {
    modules.sandbox.configure({ payouts: { banks: { CO: ["NEQUI"] } } })
    const { id } = await worker.make(40_000)
    await worker.run()
    const { status, status_cause, response_message } = await worker.payout(id)
    expect([status, status_cause]).toEqual(["rejected", "refused"])
    expect(response_message).not.toBeNull()
    expect(await worker.attempts(id)).toMatchObject([{ status: "rejected", sends: 1 }])
    const { lookup } = modules.sandbox.counters()
    await worker.runIn(11)
    expect(modules.sandbox.counters().lookup).toBe(lookup + 1)
    await worker.runIn(7 * 86_400)
    expect(await worker.attempts(id)).toMatchObject([{ lookup_after: null }])
  })

  it("a paid one is looked up six times in two weeks, tells when it is returned, and is asked about no more", async () => {
    const paidOne = async () => {
      const { id } = await worker.make(40_000)
      await worker.run()
      const [{ reference }] = worker.taken(id)
      approve(reference)
      await worker.runIn(11)
      expect(await worker.payout(id)).toMatchObject({ status: "approved" })
      return { id, reference }
    }
    const { id } = await paidOne()
    const { lookup } = modules.sandbox.counters()
    let passed = 0
    for (const at of PAID_LOOKUPS_SECONDS) {
      await worker.runIn(at + 60 - passed)
      passed = at + 60
    }
    await worker.runIn(30 * 86_400)
    expect(modules.sandbox.counters().lookup).toBe(lookup + 6)
    expect(await worker.attempts(id)).toMatchObject([{ lookup_after: null }])
    const returned = await paidOne()
    await worker.runIn(3_601)
    reject(returned.reference)
    await worker.runIn(18_001)
    expect(await worker.payout(returned.id)).toMatchObject({
      ...{ status: "approved", reason: "contradiction" },
    })
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "status_changed_after_final" },
    ])
  })

  it("one above the limit keeps its approval for the days in which a rejection may reverse, and no longer", async () => {
    worker.fill(10_000_000)
    for (const [days, status] of [
      [6, "queued"],
      [8, "awaiting_approval"],
    ] as const) {
      const { id } = await worker.make(600_000)
      await worker.approve(id)
      await worker.run()
      const [{ reference }] = worker.taken(id)
      reject(reference)
      await worker.runIn(11)
      await worker.runIn(days * 86_400)
      expect(await worker.retry(id)).toMatchObject({ outcome: "done", payout: { status } })
    }
  })

  it("a refused call is retried although the service does not know its reference", async () => {
    modules.sandbox.configure({ payouts: { banks: { CO: ["NEQUI"] } } })
    const { id } = await worker.make(40_000)
    await worker.run()
    modules.sandbox.configure({ payouts: { banks: { CO: ["BANCOLOMBIA"] } } })
    await worker.retry(id)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await worker.attempts(id)).toHaveLength(2)
  })

  it("a reference whose second delivery was refused is asked about before another one is sent", async () => {
    modules.sandbox.configure({ payouts: { visibleAfterMs: 20 * MINUTE, duplicate: "refuse" } })
    const { id } = await worker.make(40_000)
    const create = modules.gateway.payOut.create.bind(modules.gateway.payOut)
    // Something between the plugin and the service repeats a request whose answer it lost.
    const twice = jest
      .spyOn(modules.gateway.payOut, "create")
      .mockImplementation(async (...sent) => {
        await create(...sent)
        return create(...sent)
      })
    await worker.run()
    twice.mockRestore()
    const { reference } = await worker.payout(id)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", status_cause: "refused" })
    await modules.advance(3600)
    approve(String(reference))
    // Its watch is over, or comes later: the retry asks by itself.
    await modules.pg("payin_payout_attempt").update({ lookup_after: null })
    await worker.retry(id)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("a rejection shows the bank's message, and a retry is sent under a new reference", async () => {
    const { id, reference } = await rejected()
    expect((await worker.payout(id)).response_message).not.toBeNull()
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "queued" } })
    await worker.run()
    const again = await worker.payout(id)
    expect(again).toMatchObject({ status: "pending", response_message: null })
    expect(again.reference).not.toBe(reference)
    expect(statuses(id).sort()).toEqual(["PENDING", "REJECTED"])
  })

  it("a retry is sent once when one request comes twice", async () => {
    const { id } = await rejected()
    const { decisions } = worker.payouts
    expect(await decisions.retry(id, MAKER, "request_1")).toMatchObject({ outcome: "done" })
    await worker.run()
    reject(String((await worker.payout(id)).reference))
    await worker.runIn(11)
    expect(await decisions.retry(id, MAKER, "request_1")).toMatchObject({
      outcome: "done",
      payout: { status: "rejected" },
    })
    expect(await worker.attempts(id)).toHaveLength(2)
  })

  it("a rejected payout that is approved after all cancels its waiting retry and opens an anomaly", async () => {
    const { id, reference } = await rejected()
    worker.fill(0)
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "queued" } })
    approve(reference)
    await worker.runIn(60)
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "rejected", reason: "contradiction", submit_after: null },
    })
    worker.fill(1_000_000)
    await worker.pass(5)
    expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
    expect(worker.taken(id)).toHaveLength(1)
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "status_changed_after_final" },
    ])
  })

  it("a contradicted payout may be retried once the service rejects it again", async () => {
    const { id, reference } = await rejected()
    approve(reference)
    await worker.runIn(60)
    expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
    reject(reference)
    expect(await worker.retry(id)).toMatchObject({ outcome: "done", payout: { status: "queued" } })
    await worker.run()
    expect(statuses(id).sort()).toEqual(["PENDING", "REJECTED"])
  })

  it("a contradicted payout stays blocked when an older answer comes after the one that contradicts", async () => {
    const { id, reference } = await rejected()
    const { statusReports } = worker.payouts
    const asked_at = await statusReports.now()
    approve(reference)
    await worker.runIn(60)
    const attempt = await worker.attempt(id)
    const older = { status: "rejected", service_status: "REJECTED", asked_at } as const
    const said = { ticket: attempt.ticket, amount: null, currency: null, response_message: null }
    expect(await statusReports.record(attempt, { ...older, ...said })).toMatchObject({
      outcome: "late",
    })
    expect(await worker.payout(id)).toMatchObject({ reason: "contradiction", paid_amount: "40000" })
  })

  it("a contradicted payout is not sent by an operator's approval", async () => {
    const { id } = await worker.make(600_000)
    await worker.approve(id)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    reject(reference)
    await worker.runIn(11)
    approve(reference)
    await worker.runIn(60)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
    const approved = await worker.approve(id)
    expect(approved).toMatchObject({ outcome: "refused" })
    await worker.pass(5)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("a rejected reference is looked up once more before a second one is sent", async () => {
    const { id, reference } = await rejected()
    approve(reference)
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "queued" } })
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
    expect(await worker.attempts(id)).toHaveLength(1)
  })

  it("a rejected reference is looked up once more also when its rejection came without a ticket", async () => {
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 0 })
    const { id } = await worker.make(40_000)
    await worker.run()
    const { reference } = await worker.attempt(id)
    modules.proxy.lie((answer) => ({ ...answer, ticket: undefined }))
    reject(reference)
    await worker.runIn(31)
    expect(await worker.attempts(id)).toMatchObject([{ status: "rejected", ticket: null }])
    approve(reference)
    await worker.retry(id)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
    expect(worker.taken(id)).toHaveLength(1)
  })

  it.each(["PENDING", "IN_REVIEW"])(
    "a second reference waits while the service reports the first as %s, and is sent once that is rejected again",
    async (status) => {
      const { id, reference } = await rejected()
      modules.proxy.lie((answer) =>
        answer.reference === reference ? { ...answer, status } : answer
      )
      await worker.retry(id)
      await worker.pass(3)
      expect(await worker.payout(id)).toMatchObject({
        ...{ status: "queued", reason: "rejection_doubted" },
      })
      expect(worker.taken(id)).toHaveLength(1)

      modules.proxy.tellTheTruth()
      // A single run may find the row locked by its own lookup of the rejected one, and skips it.
      await worker.pass(4)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      expect(statuses(id).sort()).toEqual(["PENDING", "REJECTED"])
    }
  )

  it("a second reference is sent once the rejected one counts as not known to the service", async () => {
    const { id, reference } = await rejected()
    modules.proxy.meet((path, response) => {
      if (path.includes("/transaction/") && worker.taken(id).length === 1) {
        response.status(404).json({ code: "00", status: "error", error: "NOT_FOUND" })
      }
    })
    await worker.retry(id)
    await worker.pass(3)
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "rejection_doubted" },
    })
    await worker.pass(40, 10)
    const again = await worker.payout(id)
    expect(again.status).toBe("pending")
    expect(again.reference).not.toBe(reference)
  })

  it("an unknown reference is not resent while the service does not confirm an earlier rejection", async () => {
    const { id, reference } = await rejected()
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    await worker.retry(id)
    await worker.run()
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    modules.proxy.lie((answer) =>
      answer.reference === reference ? { ...answer, status: "PENDING" } : answer
    )
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused", again: true })
    expect(statuses(id)).toEqual(["REJECTED"])
    modules.proxy.tellTheTruth()
    expect(await worker.resend(id)).toMatchObject({ outcome: "done" })
    expect(worker.taken(id)).toHaveLength(2)
  })

  describe("whose second reference is unknown when the first one is paid after all", () => {
    /** The second reference is not known for three hours; nothing of it is resent. */
    async function stoppedByEarlier() {
      const { id, reference } = await rejected()
      modules.sandbox.configure({ payouts: { visibleAfterMs: 180 * MINUTE } })
      modules.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 0 })
      await worker.retry(id)
      await worker.run()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
      approve(reference)
      Object.assign(modules.gateway.options, { unknownPayouts: "resend" })
      await worker.pass(90, 10)
      expect(await worker.payout(id)).toMatchObject({
        status: "rejected",
        reason: "contradiction",
        reason_facts: { reference },
      })
      expect(worker.sends()).toBe(2)
      const [, later] = await worker.attempts(id)
      return { id, reference, later: later.reference }
    }

    it("are blocked, and a report about the second reference does not clear the first", async () => {
      const { id, reference, later } = await stoppedByEarlier()
      expect(await worker.resend(id)).toMatchObject({ outcome: "refused" })
      expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
      await worker.pass(120, 30)
      reject(later)
      await worker.pass(360, 60)
      expect(await worker.attempts(id)).toMatchObject([{}, { service_status: "REJECTED" }])
      expect(await worker.payout(id)).toMatchObject({
        ...{ status: "rejected", reason: "contradiction", reason_facts: { reference } },
      })
      expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
      expect(worker.sends()).toBe(2)

      const proof = { note: "The first transfer arrived.", proof: "transfer 4711" }
      const paid = await worker.payouts.decisions.paidElsewhere(id, CHECKER, proof)
      expect(paid).toMatchObject({ outcome: "done", payout: { status: "paid_elsewhere" } })
    })

    it("send no third reference while the second may still be paid, although the first is rejected again", async () => {
      const { id, reference, later } = await stoppedByEarlier()
      reject(reference)
      expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
      expect(await worker.payout(id)).toMatchObject({
        ...{ status: "rejected", reason: "never_received", reason_facts: { reference: later } },
      })
      await worker.pass(5)
      expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
      expect(worker.sends()).toBe(2)

      await modules.advance(120 * 60)
      reject(later)
      expect(await worker.retry(id)).toMatchObject({
        ...{ outcome: "done", payout: { status: "queued" } },
      })
    })

    it("open anomalies about both references when both are paid after all", async () => {
      const { id, reference, later } = await stoppedByEarlier()
      approve(later)
      await worker.pass(150, 30)
      const shown = await anomaliesOf(modules, "open")
      expect(new Set(shown.map(({ kind }) => kind))).toEqual(
        new Set(["status_changed_after_final"])
      )
      const told = shown.map(({ facts }) => facts.reference)
      expect(told.sort()).toEqual([reference, later].sort())
      expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
      expect(worker.sends()).toBe(2)
    })
  })
})
