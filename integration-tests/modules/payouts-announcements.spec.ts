import { fetchPayoutStatus } from "../../src/settlement/fetch-payout-status"
import { breakCommit, breakWriting } from "../support/gate"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { Returns } from "../support/modules/returns"
import { together } from "../support/modules/together"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"

const ELSEWHERE = { note: "In cash.", proof: "receipt 7" }

withModules("announcements of payouts", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  const told = () =>
    modules.bus.told.map(({ name }) => name).filter((name) => !name.includes("anomaly"))
  const cancel = (id: string) => worker.payouts.decisions.cancel(id, MAKER, null)

  async function sent(pesos = 40_000) {
    const { id } = await worker.make(pesos)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    return { id, reference }
  }

  /** A payout that gives 60,000 pesos of a pay-in back. */
  async function returned(destination?: null) {
    const payIn = await new PayIns(modules).paid()
    const returns = new Returns(modules)
    const { payout } = await returns.decide(await returns.question(payIn), 60_000, destination)
    modules.bus.told.length = 0
    return payout.id
  }

  it("report an approval once, with ids and states only", async () => {
    const { id, reference } = await sent()
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(11)
    await worker.runIn(3600)
    expect(modules.bus.told).toEqual([
      {
        name: "payin.payout_approved",
        data: { id, status: "approved", order_id: null, refund_id: null },
      },
    ])
  })

  it("report an approval once when two workers fetch it at the same moment", async () => {
    const { id, reference } = await sent()
    modules.sandbox.approvePayout(reference, { notify: false })
    const attempt = await worker.attempt(id)
    const writing = { table: "payin_payout_attempt", event: "update" } as const
    const seen = await together(modules.pg, writing, () => fetchPayoutStatus(modules, attempt))
    expect(seen).toEqual(["moved", "same"])
    expect(told()).toEqual(["payin.payout_approved"])
  })

  it("report a rejection", async () => {
    const { reference } = await sent()
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    expect(told()).toEqual(["payin.payout_rejected"])
  })

  it("report a payout whose outcome is unknown", async () => {
    modules.sandbox.injectFault({ operation: "payout", kind: "reset_after" })
    await worker.make(40_000)
    await worker.run()
    expect(told()).toEqual(["payin.payout_unknown"])
  })

  it("report a payout that needs an account", async () => {
    await worker.make(40_000, { destination: null })
    expect(told()).toEqual(["payin.refund_destination_needed"])
  })

  it("report a refund as paid once the service paid it", async () => {
    const id = await returned()
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(11)
    expect(told()).toEqual(["payin.payout_approved", "payin.refund_paid"])
  })

  it("report a refund as paid once an operator paid it by other means", async () => {
    const id = await returned(null)
    await worker.payouts.decisions.paidElsewhere(id, CHECKER, ELSEWHERE)
    expect(told()).toEqual(["payin.refund_paid"])
  })

  it("log each move in one line, in one form", async () => {
    const { id } = await worker.make(40_000)
    await cancel(id)
    await cancel(id)
    const of = "source=operator account=co order=-"
    expect(modules.log.lines).toEqual([
      {
        level: "info",
        message: `payin.payout id=${id} reference=- from=- to=queued cause=created ${of}`,
      },
      {
        level: "info",
        message: `payin.payout id=${id} reference=- from=queued to=canceled cause=canceled ${of}`,
      },
    ])
  })

  it("are made after the commit: a status change that fails at its commit is not published", async () => {
    const { id } = await worker.make(40_000, { destination: null })
    modules.bus.told.length = 0
    modules.log.lines.length = 0
    await breakCommit(modules.pg, { table: "payin_payout", event: "update" })
    await expect(worker.payouts.decisions.paidElsewhere(id, CHECKER, ELSEWHERE)).rejects.toThrow(
      "the commit failed"
    )
    await expect(cancel(id)).rejects.toThrow("the commit failed")
    expect(await worker.payout(id)).toMatchObject({ status: "awaiting_destination" })
    expect([modules.bus.told, modules.log.lines]).toEqual([[], []])
  })

  it("are made after the commit: a payout that fails at its commit is not published", async () => {
    await breakCommit(modules.pg, { table: "payin_payout", event: "insert" })
    const made = worker.make(40_000, { destination: null })
    await expect(made).rejects.toThrow("the commit failed")
    expect([modules.bus.told, modules.log.lines]).toEqual([[], []])
  })

  it("undo nothing and are logged as errors when the event bus fails", async () => {
    modules.bus.fails = new Error("the bus is gone")
    const { id } = await worker.make(40_000, { destination: null })
    expect(await worker.payout(id)).toMatchObject({ status: "awaiting_destination" })
    expect(modules.log.lines.at(-1)).toMatchObject({
      level: "error",
      message: expect.stringContaining("payin.refund_destination_needed was not emitted"),
    })
  })
})

withModules("an anomaly about a payout", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  async function sent() {
    const { id } = await worker.make(40_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    return { id, reference }
  }

  it.each([39_000, 60_000])(
    "is opened when another amount than ordered, %s, was paid, and the payout is approved",
    async (amount) => {
      const { id, reference } = await sent()
      modules.sandbox.approvePayout(reference, { amount, notify: false })
      await worker.runIn(11)
      expect(await worker.payout(id)).toMatchObject({ status: "approved" })
      expect(await worker.attempt(id)).toMatchObject({ paid_amount: String(amount) })
      expect(await anomaliesOf(modules, "open")).toMatchObject([
        { kind: "payout_amount_mismatch", facts: { more: amount > 40_000 } },
      ])
    }
  )

  it("is opened about another amount also after a crash while it was written", async () => {
    const { id, reference } = await sent()
    modules.sandbox.approvePayout(reference, { amount: 60_000, notify: false })
    const dying = await breakWriting(modules.pg, { table: "payin_anomaly", event: "insert" })
    await worker.runIn(11)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    await dying.mend()
    await worker.pass(30, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([{ kind: "payout_amount_mismatch" }])
  })

  it("is opened for an unknown status, which moves nothing, and closed once a known one comes", async () => {
    const { id, reference } = await sent()
    modules.proxy.lie((answer) => ({ ...answer, status: "IN_REVIEW" }))
    await worker.runIn(11)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await anomaliesOf(modules)).toMatchObject([
      { kind: "unknown_status", status: "open", facts: { said: "IN_REVIEW" } },
    ])
    modules.proxy.tellTheTruth()
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(60)
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await anomaliesOf(modules)).toMatchObject([{ status: "resolved" }])
  })
})
