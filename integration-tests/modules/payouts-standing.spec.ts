import { payElsewhere } from "../../src/workflows/refund/elsewhere"
import type { Transaction } from "../../src/modules/ledger/rows"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"

/** The received amount of each pay-in, in pesos. */
const ARRIVED = 60_000

withModules("payouts of a payment that may not stand any more", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  const payIns = new PayIns(modules)
  beforeEach(() => worker.fill(1_000_000))

  let restore: () => unknown = () => null
  afterEach(() => restore())

  const of = ({ id }: Transaction) => ({ transaction_id: id })

  /** Queued, and why; nothing of it reached the service. */
  async function expectWaiting(id: string, reason: string) {
    expect(await worker.payout(id)).toMatchObject({ status: "queued", reason })
    expect(worker.taken(id)).toEqual([])
  }

  const settle = (
    row: Transaction,
    status: "APPROVED" | "REJECTED" | "PENDING",
    amount = ARRIVED
  ) => modules.sandbox.settle(row.reference, { status, amount, notify: false })

  const notKnown = () =>
    modules.proxy.meet((path, response) => {
      if (path.includes("/transaction/")) {
        response.status(404).json({ code: "44", message: "Transaction not found" })
      }
    })

  it.each([
    { said: "rejected", status: "REJECTED" },
    { said: "pending", status: "PENDING" },
  ] as const)(
    "are held with an anomaly once the service calls it $said, and are sent by themselves once it is approved again",
    async ({ status }) => {
      const payIn = await payIns.paid()
      const { id } = await worker.make(40_000, of(payIn))
      settle(payIn, status)
      await worker.run()
      await expectWaiting(id, "payin_doubted")
      expect(await anomaliesOf(modules, "open")).toMatchObject([
        { kind: "status_changed_after_final" },
      ])
      await worker.pass(3)
      await expectWaiting(id, "payin_doubted")
      expect(await anomaliesOf(modules)).toHaveLength(1)

      settle(payIn, "APPROVED")
      await worker.runIn(61)
      expect(await worker.payout(id)).toMatchObject({ status: "pending", reason: null })
      expect(worker.taken(id)).toHaveLength(1)
      expect(await anomaliesOf(modules, "open")).toEqual([])
    }
  )

  it("stay held after a person ignored the anomaly, because the service still says so", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(40_000, of(payIn))
    settle(payIn, "REJECTED")
    await worker.run()
    await modules.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })
    await worker.runIn(61)
    await expectWaiting(id, "payin_doubted")
    expect(await anomaliesOf(modules, "open")).toEqual([])
  })

  it("are held while it is asked whether another amount arrived, but not while it is asked who gets an excess", async () => {
    const payIn = await payIns.paid()
    const { id, account } = payIn
    const payout = await worker.make(40_000, of(payIn))
    await modules.ledger.anomalies.open({
      ...{ kind: "amount_mismatch", subject: id, account, transaction_id: id, facts: {} },
    })
    await worker.run()
    await expectWaiting(payout.id, "payin_doubted")
    await modules.pg("payin_transaction").where({ id }).update({ accepted_at: new Date() })
    await worker.runIn(61)
    expect(await worker.payout(payout.id)).toMatchObject({ status: "pending" })
  })

  it("are held while less is approved than all of them need, and the smaller one is sent once the other is canceled", async () => {
    const payIn = await payIns.paid()
    const [one, other] = [
      await worker.make(20_000, of(payIn)),
      await worker.make(40_000, of(payIn)),
    ]
    settle(payIn, "APPROVED", 30_000)
    await worker.run()
    await expectWaiting(one.id, "payin_doubted")
    await expectWaiting(other.id, "payin_doubted")
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      {
        kind: "status_changed_after_final",
        facts: { said: "approved", shown: { amount: "30000" }, needed: { amount: "60000" } },
      },
    ])
    await worker.payouts.decisions.cancel(other.id, MAKER, null)
    await worker.runIn(61)
    expect(await worker.payout(one.id)).toMatchObject({ status: "pending" })
    expect(await anomaliesOf(modules, "open")).toEqual([])
  })

  it("are held while the service does not know it, and an anomaly says so once that is believed", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(40_000, of(payIn))
    notKnown()
    await worker.run()
    await expectWaiting(id, "payin_doubted")
    expect(await anomaliesOf(modules)).toEqual([])
    await worker.pass(40, 5)
    await expectWaiting(id, "payin_doubted")
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "status_changed_after_final", facts: { said: "not_known" } },
    ])
    modules.proxy.tellTheTruth()
    await worker.runIn(61)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await anomaliesOf(modules, "open")).toEqual([])
  })

  it("wait for the service while it does not answer about the payment", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(40_000, of(payIn))
    modules.proxy.meet((path, response) => {
      if (path.includes("/transaction/")) {
        response.status(503).json({})
      }
    })
    await worker.run()
    await expectWaiting(id, "service_down")
    modules.proxy.tellTheTruth()
    await worker.pass(10)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("are not resent either once the service calls it rejected", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(40_000, of(payIn))
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    await worker.run()
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    settle(payIn, "REJECTED")
    expect(await worker.resend(id)).toMatchObject({
      ...{ outcome: "refused", waits_for: "payin_doubted" },
    })
    expect(worker.taken(id)).toEqual([])
    settle(payIn, "APPROVED")
    expect(await worker.resend(id)).toMatchObject({ payout: { status: "pending" } })
  })

  it("wait for their account when it is in the options no more, as nobody can ask about the payment", async () => {
    const payIn = await payIns.paid({ account: "pe" })
    const { id } = await worker.make(40_000, of(payIn))
    const { accounts } = modules.gateway.options
    const without = accounts.filter((account) => account.id !== "pe")
    Object.assign(modules.gateway.options, { accounts: without })
    restore = () => Object.assign(modules.gateway.options, { accounts })
    await worker.run()
    await expectWaiting(id, "no_account")
  })

  it("can be marked as paid by other means, since nothing may ever end the doubt", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(40_000, of(payIn))
    const elsewhere = () =>
      payElsewhere(modules.container, id, CHECKER, { note: "By the bank.", proof: "letter 7" })
    expect(await elsewhere()).toMatchObject({ outcome: "refused", code: "moved_on" })
    settle(payIn, "REJECTED")
    await worker.run()
    expect(await elsewhere()).toMatchObject({ payout: { status: "paid_elsewhere", reason: null } })
    settle(payIn, "APPROVED")
    await worker.pass(3)
    expect(worker.taken(id)).toEqual([])
  })

  it("are marked as paid by other means or sent, never both, when both are tried at the same moment", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(40_000, of(payIn))
    settle(payIn, "REJECTED")
    await worker.run()
    settle(payIn, "APPROVED")
    await modules.advance(61)
    const [marked] = await Promise.all([
      payElsewhere(modules.container, id, CHECKER, { note: "By the bank.", proof: "letter 7" }),
      worker.run(),
    ])
    const { status } = await worker.payout(id)
    expect(worker.taken(id)).toHaveLength(status === "paid_elsewhere" ? 0 : 1)
    expect(marked.outcome).toBe(status === "paid_elsewhere" ? "done" : "refused")
  })
})

