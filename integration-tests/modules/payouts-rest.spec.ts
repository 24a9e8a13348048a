import { apiKey } from "../../src/domain/payout/actor"
import { derivedReference } from "../../src/domain/row/reference"
import { payRest, reportPayoutOutcome, retryPayout } from "../../src/workflows/payout"
import { cancelPayout } from "../../src/workflows/refund/cancel"
import { payElsewhere } from "../../src/workflows/refund/elsewhere"
import type { Decided } from "../../src/modules/payouts/decisions"
import type { NewPayout } from "../../src/modules/payouts/payouts"
import { breakWriting, closeGate } from "../support/gate"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { Returns } from "../support/modules/returns"
import { together } from "../support/modules/together"
import { CHECKER, colleague, MAKER, PayoutWorker } from "../support/payout-worker"

const ORDERER = colleague("user_orderer")

withModules("payouts that the service paid less of than ordered", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  const payIns = new PayIns(modules)
  const returns = new Returns(modules)
  beforeEach(() => worker.fill(1_000_000))

  const order = async (id: string, by = ORDERER, version?: number) =>
    payRest(modules.container, id, by, version ?? (await worker.payout(id)).version)

  function done(decided: Decided) {
    if (decided.outcome !== "done") {
      throw new Error(`it was refused: ${JSON.stringify(decided)}`)
    }
    return decided.payout
  }

  const says = (reference: string, pesos: number) =>
    modules.sandbox.approvePayout(reference, { amount: pesos, notify: false })

  /** Sent, and paid with less by the service. */
  async function short(columns: Partial<NewPayout> = {}, { ordered = 40_000, paid = 15_000 } = {}) {
    await looked()
    const { id } = await worker.make(ordered, columns)
    return paidShort(id, paid)
  }

  async function paidShort(id: string, paid: number) {
    await worker.run()
    const [{ reference }] = worker.taken(id)
    says(reference, paid)
    await worker.runIn(11)
    expect(await worker.payout(id)).toMatchObject({ status: "approved", paid_amount: String(paid) })
    return { id, reference }
  }

  /** A person looked at the amounts, so that the account pays again. */
  const looked = () => modules.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })

  /** The reference of the first send of a rest. */
  const referenceOf = (first: string) => derivedReference("payOut", "operator", `rest:${first}`, 1)

  /** A run whose sends do not leave, because the service is not there. */
  async function unsentRun() {
    const gate = await closeGate(modules.pg, { table: "payin_payout_attempt", event: "insert" })
    const run = worker.run()
    await gate.arrived()
    await modules.proxy.close()
    await gate.open()
    await run
    await gate.remove()
    await modules.proxy.open()
  }

  async function pay(id: string) {
    await looked()
    expect(await worker.approve(id)).toMatchObject({ outcome: "done" })
    await worker.run()
    const sent = worker.taken(id)
    sent.forEach(({ reference }) => modules.sandbox.approvePayout(reference, { notify: false }))
    await worker.runIn(11)
    return worker.payout(id)
  }

  /** What the bank paid in all, by the service's own record. */
  const given = (...ids: string[]) =>
    ids
      .flatMap((id) => worker.taken(id))
      .filter(({ status }) => status === "APPROVED")
      .reduce((sum, { paid_amount, amount }) => sum + (paid_amount ?? amount), 0)

  it("are paid the rest once a second person approved it, and both add up to what was ordered", async () => {
    const { id, reference } = await short()
    const rest = done(await order(id))
    expect(rest).toMatchObject({
      ...{ rest_of: id, amount: "25000", status: "awaiting_approval", reason: "rest" },
      ...{ source: "operator", source_id: `rest:${reference}`, created_by: ORDERER.id },
    })
    expect(await worker.payout(id)).toMatchObject({ amount: "15000", order_amount: "15000" })
    expect(await pay(rest.id)).toMatchObject({ status: "approved", paid_amount: "25000" })
    expect(given(id, rest.id)).toBe(40_000)
  })

  it("are approved neither by who ordered the rest nor by who made the first one, however small", async () => {
    const { id } = await short()
    const rest = done(await order(id))
    for (const one of [ORDERER, MAKER, apiKey("apk_1", ORDERER.id)]) {
      expect(await worker.approve(rest.id, one)).toMatchObject({ not_allowed: true })
    }
    await looked()
    await worker.pass(3)
    expect(worker.taken(rest.id)).toEqual([])
    expect(await worker.approve(rest.id)).toMatchObject({ outcome: "done" })
  })

  it("have one rest, however often it is ordered, with the version that was seen or a newer one", async () => {
    const { id } = await short()
    const { version } = await worker.payout(id)
    const rest = done(await order(id, ORDERER, version))
    expect(done(await order(id, ORDERER, version)).id).toBe(rest.id)
    expect(done(await order(id, MAKER)).id).toBe(rest.id)
    await pay(rest.id)
    expect(done(await order(id)).id).toBe(rest.id)
    expect(await worker.payouts.payouts.restsOf(id)).toHaveLength(1)
  })

  it("have one rest when two people order it at the same moment", async () => {
    const { id } = await short()
    const { version } = await worker.payout(id)
    const writing = { table: "payin_payout", event: "insert" } as const
    const both = await together(modules.pg, writing, (nth) =>
      order(id, nth === 0 ? ORDERER : MAKER, version)
    )
    const [one, other] = both.map(done)
    expect(other.id).toBe(one.id)
    expect(await worker.payout(id)).toMatchObject({ amount: "15000" })
  })

  it.each([
    ["payin_payout", "insert"],
    ["payin_payout", "update"],
    ["payin_payout_audit", "insert"],
  ] as const)(
    "stay whole when the order dies at the %s %s, and are ordered later",
    async (table, event) => {
      const { id } = await short()
      const broken = await breakWriting(modules.pg, { table, event })
      await expect(order(id)).rejects.toThrow()
      await broken.mend()
      expect(await worker.payout(id)).toMatchObject({ amount: "40000" })
      expect(await worker.payouts.payouts.restsOf(id)).toEqual([])
      expect(done(await order(id))).toMatchObject({ amount: "25000" })
    }
  )

  it("have no rest with a stale version, a whole payment, another unit, an open contradiction, or before they are paid", async () => {
    const { id } = await short()
    expect(await order(id, ORDERER, 7)).toMatchObject({ code: "changed_since", field: "version" })
    const whole = await short({}, { paid: 40_000 })
    expect(await order(whole.id)).toMatchObject({ code: "not_wanted" })
    const unit = await short({}, { paid: 400 })
    expect(await order(unit.id)).toMatchObject({ code: "unit_suspected" })
    modules.sandbox.approvePayout(unit.reference, { notify: false })
    const waits = await worker.make(40_000)
    expect(await order(waits.id)).toMatchObject({ code: "moved_on" })
    await worker.run()
    expect(await order(waits.id)).toMatchObject({ code: "moved_on" })
    expect(await order("payout_none", ORDERER, 1)).toEqual({ outcome: "unknown_payout" })
  })

  it("have no rest that the service turns out to have paid, when it is ordered and when it is sent", async () => {
    const { id, reference } = await short()
    says(reference, 40_000)
    expect(await order(id)).toMatchObject({ code: "not_wanted" })
    const two = await short()
    const rest = done(await order(two.id))
    says(two.reference, 40_000)
    await looked()
    expect(await worker.approve(rest.id)).toMatchObject({ outcome: "done" })
    await worker.run()
    expect(await worker.payout(rest.id)).toMatchObject({ status: "canceled" })
    expect(worker.taken(rest.id)).toEqual([])
    expect(await worker.payout(two.id)).toMatchObject({ amount: "40000", paid_amount: "40000" })
    expect(
      await payElsewhere(modules.container, rest.id, CHECKER, { note: "n", proof: "p" })
    ).toMatchObject({ outcome: "refused" })
  })

  it("tell a person when the service says too late that it paid the whole", async () => {
    const { id, reference } = await short()
    const rest = done(await order(id))
    await pay(rest.id)
    says(reference, 40_000)
    expect(await order(id)).toMatchObject({ outcome: "done" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "payout_amount_mismatch", facts: { more: true } },
    ])
  })

  it("are owed whole again once the rest is canceled, and the rest is ordered anew under the reference that nobody used", async () => {
    const { id, reference } = await short()
    const rest = done(await order(id))
    expect(await cancelPayout(modules.container, rest.id, MAKER, "Not now.")).toMatchObject({
      outcome: "done",
    })
    expect(await worker.payout(id)).toMatchObject({ amount: "40000", order_amount: "40000" })
    expect(await cancelPayout(modules.container, rest.id, MAKER, "Not now.")).toMatchObject({
      outcome: "done",
    })
    expect(await worker.payout(id)).toMatchObject({ amount: "40000" })
    const again = done(await order(id))
    expect(again).toMatchObject({ amount: "25000", source_id: `rest:${reference}` })
    expect(again.id).not.toBe(rest.id)
    await pay(again.id)
    expect(given(id, rest.id, again.id)).toBe(40_000)
    expect(worker.taken(again.id)).toMatchObject([{ reference: referenceOf(reference) }])
  })

  it("are ordered anew under the reference of a try that never left, and under another one once it may have", async () => {
    const { id, reference } = await short()
    const rest = done(await order(id))
    await worker.approve(rest.id)
    await looked()
    await unsentRun()
    expect(await worker.attempt(rest.id)).toMatchObject({
      ...{ status: "ready", sends: 0, reference: referenceOf(reference) },
    })
    await cancelPayout(modules.container, rest.id, MAKER, "Not now.")
    const again = done(await order(id))
    expect(again).toMatchObject({ source_id: `rest:${reference}` })
    expect(await worker.attempts(rest.id)).toEqual([])
    await worker.runIn(61)

    await looked()
    await worker.approve(again.id)
    await worker.run()
    expect(worker.taken(again.id)).toMatchObject([{ reference: referenceOf(reference) }])
    modules.sandbox.rejectPayout(referenceOf(reference), { notify: false })
    await worker.runIn(11)
    const retry = { payout_id: again.id, actor: MAKER, request_id: "retried" }
    expect(await retryPayout(modules.container, retry)).toMatchObject({ outcome: "done" })
    await cancelPayout(modules.container, again.id, MAKER, "Not now.")
    expect(done(await order(id))).toMatchObject({ source_id: `rest:${reference}:2` })
  })

  it("of a refund are owed whole again once a person cancels the rest, and the first one is not canceled", async () => {
    const payIn = await payIns.paid()
    const { id, reference } = await short({ transaction_id: payIn.id })
    await modules.pg("payin_payout").where({ id }).update({ source: "refund", refund_id: "ref_1" })
    const rest = done(await order(id))
    expect(rest).toMatchObject({ source: "refund", rest_of: id, amount: "25000" })
    const canceled = await cancelPayout(modules.container, rest.id, MAKER, "Paid in the shop.")
    expect(canceled).toMatchObject({ outcome: "done", payout: { status: "canceled" } })
    const first = await worker.payout(id)
    expect(first).toMatchObject({ amount: "40000", status: "approved", refund_id: "ref_1" })
    expect(await cancelPayout(modules.container, id, MAKER, "No.")).toMatchObject({
      outcome: "refused",
      code: "refund_stays",
    })
    expect(done(await order(id))).toMatchObject({ source_id: `rest:${reference}` })
  })

  it("are not paid the rest again once a canceled rest turns out paid, before or after it was ordered anew", async () => {
    for (const learned of ["at the send", "by a lookup"]) {
      const { id } = await short()
      const rest = done(await order(id))
      await looked()
      await worker.approve(rest.id)
      await worker.run()
      const [{ reference }] = worker.taken(rest.id)
      modules.sandbox.rejectPayout(reference, { notify: false })
      await worker.runIn(11)
      const retry = { payout_id: rest.id, actor: MAKER, request_id: `retry ${rest.id}` }
      expect(await retryPayout(modules.container, retry)).toMatchObject({ outcome: "done" })
      expect(await cancelPayout(modules.container, rest.id, MAKER, "No.")).toMatchObject({
        outcome: "done",
      })
      const again = done(await order(id))
      modules.sandbox.approvePayout(reference, { notify: false })
      if (learned === "by a lookup") {
        await worker.runIn(86_400)
      }
      await looked()
      await worker.approve(again.id)
      await worker.run()
      expect([learned, worker.taken(again.id)]).toEqual([learned, []])
      expect([learned, given(id, rest.id)]).toEqual([learned, 40_000])
    }
  })

  it("are not paid the rest of a rest once the first one turns out paid whole", async () => {
    const { id, reference } = await short()
    const rest = done(await order(id))
    await looked()
    await worker.approve(rest.id)
    await paidShort(rest.id, 5_000)
    const last = done(await order(rest.id))
    says(reference, 40_000)
    await looked()
    await worker.approve(last.id)
    await worker.run()
    expect(worker.taken(last.id)).toEqual([])
    expect(await worker.payout(last.id)).toMatchObject({ status: "canceled" })
  })

  it("are paid the rest of the rest, when that is paid short as well", async () => {
    const { id } = await short()
    const rest = done(await order(id))
    await looked()
    await worker.approve(rest.id)
    await paidShort(rest.id, 5_000)
    const last = done(await order(rest.id))
    expect(last).toMatchObject({ amount: "20000", rest_of: rest.id })
    await pay(last.id)
    expect(given(id, rest.id, last.id)).toBe(40_000)
  })

  it("keep the refund limit when the first one is returned, is retried and paid short once more", async () => {
    const payIn = await payIns.paid()
    const { id, reference } = await short(
      { transaction_id: payIn.id },
      { ordered: 60_000, paid: 35_000 }
    )
    const rest = done(await order(id))
    await pay(rest.id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    expect(await order(id)).toMatchObject({ outcome: "done" })
    expect(await worker.payout(id)).toMatchObject({ status: "approved", reason: "contradiction" })
    const told = { outcome: "not_paid", note: "It bounced.", proof: "mail 7" } as const
    expect(await reportPayoutOutcome(modules.container, id, CHECKER, told, "r1")).toMatchObject({
      payout: { status: "rejected", amount: "35000" },
    })
    await looked()
    const retry = { payout_id: id, actor: ORDERER, request_id: "t1" }
    expect(await retryPayout(modules.container, retry)).toMatchObject({ outcome: "done" })
    await worker.run()
    const again = worker.taken(id).find((one) => one.reference !== reference)
    if (again === undefined) {
      throw new Error("it was not sent again")
    }
    says(again.reference, 20_000)
    await worker.runIn(11)
    const second = done(await order(id))
    expect(second).toMatchObject({ amount: "15000", source_id: `rest:${again.reference}` })
    await pay(second.id)
    expect(given(id, rest.id, second.id)).toBe(60_000)
    const over = await worker.make(1_000, { transaction_id: payIn.id })
    await worker.run()
    expect(await worker.payout(over.id)).toMatchObject({ status: "queued", reason: "over_bound" })
  })

  it("that carry out a decision about money keep it decided while their rest is paid or canceled", async () => {
    const payIn = await payIns.paid()
    const anomaly = await returns.question(payIn)
    const { payout } = await returns.decide(anomaly, 60_000)
    await paidShort(payout.id, 35_000)
    const rest = done(await order(payout.id))
    await cancelPayout(modules.container, rest.id, MAKER, "Not now.")
    const again = done(await order(payout.id))
    await pay(again.id)
    expect(given(payout.id, again.id)).toBe(60_000)
    expect(await anomaliesOf(modules, "open")).toEqual([])
  })
})
