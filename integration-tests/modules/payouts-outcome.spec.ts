import { apiKey, user, type Operator } from "../../src/domain/payout/actor"
import type { PayoutOutcome } from "../../src/domain/payout/state"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { noLongerCounts } from "../../src/domain/payout/bound"
import { fetchPayoutStatus } from "../../src/settlement/fetch-payout-status"
import { servicesOf } from "../../src/workflows/settle"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"
import { reportPayoutOutcome, retryPayout } from "../../src/workflows/payout"

const DAY = 86_400
const LIMIT = { ...PAYOUT_OPTIONS, approvalAbove: { COP: 100_000 } }

withModules("payouts whose outcome a person reports", LIMIT, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(10_000_000))

  const words = { note: "Support says so.", proof: "ticket 7" }
  let requests = 0
  const report = (id: string, outcome: PayoutOutcome, by = CHECKER, request = `r${++requests}`) =>
    reportPayoutOutcome(modules.container, id, by, { outcome, ...words }, request)
  const reportOf = (reference: string, id: string, outcome: PayoutOutcome) => {
    const told = { outcome, reference, ...words }
    return reportPayoutOutcome(modules.container, id, CHECKER, told, `r${++requests}`)
  }

  const NOT_THEM = { outcome: "refused", code: "second_person", not_allowed: true }
  const retryBy = (actor: Operator, payout_id: string) =>
    retryPayout(modules.container, { payout_id, actor, request_id: `t${++requests}` })

  /** A payout that the service took and calls pending ever since. */
  async function pending(pesos = 40_000, columns = {}) {
    const { id } = await worker.make(pesos, columns)
    if (pesos > 100_000) {
      await worker.approve(id)
    }
    await worker.run()
    const [{ reference }] = worker.taken(id)
    return { id, reference }
  }

  it("are an anomaly once they have been pending for three days, and not before", async () => {
    const { id, reference } = await pending()
    await worker.runIn(2 * DAY)
    expect(await anomaliesOf(modules)).toEqual([])
    expect(await report(id, "paid")).toMatchObject({ outcome: "refused", code: "moved_on" })
    await worker.runIn(2 * DAY)
    expect(await anomaliesOf(modules, "open")).toMatchObject([{ kind: "payout_stuck" }])
    await worker.runIn(DAY)
    expect(await anomaliesOf(modules)).toHaveLength(1)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(DAY)
    expect(await worker.payout(id)).toMatchObject({ status: "approved", status_cause: "service" })
    expect(await anomaliesOf(modules, "open")).toEqual([])
  })

  it("count as paid or as rejected, close the anomaly, and can be retried if they were not paid", async () => {
    const [paid, unpaid] = [await pending(), await pending()]
    await worker.runIn(4 * DAY)
    expect(await report(paid.id, "paid")).toMatchObject({
      payout: { status: "approved", status_cause: "concluded", ...words },
    })
    expect(await report(unpaid.id, "not_paid")).toMatchObject({ payout: { status: "rejected" } })
    expect(await anomaliesOf(modules, "open")).toEqual([])
    expect(await worker.retry(unpaid.id)).toMatchObject({ payout: { status: "queued" } })
    await worker.run()
    expect(worker.taken(unpaid.id)).toHaveLength(2)
    expect(await worker.payout(unpaid.id)).toMatchObject({ status: "pending" })
  })

  describe("that were canceled and paid after all", () => {
    async function paidAfterAll() {
      const { id, reference } = await pending()
      modules.sandbox.rejectPayout(reference, { notify: false })
      await worker.runIn(DAY)
      await worker.retry(id)
      expect(await worker.payouts.decisions.cancel(id, MAKER, "No more.")).toMatchObject({
        payout: { status: "canceled" },
      })
      modules.sandbox.approvePayout(reference, { notify: false })
      await worker.runIn(DAY)
      expect(await worker.payout(id)).toMatchObject({ status: "canceled", reason: "contradiction" })
      expect(await anomaliesOf(modules, "open")).toMatchObject([
        { kind: "status_changed_after_final" },
      ])
      return { id, reference }
    }

    it("count as paid once a person says so, also when the service says it again", async () => {
      const { id, reference } = await paidAfterAll()
      expect(await report(id, "paid")).toMatchObject({ payout: { status: "canceled", ...words } })
      expect(await anomaliesOf(modules, "open")).toEqual([])
      expect(await worker.attempt(id)).toMatchObject({ status: "approved" })
      await fetchPayoutStatus(servicesOf(modules.container), await worker.attempt(id))
      expect(await worker.payout(id)).toMatchObject({
        ...{ status: "canceled", reason: "contradiction", paid_amount: "40000" },
      })
      expect(noLongerCounts(await worker.payout(id))).toBe(false)
      expect(await anomaliesOf(modules, "open")).toEqual([])
      expect(worker.taken(id)).toMatchObject([{ reference }])
    })

    it("count no more once a person says that they were not, until the service says it again", async () => {
      const { id } = await paidAfterAll()
      expect(await report(id, "not_paid")).toMatchObject({ payout: { status: "canceled" } })
      expect(await anomaliesOf(modules, "open")).toEqual([])
      expect(noLongerCounts(await worker.payout(id))).toBe(true)
      await fetchPayoutStatus(servicesOf(modules.container), await worker.attempt(id))
      expect(noLongerCounts(await worker.payout(id))).toBe(false)
      expect(await anomaliesOf(modules, "open")).toHaveLength(1)
    })
  })

  it("are watched on: what the service says otherwise later is an anomaly and stops the payout", async () => {
    const [paid, unpaid] = [await pending(), await pending()]
    await worker.runIn(4 * DAY)
    await report(paid.id, "paid")
    await report(unpaid.id, "not_paid")
    modules.sandbox.rejectPayout(paid.reference, { notify: false })
    modules.sandbox.approvePayout(unpaid.reference, { notify: false })
    await worker.pass(60, 10)
    expect(await worker.payout(paid.id)).toMatchObject({
      ...{ status: "approved", reason: "contradiction" },
    })
    expect(await worker.payout(unpaid.id)).toMatchObject({
      ...{ status: "rejected", reason: "contradiction", paid_amount: "40000" },
    })
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "status_changed_after_final" },
      { kind: "status_changed_after_final" },
    ])
    expect(await worker.retry(unpaid.id)).toMatchObject({ outcome: "refused" })
  })

  it("are asked about no more once the service confirms that they were paid", async () => {
    const { id, reference } = await pending()
    await worker.runIn(4 * DAY)
    await report(id, "paid")
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.pass(60, 10)
    expect(await worker.attempt(id)).toMatchObject({ status: "approved", lookup_after: null })
    expect(await worker.payout(id)).toMatchObject({ status: "approved", paid_amount: "40000" })
  })

  it("are an anomaly when they are said to be paid and the service is believed not to know them", async () => {
    const { id } = await worker.make(40_000)
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    await worker.run()
    await report(id, "paid")
    await worker.runIn(61)
    // A payout that was just sent may not be shown yet.
    expect(await worker.payout(id)).toMatchObject({ status: "approved", reason: null })
    await worker.pass(60, 5)
    expect(await worker.payout(id)).toMatchObject({ status: "approved", reason: "contradiction" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "status_changed_after_final", facts: { said: "not_known", status: "approved" } },
    ])
    expect(await report(id, "not_paid")).toMatchObject({ payout: { status: "rejected" } })
    expect(await anomaliesOf(modules, "open")).toEqual([])
    await worker.retry(id)
    await worker.pass(60, 5)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("may be unknown, and are sent anew only once the service is believed not to know the first", async () => {
    const { id } = await worker.make(40_000)
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
    expect(await report(id, "not_paid")).toMatchObject({ payout: { status: "rejected" } })
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "queued" } })
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ reason: "rejection_doubted" })
    await worker.pass(60, 5)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("are not sent anew on one person's word while the service may still pay the first", async () => {
    const { id } = await worker.make(40_000)
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 0 })
    await worker.run()
    const [{ reference }] = worker.taken(id)
    await report(id, "not_paid", MAKER)
    await worker.retry(id)
    await worker.pass(DAY / 60, 180)
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "rejection_doubted" },
    })
    expect(worker.taken(id)).toHaveLength(1)
    // The service says pending for days: by then a person's word ends it.
    await worker.runIn(3 * DAY)
    await report(id, "not_paid", MAKER)
    await worker.pass(5)
    expect(worker.taken(id).map((one) => one.reference)).toContain(reference)
    expect(worker.taken(id)).toHaveLength(2)
  })

  it("are not sent anew when the service takes the first out of its queue after a person's word", async () => {
    modules.sandbox.configure({ payouts: { visibleAfterMs: 5 * DAY * 1000 } })
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 0 })
    const { id } = await worker.make(40_000)
    await worker.run()
    await worker.runIn(4 * DAY)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
    expect(await report(id, "not_paid")).toMatchObject({ payout: { status: "rejected" } })
    await modules.advance(2 * DAY)
    await worker.retry(id)
    await worker.pass(DAY / 60, 180)
    expect(worker.taken(id)).toHaveLength(1)
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "rejection_doubted" },
    })
    // Support is asked again, about what is on its way now.
    await report(id, "not_paid")
    await worker.pass(5)
    expect(worker.taken(id)).toHaveLength(2)
  })

  it("are not sent anew when the first turns out paid though a person said that it was not", async () => {
    const { id } = await worker.make(40_000)
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 0 })
    await worker.run()
    const [{ reference }] = worker.taken(id)
    await report(id, "not_paid")
    await worker.retry(id)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.pass(60, 5)
    expect(worker.taken(id)).toHaveLength(1)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
  })

  it("can be reported anew when the service rejects what a person said was paid", async () => {
    const { id, reference } = await pending()
    await worker.runIn(4 * DAY)
    await report(id, "paid")
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "approved", reason: "contradiction" })
    expect(await report(id, "not_paid")).toMatchObject({
      payout: { status: "rejected", reason: null },
    })
    expect(await anomaliesOf(modules, "open")).toEqual([])
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "queued" } })
  })

  it("count as paid by an older reference, and the newer one ends", async () => {
    const { id, reference } = await pending()
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    await worker.retry(id)
    await worker.run()
    expect(worker.taken(id)).toHaveLength(2)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(3600)
    expect(await worker.payout(id)).toMatchObject({ status: "pending", reason: "contradiction" })
    await worker.runIn(4 * DAY)
    expect(await report(id, "paid")).toMatchObject({ code: "which_reference" })
    expect(await reportOf(reference, id, "paid")).toMatchObject({ payout: { status: "approved" } })
    const attempts = await worker.attempts(id)
    expect(attempts.map(({ status }) => status)).toEqual(["approved", "rejected"])
  })

  /** A payout whose rejected first reference is in doubt, while its second one is on its way. */
  async function doubtedBeside(pesos?: number) {
    const { id, reference: first } = await pending(pesos)
    modules.sandbox.rejectPayout(first, { notify: false })
    await worker.runIn(11)
    await worker.retry(id)
    await worker.run()
    modules.sandbox.approvePayout(first, { notify: false })
    await worker.runIn(3600)
    modules.sandbox.rejectPayout(first, { notify: false })
    await worker.pass(5 * 24 * 60, 24 * 60)
    await modules
      .pg("payin_payout")
      .where({ id })
      .update({
        ...{ reason: "contradiction", reason_facts: JSON.stringify({ reference: first }) },
      })
    return { id, first, second: (await worker.attempt(id)).reference }
  }

  it("are not ended by what a person says of another reference, and are not retried meanwhile", async () => {
    const { id, first, second } = await doubtedBeside()
    expect(await report(id, "not_paid")).toMatchObject({
      ...{ code: "which_reference", reason: expect.stringContaining(`${first}, ${second}`) },
    })
    expect(await reportOf(first, id, "not_paid")).toMatchObject({
      payout: { status: "pending", reason: null },
    })
    const attempts = await worker.attempts(id)
    expect(attempts.map(({ status }) => status)).toEqual(["rejected", "pending"])
    expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
    await worker.pass(5)
    expect(worker.taken(id)).toHaveLength(2)
    modules.sandbox.approvePayout(second, { notify: false })
    await worker.runIn(DAY)
    expect(await worker.payout(id)).toMatchObject({ status: "approved", paid_amount: "40000" })
  })

  it("stay blocked by a doubted reference when another one was not paid", async () => {
    const { id, first, second } = await doubtedBeside()
    expect(await reportOf(second, id, "not_paid")).toMatchObject({
      payout: { status: "rejected", reason: "contradiction", reason_facts: { reference: first } },
    })
    expect(await reportOf("out_of_nobody", id, "not_paid")).toMatchObject({ code: "moved_on" })
  })

  it("are not reported while two references were paid, because both stay paid", async () => {
    const { id, reference } = await pending()
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    await worker.retry(id)
    await worker.run()
    for (const taken of worker.taken(id)) {
      modules.sandbox.approvePayout(taken.reference, { notify: false })
    }
    await worker.pass(60, 10)
    const paidTwice = { status: "approved", reason: "contradiction", paid_amount: "80000" }
    expect(await worker.payout(id)).toMatchObject(paidTwice)
    for (const outcome of ["paid", "not_paid"] as const) {
      expect(await report(id, outcome)).toMatchObject({ outcome: "refused", code: "moved_on" })
    }
    expect(await worker.payout(id)).toMatchObject(paidTwice)
    expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
  })

  it("are looked up no more a week after a person said that they were paid", async () => {
    const { id } = await pending()
    await worker.runIn(4 * DAY)
    await report(id, "paid")
    await worker.pass(9 * 24 * 60, 12 * 60)
    expect(await worker.attempt(id)).toMatchObject({ status: "approved", lookup_after: null })
  })

  it("may be rejected in doubt, which lifts the block or makes them paid", async () => {
    const doubted = async () => {
      const { id, reference } = await pending()
      modules.sandbox.rejectPayout(reference, { notify: false })
      await worker.runIn(11)
      expect(await report(id, "not_paid")).toMatchObject({ outcome: "refused" })
      modules.sandbox.approvePayout(reference, { notify: false })
      await worker.runIn(3600)
      expect(await worker.payout(id)).toMatchObject({ reason: "contradiction" })
      return { id, reference }
    }
    const { id: paid } = await doubted()
    expect(await report(paid, "paid")).toMatchObject({
      payout: { status: "approved", reason: null },
    })
    const { id: unpaid, reference } = await doubted()
    expect(await report(unpaid, "not_paid")).toMatchObject({
      payout: { status: "rejected", reason: null },
    })
    modules.sandbox.rejectPayout(reference, { notify: false })
    expect(await worker.retry(unpaid)).toMatchObject({ payout: { status: "queued" } })
  })

  it("are reported by another person above the limit, by anybody below it, and never by a key", async () => {
    const { id } = await pending(200_000)
    await worker.runIn(4 * DAY)
    expect(await report(id, "not_paid", MAKER)).toMatchObject({
      ...{ outcome: "refused", code: "second_person", not_allowed: true },
    })
    const key = apiKey("apk_1", CHECKER.id)
    expect(await report(id, "paid", key)).toMatchObject({ code: "second_person" })
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await report(id, "not_paid")).toMatchObject({ payout: { status: "rejected" } })
    const { id: small } = await pending()
    await worker.runIn(4 * DAY)
    expect(await report(small, "paid", MAKER)).toMatchObject({ payout: { status: "approved" } })
  })

  it("are not paid once more by the one person who says that they were not paid, tries them again and approves", async () => {
    const { id } = await pending(200_000)
    await worker.runIn(4 * DAY)
    await report(id, "not_paid")
    expect(await retryBy(CHECKER, id)).toMatchObject(NOT_THEM)
    expect(await retryBy(apiKey("apk_1", CHECKER.id), id)).toMatchObject(NOT_THEM)
    const late = { email: "late@example.com", created_at: new Date(), earlier: [] }
    expect(await retryBy(user("user_late", late), id)).toMatchObject({
      ...{ ...NOT_THEM, code: "too_new" },
    })
    const again = { ...late, created_at: new Date(0), earlier: [CHECKER.id] }
    expect(await retryBy(user("user_again", again), id)).toMatchObject(NOT_THEM)
    await worker.runIn(60)
    expect([await worker.payout(id), worker.taken(id).length]).toMatchObject([
      ...[{ status: "rejected" }, 1],
    ])

    expect(await retryBy(MAKER, id)).toMatchObject({ payout: { status: "awaiting_approval" } })
    expect((await worker.approve(id)).outcome).toBe("done")
    await worker.run()
    expect(worker.taken(id)).toHaveLength(2)
  })

  it("are not paid once more by the one person who tried them again before saying that they were not paid", async () => {
    const { id, reference } = await pending(200_000)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await retryBy(CHECKER, id)).toMatchObject({ payout: { status: "queued" } })
    modules.proxy.lie((answer) =>
      answer.reference === reference ? { ...answer, status: "PENDING" } : answer
    )
    await worker.pass(3)
    await worker.runIn(4 * DAY)
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "queued", reason: "rejection_doubted" },
    })
    expect(await report(id, "not_paid")).toMatchObject({ payout: { status: "rejected" } })
    await worker.pass(3)
    expect((await worker.approve(id)).outcome).toBe("refused")
    expect(await retryBy(CHECKER, id)).toMatchObject(NOT_THEM)
    expect(worker.taken(id)).toHaveLength(1)

    expect(await retryBy(MAKER, id)).toMatchObject({ payout: { status: "awaiting_approval" } })
    expect((await worker.approve(id)).outcome).toBe("done")
    await worker.pass(3)
    expect(worker.taken(id)).toHaveLength(2)
  })

  it("are tried again by nobody who reported one of their references, whoever reported the last", async () => {
    const { id, first, second } = await doubtedBeside(200_000)
    await reportOf(first, id, "not_paid")
    const third = { email: "third@example.com", created_at: new Date(0), earlier: [] }
    const told = { outcome: "not_paid", reference: second, ...words } as const
    const by = user("user_third", third)
    expect(
      await reportPayoutOutcome(modules.container, id, by, told, `r${++requests}`)
    ).toMatchObject({ payout: { status: "rejected" } })
    expect(await retryBy(CHECKER, id)).toMatchObject(NOT_THEM)
    expect(await retryBy(by, id)).toMatchObject(NOT_THEM)
    expect(await retryBy(MAKER, id)).toMatchObject({ payout: { status: "awaiting_approval" } })
  })

  it("are reported once when one request comes twice", async () => {
    const { id } = await pending()
    await worker.runIn(4 * DAY)
    await report(id, "not_paid", CHECKER, "request_1")
    await worker.retry(id)
    expect(await report(id, "not_paid", CHECKER, "request_1")).toMatchObject({
      ...{ outcome: "done", payout: { status: "queued" } },
    })
    const audit = await worker.payouts.audit.of(id)
    expect(audit.filter(({ action }) => action === "concluded")).toHaveLength(1)
  })

  it("stay within what arrived of their pay-in when they are retried", async () => {
    const payIn = await new PayIns(modules).paid()
    const { id, reference } = await pending(60_000, { transaction_id: payIn.id })
    await worker.runIn(4 * DAY)
    await report(id, "not_paid")
    await worker.retry(id)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
  })
})
