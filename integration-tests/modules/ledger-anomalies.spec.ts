import { Announcements } from "../../src/modules/ledger/announcements"
import { Anomalies } from "../../src/modules/ledger/anomalies"
import { openAnomaly, reportOf } from "../support/modules/anomaly"
import { RecordingBus } from "../support/modules/bus"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { untilBlocked, together } from "../support/modules/together"
import { CANARY } from "../support/personal-data"

class BrokenBus extends RecordingBus {
  override async emit(): Promise<void> {
    throw new Error("the bus is down")
  }
}

withModules("an anomaly", {}, (modules) => {
  const payIns = new PayIns(modules)
  const anomalies = () => modules.ledger.anomalies
  const stored = async () => modules.pg("payin_anomaly").orderBy("created_at")
  const ignore = (id: string) =>
    modules.ledger.resolutions.write(
      { id },
      { action: "ignore", note: "seen", resolved_by: "user_1" },
      null
    )

  it("shows the facts of its pay-in and only the initials of its shopper", async () => {
    const row = await payIns.approved()
    const { anomaly, opened } = await anomalies().open(
      reportOf(row, "amount_mismatch", { order_id: "order_1", facts: { reason: "less" } })
    )
    expect(opened).toBe(true)
    expect(anomaly).toMatchObject({ status: "open", transaction_id: row.id, order_id: "order_1" })
    expect(anomaly.facts).toEqual({
      reference: row.reference,
      ticket: row.ticket,
      payment_method: "PSE",
      asked: { amount: "60000", currency: "COP" },
      arrived: { amount: "60000", currency: "COP" },
      customer: "C. P.",
      reason: "less",
    })
    expect(await anomalies().find(anomaly.id)).toEqual(anomaly)
  })

  it("is published by ids alone and logged without the shopper's name", async () => {
    const row = await payIns.approved()
    const { id } = await openAnomaly(modules, row, "amount_mismatch", { facts: { reason: "less" } })
    expect(modules.bus.of("payin.anomaly_opened")).toEqual([
      { id, kind: "amount_mismatch", transaction_id: row.id, order_id: null },
    ])
    const [line, ...more] = modules.log.lines.filter(({ level }) => level === "error")
    expect(more).toEqual([])
    expect(line.message).toContain(id)
    expect(line.message).not.toContain(CANARY.co.full_name)
  })

  it("is opened once for each kind and subject, and a later report refreshes its facts", async () => {
    const row = await payIns.approved()
    const first = await openAnomaly(modules, row, "amount_mismatch", { facts: { reason: "less" } })
    const again = await anomalies().open(
      reportOf(row, "amount_mismatch", { order_id: "order_1", facts: { reason: "more" } })
    )
    expect(again).toMatchObject({
      opened: false,
      anomaly: { id: first.id, order_id: "order_1", facts: { reason: "more" } },
    })
    await openAnomaly(modules, row, "duplicate_payment")
    await openAnomaly(modules, row, "amount_mismatch", { subject: "another" })
    expect(await stored()).toHaveLength(3)
    expect(modules.bus.of("payin.anomaly_opened")).toHaveLength(3)
  })

  it("keeps its order and its pay-in when a later report names none", async () => {
    const row = await payIns.approved()
    const about = { order_id: "order_1", transaction_id: row.id }
    await openAnomaly(modules, null, "captured_without_order", about)
    expect(await openAnomaly(modules, null, "captured_without_order")).toMatchObject(about)
  })

  it("is opened once when it is reported twice at the same moment", async () => {
    const row = await payIns.approved()
    const insert = { table: "payin_anomaly", event: "insert" } as const
    const both = await together(modules.pg, insert, () =>
      anomalies().open(reportOf(row, "amount_mismatch"))
    )
    expect(both.map(({ opened }) => opened).sort()).toEqual([false, true])
    expect(await stored()).toHaveLength(1)
    expect(modules.bus.of("payin.anomaly_opened")).toHaveLength(1)
  })

  it("is opened anew when the earlier one was resolved", async () => {
    const first = await openAnomaly(modules, null, "orphan_order")
    await anomalies().closeAbout("order_1", ["orphan_order"], "well again")
    const second = await openAnomaly(modules, null, "orphan_order")
    expect(second).toMatchObject({ status: "open" })
    expect(second.id).not.toBe(first.id)
  })

  it("is not opened again for facts that an operator ignored, and is for other facts", async () => {
    const row = await payIns.approved()
    const told = { facts: { reason: "less" } }
    const first = await openAnomaly(modules, row, "amount_mismatch", told)
    await ignore(first.id)
    expect(await anomalies().open(reportOf(row, "amount_mismatch", told))).toMatchObject({
      opened: false,
      anomaly: { id: first.id, status: "resolved" },
    })
    const other = { facts: { reason: "more" } }
    expect(await anomalies().open(reportOf(row, "amount_mismatch", other))).toMatchObject({
      opened: true,
    })
  })

  it("keeps its facts when a later report asks to keep them", async () => {
    const first = await openAnomaly(modules, null, "orphan_order", { facts: { reason: "first" } })
    const report = reportOf(null, "orphan_order", { facts: { reason: "second" } })
    expect(await anomalies().open(report, () => true)).toEqual({ anomaly: first, opened: false })
    expect((await anomalies().open(report, () => false)).anomaly.facts).toEqual({
      reason: "second",
    })
  })

  it("keeps the first facts also when both reports come at the same moment", async () => {
    const insert = { table: "payin_anomaly", event: "insert" } as const
    const both = await together(modules.pg, insert, (nth) =>
      anomalies().open(reportOf(null, "orphan_order", { facts: { nth } }), () => true)
    )
    const [{ facts }] = await stored()
    expect(both.map(({ anomaly }) => anomaly.facts)).toEqual([facts, facts])
  })

  it("is not opened about a pay-in that moved, or by a holder that lost its lease", async () => {
    const row = await payIns.approved()
    const report = { ...reportOf(row, "status_changed_after_final"), transaction_id: row.id }
    expect(await anomalies().openWhile({ status: "rejected" }, report)).toBe(false)
    expect(await anomalies().openWhile({ fence: row.fence + 1 }, report)).toBe(false)
    expect(await stored()).toEqual([])
    expect(modules.bus.of("payin.anomaly_opened")).toEqual([])
    expect(await anomalies().openWhile({ status: "approved", fence: row.fence }, report)).toBe(true)
    expect(modules.bus.of("payin.anomaly_opened")).toHaveLength(1)
  })

  it("is not opened by a report that comes while a decision moves its pay-in", async () => {
    const row = await payIns.approved()
    const report = { ...reportOf(row, "status_changed_after_final"), transaction_id: row.id }
    const decision = await modules.pg.transaction()
    await decision("payin_transaction").where({ id: row.id }).update({ status: "rejected" })
    const opened = anomalies().openWhile({ status: "approved" }, report)
    await untilBlocked(modules.pg, 1, opened)
    await decision.commit()
    expect(await opened).toBe(false)
    expect(await stored()).toEqual([])
  })

  it("is opened without a shopper's name when the data is encrypted with a lost key", async () => {
    const row = await payIns.approved()
    await payIns.overwrite(row.id, { customer_sealed: "v1.000000000000.AAAA" })
    const { facts } = await openAnomaly(modules, row, "amount_mismatch")
    expect(facts).toMatchObject({ reference: row.reference, customer: null })
  })

  it("is stored when the event bus is down, and the log names the missing event", async () => {
    const bus = new BrokenBus()
    const told = new Announcements(
      () => bus,
      () => modules.log
    )
    const { anomaly } = await new Anomalies(modules.pg, told, modules.ledger.sealer).open(
      reportOf(null, "orphan_order")
    )
    expect(await anomalies().find(anomaly.id)).toEqual(anomaly)
    expect(modules.log.lines.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/payin.anomaly_opened was not emitted/)
    )
  })
})

