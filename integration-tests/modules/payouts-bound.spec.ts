import type { Transaction } from "../../src/modules/ledger/rows"
import { cancelPayout } from "../../src/workflows/refund/cancel"
import { fetchPayoutStatus } from "../../src/settlement/fetch-payout-status"
import { payElsewhere } from "../../src/workflows/refund/elsewhere"
import { servicesOf } from "../../src/workflows/settle"
import { closeGate } from "../support/gate"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { Returns } from "../support/modules/returns"
import { untilBlocked, together } from "../support/modules/together"
import { MAKER, PayoutWorker } from "../support/payout-worker"

/** The received amount of each pay-in, in pesos. */
const ARRIVED = 60_000

withModules("payouts that refund a pay-in", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  const payIns = new PayIns(modules)
  const returns = new Returns(modules)
  beforeEach(() => worker.fill(1_000_000))

  const statusOf = async (id: string) => (await worker.payout(id)).status
  const of = ({ id }: Transaction) => ({ transaction_id: id })

  it("are not sent for more than the received amount, and one is sent once the other is canceled", async () => {
    const payIn = await payIns.paid()
    const [one, other] = [
      await worker.make(40_000, of(payIn)),
      await worker.make(40_000, of(payIn)),
    ]
    await worker.run()
    for (const { id } of [one, other]) {
      expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "over_bound" })
    }
    expect(worker.sends()).toBe(0)
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "payout_amount_mismatch" },
      { kind: "payout_amount_mismatch" },
    ])
    await worker.payouts.decisions.cancel(other.id, MAKER, null)
    await worker.runIn(61)
    expect(await statusOf(one.id)).toBe("pending")
  })

  it("are sent side by side when their sum stays within the received amount", async () => {
    const payIn = await payIns.paid()
    const made = await Promise.all([20_000, 40_000].map((pesos) => worker.make(pesos, of(payIn))))
    await Promise.all([worker.run(), worker.run()])
    expect(await Promise.all(made.map(({ id }) => statusOf(id)))).toEqual(["pending", "pending"])
    expect(worker.sends()).toBe(2)
  })

  it("are not sent for a pay-in without received money", async () => {
    const payIn = await payIns.pending()
    const { id } = await worker.make(1_000, of(payIn))
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "over_bound" })
    expect(worker.sends()).toBe(0)
  })

  it("are begun under the lock of the pay-in's row, so that a decision about it waits", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(ARRIVED, of(payIn))
    const order: string[] = []
    const gate = await closeGate(modules.pg, { table: "payin_payout_attempt", event: "insert" })
    const run = worker.run()
    await gate.arrived()
    const seen = modules.ledger.refundLimit.under(payIn.id, async (_payIn, trx) => {
      const payouts = await worker.payouts.payouts.ofTransaction(payIn.id, trx)
      order.push("decided")
      return payouts.map(({ status }) => status)
    })
    await untilBlocked(modules.pg, 2, seen)
    order.push("opened")
    await gate.open()
    await run
    expect(await seen).not.toEqual(["queued"])
    expect(order).toEqual(["opened", "decided"])
    expect(await statusOf(id)).toBe("pending")
  })

  it("are made once for the received amount when two decisions come at the same moment", async () => {
    const payIn = await payIns.paid()
    const anomalies = [
      await returns.question(payIn),
      await returns.question(payIn, "another subject"),
    ]
    const given = await together(modules.pg, { table: "payin_payout", event: "insert" }, (nth) =>
      modules.ledger.refundLimit.under(payIn.id, returns.book(anomalies[nth], ARRIVED))
    )
    expect(given).toMatchObject([{ amount: String(ARRIVED) }, "nothing_left"])
    expect(await worker.payouts.payouts.ofTransaction(payIn.id)).toHaveLength(1)
  })

  it("stay within what arrived when a late answer no longer tells what the service paid too much", async () => {
    const payIn = await payIns.paid()
    const one = await worker.make(30_000, of(payIn))
    await worker.run()
    const [{ reference }] = worker.taken(one.id)
    modules.sandbox.approvePayout(reference, { amount: ARRIVED, notify: false })
    await worker.runIn(11)
    modules.proxy.lie((answer) =>
      answer.reference === reference ? { ...answer, status: "PENDING", amount: 30_000 } : answer
    )
    const attempt = await worker.attempt(one.id)
    expect(await fetchPayoutStatus(servicesOf(modules.container), attempt)).toBe("late")
    modules.proxy.tellTheTruth()
    expect(await worker.payout(one.id)).toMatchObject({ paid_amount: String(ARRIVED) })
    await modules.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })
    const other = await worker.make(30_000, of(payIn))
    await worker.run()
    expect(await worker.payout(other.id)).toMatchObject({ status: "queued", reason: "over_bound" })
    expect(worker.taken(other.id)).toEqual([])
  })

  describe("after the first one was rejected, retried and canceled", () => {
    async function canceled() {
      const payIn = await payIns.paid()
      const anomaly = await returns.question(payIn)
      const { payout: first } = await returns.decide(anomaly, ARRIVED)
      await worker.run()
      const [{ reference }] = worker.taken(first.id)
      modules.sandbox.rejectPayout(reference, { notify: false })
      await worker.runIn(11)
      worker.fill(0)
      expect(await worker.retry(first.id)).toMatchObject({ payout: { status: "queued" } })
      const done = await cancelPayout(modules.container, first.id, MAKER, "Another account.")
      expect(done).toMatchObject({ outcome: "done" })
      worker.fill(1_000_000)
      return { anomaly, first, reference }
    }

    const paid = (reference: string) => modules.sandbox.approvePayout(reference, { notify: false })

    it("reopen the anomaly about the money", async () => {
      const { anomaly } = await canceled()
      expect(await anomaliesOf(modules, "open")).toMatchObject([{ id: anomaly.id }])
    })

    it("are not decided once the service paid the first one, and are once that is rejected again", async () => {
      const { anomaly, first, reference } = await canceled()
      paid(reference)
      await worker.runIn(60)
      expect(await worker.payout(first.id)).toMatchObject({ reason: "contradiction" })
      expect(await returns.decide(anomaly, ARRIVED)).toMatchObject({ outcome: "nothing_left" })
      modules.sandbox.rejectPayout(reference, { notify: false })
      await worker.pass(60, 10)
      expect((await returns.decide(anomaly, ARRIVED)).outcome).toBe("resolved")
    })

    it.each([
      { what: "the whole payment", pesos: ARRIVED },
      { what: "a part of it", pesos: 15_000 },
    ])("are not sent for $what once the service paid the first one", async ({ pesos }) => {
      const { anomaly, reference } = await canceled()
      paid(reference)
      const { payout: second } = await returns.decide(anomaly, pesos)
      await worker.run()
      expect(await worker.payout(second.id)).toMatchObject({ reason: "over_bound" })
      await worker.pass(2)
      expect(worker.taken(second.id)).toEqual([])
    })

    it("are not resent once the service paid the first one", async () => {
      const { anomaly, first, reference } = await canceled()
      const { payout: second } = await returns.decide(anomaly, ARRIVED)
      modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
      await worker.run()
      await worker.pass(60, 10)
      expect(await worker.payout(second.id)).toMatchObject({ reason: "not_known" })
      paid(reference)
      await modules.advance(3600)
      await worker.run()
      expect(await worker.payout(first.id)).toMatchObject({ reason: "contradiction" })
      expect(await worker.resend(second.id)).toMatchObject({
        ...{ outcome: "refused", waits_for: "over_bound" },
      })
      expect(worker.taken(second.id)).toEqual([])
    })

    it("wait while the service reports the first one as pending, and are sent once it is rejected again", async () => {
      const { anomaly, reference } = await canceled()
      modules.proxy.lie((answer) =>
        answer.reference === reference ? { ...answer, status: "PENDING" } : answer
      )
      const { payout: second } = await returns.decide(anomaly, ARRIVED)
      await worker.run()
      expect(await worker.payout(second.id)).toMatchObject({ reason: "rejection_doubted" })
      expect(worker.taken(second.id)).toEqual([])
      modules.proxy.tellTheTruth()
      await worker.runIn(61)
      expect(await statusOf(second.id)).toBe("pending")
    })

    it("can be paid by other means a week later when the service reports the first one as pending for ever", async () => {
      const { anomaly, reference } = await canceled()
      modules.proxy.lie((answer) =>
        answer.reference === reference ? { ...answer, status: "PENDING" } : answer
      )
      const { payout: second } = await returns.decide(anomaly, ARRIVED)
      await worker.run()
      const elsewhere = () =>
        payElsewhere(modules.container, second.id, MAKER, { note: "In cash.", proof: "receipt 7" })
      expect(await elsewhere()).toMatchObject({ waits_for: "rejection_doubted" })
      await worker.runIn(8 * 86_400)
      expect(await worker.payout(second.id)).toMatchObject({ reason: "rejection_doubted" })
      expect(await elsewhere()).toMatchObject({ outcome: "done" })
      expect(worker.taken(second.id)).toEqual([])
    })

    it("cannot be paid by other means once the service paid the first one", async () => {
      const { anomaly, reference } = await canceled()
      paid(reference)
      const { payout: second } = await returns.decide(anomaly, ARRIVED, null)
      expect(second.status).toBe("awaiting_destination")
      const elsewhere = () =>
        payElsewhere(modules.container, second.id, MAKER, { note: "In cash.", proof: "receipt 7" })
      expect(await elsewhere()).toMatchObject({ outcome: "refused", code: "paid_after_all" })
      expect(await elsewhere()).toMatchObject({ outcome: "refused", waits_for: "over_bound" })
      const done = await cancelPayout(modules.container, second.id, MAKER, "It was paid.")
      expect(done).toMatchObject({ outcome: "done" })
    })
  })
})