withModules("payouts after one was paid with another amount", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  const payIns = new PayIns(modules)
  beforeEach(() => worker.fill(10_000_000))

  /** A payout of 30,000 pesos of which the service paid another amount. */
  async function paidOtherwise(amount: number, columns = {}) {
    const { id } = await worker.make(30_000, columns)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.approvePayout(reference, { amount, notify: false })
    await worker.runIn(11)
    expect(await worker.payout(id)).toMatchObject({ status: "approved", paid_amount: `${amount}` })
    const open = await anomaliesOf(modules, "open")
    expect(open.map(({ kind }) => kind)).toContain("payout_amount_mismatch")
    return id
  }

  const lookAt = () => modules.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })

  it("are held for the whole account until a person resolves the anomaly", async () => {
    await paidOtherwise(3_000_000)
    const { id } = await worker.make(10_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "account_paused" })
    await worker.pass(5)
    expect(worker.taken(id)).toEqual([])
    await lookAt()
    await worker.runIn(61)
    expect(await worker.payout(id)).toMatchObject({ status: "pending", reason: null })
  })

  it("stay held when what was paid wrongly exceeds the bound of its pay-in, too", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(40_000, { transaction_id: payIn.id })
    await worker.run()
    const { reference } = await worker.attempt(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.pass(10)
    modules.sandbox.approvePayout(reference, { notify: false, amount: 4_000_000 })
    await worker.retry(id)
    await worker.run()
    const [{ facts }] = await anomaliesOf(modules, "open")
    expect(facts).toMatchObject({ paid: { amount: "4000000" } })
    const other = await worker.make(30_000)
    await worker.run()
    expect(await worker.payout(other.id)).toMatchObject({ reason: "account_paused" })
    expect(worker.taken(other.id)).toEqual([])
  })

  it.each([{ currency: undefined }, { currency: null }, { amount: "4.000.000,00" }])(
    "are held while the service calls one paid and does not say how much, and it is asked again: %j",
    async (change) => {
      const payIn = await payIns.paid()
      const { id } = await worker.make(20_000, { transaction_id: payIn.id })
      await worker.run()
      const [{ reference }] = worker.taken(id)
      modules.sandbox.approvePayout(reference, { amount: ARRIVED, notify: false })
      modules.proxy.lie((answer) =>
        answer.reference === reference ? { ...answer, ...change } : answer
      )
      await worker.pass(3)
      expect(await worker.payout(id)).toMatchObject({ status: "pending", paid_amount: null })
      expect(await anomaliesOf(modules, "open")).toMatchObject([
        { kind: "unknown_status", facts: { reason: "amount_not_understood" } },
      ])
      const other = await worker.make(20_000, { transaction_id: payIn.id })
      await worker.run()
      expect(await worker.payout(other.id)).toMatchObject({ reason: "account_paused" })
      modules.proxy.lie((answer) => answer)
      await worker.pass(60, 3)
      expect(await worker.payout(id)).toMatchObject({ status: "approved", paid_amount: "60000" })
      expect(await anomaliesOf(modules, "open")).toMatchObject([{ kind: "payout_amount_mismatch" }])
      expect(worker.taken(other.id)).toEqual([])
    }
  )

  it("are held until the service says how much it paid, whatever other odd answer comes in between", async () => {
    const { id } = await worker.make(30_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    const lie = (change: Record<string, unknown>) =>
      modules.proxy.lie((answer) =>
        answer.reference === reference ? { ...answer, ...change } : answer
      )
    lie({ status: "APPROVED", amount: null })
    await worker.runIn(11)
    lie({ status: "PROCESSING" })
    await worker.pass(4)
    const other = await worker.make(20_000)
    await worker.run()
    expect(await worker.payout(other.id)).toMatchObject({ reason: "account_paused" })
    modules.proxy.tellTheTruth()
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.pass(60, 3)
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await anomaliesOf(modules, "open")).toEqual([])
    expect(await worker.payout(other.id)).toMatchObject({ status: "pending" })
  })

  it("are held on resending, too", async () => {
    const { id } = await worker.make(10_000)
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    await worker.run()
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ reason: "not_known" })
    await paidOtherwise(3_000_000)
    expect(await worker.resend(id)).toMatchObject({ waits_for: "account_paused" })
    expect(worker.taken(id)).toEqual([])
  })

  it("of the same pay-in count with what was paid, when that is more than was ordered", async () => {
    const payIn = await payIns.paid()
    await paidOtherwise(ARRIVED, { transaction_id: payIn.id })
    await lookAt()
    const { id } = await worker.make(30_000, { transaction_id: payIn.id })
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "over_bound" })
    expect(worker.taken(id)).toEqual([])
  })

  it("of the same pay-in count with what was ordered, when that is more than was paid", async () => {
    const payIn = await payIns.paid()
    await paidOtherwise(10_000, { transaction_id: payIn.id })
    await lookAt()
    const [missing, more] = [
      await worker.make(20_000, { transaction_id: payIn.id }),
      await worker.make(20_000, { transaction_id: payIn.id }),
    ]
    await worker.payouts.decisions.cancel(more.id, MAKER, null)
    await worker.run()
    expect(await worker.payout(missing.id)).toMatchObject({ status: "pending" })
  })

  it("are not held by an anomaly about a payout that was not sent", async () => {
    const payIn = await payIns.paid()
    const bound = await worker.make(ARRIVED + 1, { transaction_id: payIn.id })
    await worker.run()
    expect(await worker.payout(bound.id)).toMatchObject({ reason: "over_bound" })
    const { id } = await worker.make(10_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
  })
})