withModules("settled anomalies", {}, (modules) => {
  const payIns = new PayIns(modules)
  const anomalies = () => modules.ledger.anomalies
  const open = async () => modules.pg("payin_anomaly").where({ status: "open" }).pluck("id")

  it("are closed by their pay-in, kind and subject, each once", async () => {
    const row = await payIns.approved()
    const one = await openAnomaly(modules, row, "unknown_status")
    const two = await openAnomaly(modules, row, "amount_mismatch")
    const three = await openAnomaly(modules, row, "amount_mismatch", { subject: "another" })
    const other = await openAnomaly(modules, await payIns.approved(), "amount_mismatch")
    const about = { transaction_id: row.id }
    expect(await anomalies().closeOfPayIn({ ...about, kinds: ["unknown_status"] }, "well")).toBe(1)
    expect(await anomalies().closeOfPayIn({ ...about, kinds: ["unknown_status"] }, "well")).toBe(0)
    expect(await anomalies().find(one.id)).toMatchObject({
      status: "resolved",
      action: "settled",
      note: "well",
      resolved_by: null,
    })
    expect(await anomalies().closeOfPayIn({ ...about, subjects: ["another"] }, "well")).toBe(1)
    expect((await open()).sort()).toEqual([two.id, other.id].sort())
    expect(await anomalies().closeOfPayIn(about, "well")).toBe(1)
    expect(await open()).toEqual([other.id])
    expect((await anomalies().find(three.id))?.note).toBe("well")
  })

  it("are closed by their payout or their subject, one kind at a time", async () => {
    const about = { payout_id: "payout_1", subject: "payout_1" }
    await openAnomaly(modules, null, "payout_unknown", about)
    const left = await openAnomaly(modules, null, "payout_amount_mismatch", about)
    await openAnomaly(modules, null, "orphan_order")
    expect(await anomalies().closeOfPayout("payout_2", ["payout_unknown"], "well")).toBe(0)
    expect(await anomalies().closeOfPayout("payout_1", ["payout_unknown"], "well")).toBe(1)
    expect(await anomalies().closeAbout("order_2", ["orphan_order"], "well")).toBe(0)
    expect(await anomalies().closeAbout("order_1", ["orphan_order"], "well")).toBe(1)
    expect(await open()).toEqual([left.id])
  })

  it("are resolved as refunds by the payout that refunds their money", async () => {
    const row = await payIns.approved()
    const { id } = await openAnomaly(modules, row, "paid_without_order")
    const other = await openAnomaly(modules, row, "unknown_status")
    expect(await anomalies().closeAsRefunded(row.id, ["paid_without_order"], "payout_1")).toBe(1)
    expect(await anomalies().find(id)).toMatchObject({
      status: "resolved",
      action: "refund",
      payout_id: "payout_1",
    })
    expect(await open()).toEqual([other.id])
  })

  it("do not count as open, and the newest open anomaly gives the reason", async () => {
    const row = await payIns.approved()
    const asks = () => anomalies().isOpen(row.id, ["amount_mismatch"])
    expect(await asks()).toBe(false)
    expect(await anomalies().reasonOf(row.id)).toBeNull()
    await openAnomaly(modules, row, "unknown_status", { facts: { reason: "older" } })
    expect(await asks()).toBe(false)
    await openAnomaly(modules, row, "amount_mismatch", { facts: { reason: "newer" } })
    expect(await asks()).toBe(true)
    expect(await anomalies().reasonOf(row.id)).toBe("newer")
    await anomalies().closeOfPayIn({ transaction_id: row.id, kinds: ["amount_mismatch"] }, "well")
    expect(await asks()).toBe(false)
    expect(await anomalies().reasonOf(row.id)).toBe("older")
  })
})
