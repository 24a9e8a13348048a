import { LeaseLostError, type Lease } from "../../src/modules/ledger/lease"
import type { Consequence, Decision, Refund } from "../../src/modules/ledger/resolutions"
import { expectDueIn } from "../support/modules/clock"
import { findAnomaly, openAnomaly } from "../support/modules/anomaly"
import { withModules } from "../support/modules/modules"
import { AMOUNT, PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

const IGNORE: Decision = { action: "ignore", note: "seen", resolved_by: "user_1" }
const DECIDED_REFUND: Decision = { action: "refund", note: "goes back", resolved_by: "user_1" }
const REFUND: Refund = {
  amount: AMOUNT,
  currency: "COP",
  payout_id: "payout_1",
  destination_sealed: null,
  sealed_with: null,
}

withModules("an operator's decision", {}, (modules) => {
  const payIns = new PayIns(modules)
  const resolutions = () => modules.ledger.resolutions

  /** Money with an anomaly, and the lease under which a person decides about it. */
  async function asked() {
    const row = await payIns.approved()
    const anomaly = await openAnomaly(modules, row, "amount_mismatch")
    const lease = await modules.ledger.leases.acquire(row.id, "one")
    if (lease === null) {
      throw new Error("somebody else holds the pay-in")
    }
    modules.bus.told.length = 0
    modules.log.lines.length = 0
    return { row, anomaly, lease }
  }

  function consequence(lease: Lease, more: Partial<Consequence> = {}): Consequence {
    return { lease, marks: {}, also_decides: [], ...more }
  }

  it("is written once and logged", async () => {
    const { anomaly } = await asked()
    const resolved = await resolutions().write(anomaly, IGNORE, null)
    expect(resolved).toMatchObject({ outcome: "resolved", anomaly: { id: anomaly.id } })
    const decided = await findAnomaly(modules, anomaly.id)
    expect(decided).toMatchObject({ status: "resolved", ...IGNORE })
    expect(modules.log.lines.map(({ message }) => message)).toEqual([
      expect.stringContaining(`id=${anomaly.id}`),
    ])
    expect(await resolutions().write(anomaly, DECIDED_REFUND, null)).toEqual({ outcome: "closed" })
    expect(await findAnomaly(modules, anomaly.id)).toEqual(decided)
  })

  it("is written once when two operators decide at the same moment", async () => {
    const { anomaly } = await asked()
    const update = { table: "payin_anomaly", event: "update" } as const
    const both = await together(modules.pg, update, (nth) =>
      resolutions().write(anomaly, nth === 0 ? IGNORE : DECIDED_REFUND, null)
    )
    expect(both.map(({ outcome }) => outcome)).toEqual(["resolved", "closed"])
    expect(await findAnomaly(modules, anomaly.id)).toMatchObject(IGNORE)
  })

  it("is written although a settlement closed the anomaly before", async () => {
    const { anomaly, row } = await asked()
    await modules.ledger.anomalies.closeOfPayIn({ transaction_id: row.id }, "booked")
    expect(await resolutions().write(anomaly, IGNORE, null)).toMatchObject({ outcome: "resolved" })
    expect(await findAnomaly(modules, anomaly.id)).toMatchObject(IGNORE)
  })

  it("is written with its marks on the pay-in, and the new status is published", async () => {
    const { row, anomaly, lease } = await asked()
    const marks = { status: "rejected", excluded_at: "now", approved_amount: AMOUNT } as const
    await resolutions().write(anomaly, IGNORE, consequence(lease, { marks }))
    const after = await payIns.find(row.id)
    expect(after).toMatchObject({ status: "rejected", excluded_at: after.updated_at })
    expect(modules.bus.told.map(({ name }) => name)).toEqual(["payin.payment_failed"])
  })

  it("makes its pay-in due at the time that it asks for", async () => {
    const { row, anomaly, lease } = await asked()
    await expectDueIn(modules, 30, async () => {
      await resolutions().write(anomaly, IGNORE, consequence(lease, { look_again_seconds: 30 }))
      return (await payIns.find(row.id)).apply_after
    })
  })

  it("closes the other anomalies that it decides about the same money, and no more", async () => {
    const { row, anomaly, lease } = await asked()
    const also = await openAnomaly(modules, row, "duplicate_payment")
    const other = await openAnomaly(modules, row, "unknown_status")
    const elsewhere = await openAnomaly(modules, await payIns.approved(), "duplicate_payment")
    await resolutions().write(
      anomaly,
      IGNORE,
      consequence(lease, { also_decides: ["duplicate_payment"] })
    )
    expect(await findAnomaly(modules, also.id)).toMatchObject({
      status: "resolved",
      action: "settled",
      note: `Decided with amount_mismatch ${anomaly.id}.`,
    })
    for (const { id } of [other, elsewhere]) {
      expect(await findAnomaly(modules, id)).toMatchObject({ status: "open" })
    }
  })

  it("stores the refund that it makes and decides about all of that money", async () => {
    const { row, anomaly, lease } = await asked()
    const given: string[] = []
    await resolutions().write(
      anomaly,
      DECIDED_REFUND,
      consequence(lease, {
        refund: async (payIn) => {
          given.push(payIn.id)
          return REFUND
        },
      })
    )
    expect(given).toEqual([row.id])
    expect(await findAnomaly(modules, anomaly.id)).toMatchObject({
      ...DECIDED_REFUND,
      refund_amount: "60000",
      refund_currency: "COP",
      payout_id: "payout_1",
    })
    expect(await modules.ledger.anomalies.decisionToRefund(row.id)).toBe(anomaly.id)
    expect(await modules.ledger.anomalies.decisionOn(row.id)).toBe("goes_back")
  })

  it.each(["nothing_left", "no_way", "unknown_person"] as const)(
    "is not written when nothing can be refunded: %s",
    async (why) => {
      const { row, anomaly, lease } = await asked()
      const before = await payIns.find(row.id)
      const refund = async (_: unknown, trx: typeof modules.pg) => {
        await trx("payin_transaction").update({ description: "half done" })
        return why
      }
      const marks = { excluded_at: "now" } as const
      expect(
        await resolutions().write(anomaly, DECIDED_REFUND, consequence(lease, { refund, marks }))
      ).toEqual({ outcome: why })
      expect(await findAnomaly(modules, anomaly.id)).toMatchObject({ status: "open" })
      expect(await payIns.find(row.id)).toEqual(before)
      expect(modules.log.lines).toEqual([])
    }
  )

  it("is rolled back completely when the refund fails", async () => {
    const { row, anomaly, lease } = await asked()
    const before = await payIns.find(row.id)
    const refund = async (_: unknown, trx: typeof modules.pg) => {
      await trx("payin_transaction").update({ description: "half done" })
      throw new Error("no payout could be made")
    }
    await expect(
      resolutions().write(anomaly, DECIDED_REFUND, consequence(lease, { refund }))
    ).rejects.toThrow("no payout could be made")
    expect(await findAnomaly(modules, anomaly.id)).toMatchObject({ status: "open" })
    expect(await payIns.find(row.id)).toEqual(before)
  })

  it("is not written by a holder that lost the lease on the pay-in", async () => {
    const { row, anomaly, lease } = await asked()
    await modules.advance(121)
    await modules.ledger.leases.acquire(row.id, "two")
    const before = await payIns.find(row.id)
    await expect(
      resolutions().write(anomaly, IGNORE, consequence(lease, { marks: { excluded_at: "now" } }))
    ).rejects.toThrow(LeaseLostError)
    expect(await findAnomaly(modules, anomaly.id)).toMatchObject({ status: "open" })
    expect(await payIns.find(row.id)).toEqual(before)
  })

  it.each([
    ["unknown_status", { reason: "amount_not_understood" }],
    ["status_changed_after_final", { said: "approved" }],
  ] as const)(
    "about money that the row did not hold yet reads as left once it does: %s",
    async (kind, facts) => {
      const row = await payIns.pending()
      const anomaly = await openAnomaly(modules, row, kind, { facts })
      await resolutions().write(anomaly, IGNORE, null)
      expect(await modules.ledger.anomalies.lateMoney(row.id)).toBe("left")
      await payIns.said(row)
      expect(await modules.ledger.anomalies.decisionOn(row.id)).toBe("left")
    }
  )

  it("reads as undecided until the anomaly is ignored, and as left afterwards", async () => {
    const { row, anomaly } = await asked()
    const decisionOn = () => modules.ledger.anomalies.decisionOn(row.id)
    expect(await decisionOn()).toBe("undecided")
    await resolutions().write(anomaly, IGNORE, null)
    expect(await decisionOn()).toBe("left")
  })
})

withModules("a refund that an operator decided", {}, (modules) => {
  const payIns = new PayIns(modules)
  const resolutions = () => modules.ledger.resolutions

  /** Decided by an earlier version, which made the payout afterwards. */
  async function promised(kind: Parameters<typeof openAnomaly>[2] = "amount_mismatch") {
    const row = await payIns.approved()
    const anomaly = await openAnomaly(modules, row, kind, { facts: { reason: "less" } })
    await resolutions().write(anomaly, DECIDED_REFUND, null)
    await modules
      .pg("payin_anomaly")
      .where({ id: anomaly.id })
      .update({ refund_amount: AMOUNT, refund_currency: "COP" })
    return { row, anomaly }
  }
  const reopen = (id: string) =>
    modules.pg.transaction((trx) => resolutions().reopen(trx, id, "given up"))

  it("is found while it has no payout, the oldest first", async () => {
    const [one, two] = [await promised(), await promised()]
    await openAnomaly(modules, one.row, "duplicate_payment")
    const unpaid = async (limit = 5) => (await resolutions().unpaid(limit)).map(({ id }) => id)
    expect(await unpaid()).toEqual([one.anomaly.id, two.anomaly.id])
    expect(await unpaid(1)).toEqual([one.anomaly.id])
    await modules.pg.transaction((trx) => resolutions().paidBy(trx, one.anomaly.id, "payout_1"))
    expect(await unpaid()).toEqual([two.anomaly.id])
    expect(await findAnomaly(modules, one.anomaly.id)).toMatchObject({ payout_id: "payout_1" })
  })

  it("reopens its anomaly when its payout was canceled", async () => {
    const { row, anomaly } = await promised()
    modules.bus.told.length = 0
    const open = await reopen(anomaly.id)
    expect(open).toMatchObject({
      id: anomaly.id,
      status: "open",
      action: null,
      refund_amount: null,
      payout_id: null,
      facts: { reason: "given up", reference: row.reference },
    })
    expect(modules.bus.told).toEqual([])
    await resolutions().announceReopened(await findAnomaly(modules, anomaly.id))
    expect(modules.bus.of("payin.anomaly_opened")).toMatchObject([{ id: anomaly.id }])
    expect(await modules.ledger.anomalies.decisionToRefund(row.id)).toBeNull()
  })

  it("returns the anomaly that is open already instead of reopening its own", async () => {
    const { row, anomaly } = await promised()
    const open = await openAnomaly(modules, row, "amount_mismatch", { facts: { reason: "more" } })
    expect(await reopen(anomaly.id)).toEqual(open)
    expect(await findAnomaly(modules, anomaly.id)).toMatchObject({
      status: "resolved",
      refund_amount: null,
    })
  })

  it("reopens as money without an order when the money had come after the end", async () => {
    const { row, anomaly } = await promised("status_changed_after_final")
    expect(await reopen(anomaly.id)).toMatchObject({
      id: anomaly.id,
      kind: "paid_without_order",
      subject: row.id,
      status: "open",
    })
  })

  it("reopens no anomaly when no refund was decided", async () => {
    const row = await payIns.approved()
    const { id } = await openAnomaly(modules, row, "amount_mismatch")
    expect(await reopen(id)).toBeNull()
    await resolutions().write({ id }, IGNORE, null)
    expect(await reopen(id)).toBeNull()
    expect(await findAnomaly(modules, id)).toMatchObject(IGNORE)
  })
})
