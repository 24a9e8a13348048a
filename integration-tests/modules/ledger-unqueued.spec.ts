import type { AnomalyKind } from "../../src/domain/anomaly/kinds"
import { reportOf } from "../support/modules/anomaly"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

const UNBOOKED: AnomalyKind = "paid_without_order"

withModules("approved money that is not queued", {}, (modules) => {
  const payIns = new PayIns(modules)
  const requeue = (limit = 5) => modules.ledger.application.requeueUnqueued(limit)
  const requeueUndecided = () => modules.ledger.application.requeueUndecided(5)
  /** Nothing is due for it. */
  const resting = async (more: Record<string, unknown> = {}) => {
    const { id } = await payIns.approved()
    return payIns.overwrite(id, { apply_after: null, ...more })
  }
  const ask = async (transaction_id: string, kind: AnomalyKind) =>
    modules.ledger.anomalies.open({
      kind,
      subject: transaction_id,
      account: "co",
      transaction_id,
      facts: {},
    })
  const decide = async (id: string, action: "refund" | "ignore") =>
    modules.ledger.resolutions.write({ id }, { action, note: "", resolved_by: "user_1" }, null)

  it("is requeued when nothing is due for it and it has no anomaly", async () => {
    const { id } = await resting()
    await modules.advance(61)
    expect(await requeue()).toEqual([id])
    expect(await modules.ledger.application.claim(5)).toEqual([id])
    expect(await requeue()).toEqual([])
  })

  it("is given a minute before it counts as not queued", async () => {
    await resting()
    await modules.advance(30)
    expect(await requeue()).toEqual([])
  })

  it("is requeued once by two processes at the same moment", async () => {
    const rows = [await resting(), await resting(), await resting(), await resting()]
    await modules.advance(61)
    const update = { table: "payin_transaction", event: "update" } as const
    const both = await together(modules.pg, update, () => requeue(2))
    expect(both.flat().sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  it("is not requeued while it is settled, due, still open or leased", async () => {
    await resting({ settled_at: new Date() })
    await payIns.approved()
    await payIns.pending()
    await modules.advance(61)
    const held = await resting()
    await modules.advance(61)
    await modules.ledger.leases.acquire(held.id, "somebody")
    expect(await requeue()).toEqual([])
    await modules.advance(121)
    expect(await requeue()).toEqual([held.id])
  })

  it("is not requeued while an anomaly about it waits for an operator", async () => {
    const { id } = await resting()
    const { anomaly } = await ask(id, UNBOOKED)
    await modules.advance(61)
    expect(await requeue()).toEqual([])
    await decide(anomaly.id, "ignore")
    expect(await requeue()).toEqual([id])
  })

  it("is requeued although an anomaly of another kind is open", async () => {
    const { id } = await resting()
    await ask(id, "unknown_status")
    await modules.advance(61)
    expect(await requeue()).toEqual([id])
  })

  it.each([
    { action: "refund", kind: UNBOOKED },
    { action: "refund", kind: "unknown_status" },
    { action: "ignore", kind: UNBOOKED },
    { action: "ignore", kind: "status_changed_after_final" },
  ] as const)("stays excluded from settlement after $action of $kind", async ({ action, kind }) => {
    const { id } = await resting({ excluded_at: new Date() })
    const { anomaly } = await ask(id, kind)
    await decide(anomaly.id, action)
    await modules.advance(61)
    expect(await requeueUndecided()).toEqual([])
    expect(await requeue()).toEqual([])
  })

  it.each([
    { told: "before the service named it", moves: true, stays: true },
    { told: "since it is held, as a doubt", moves: false, stays: false },
  ])(
    "stays excluded, $stays, after a person ignored that it was paid without an amount, told $told",
    async ({ moves, stays }) => {
      const { id } = moves ? await payIns.pending() : await payIns.approved()
      const { anomaly } = await modules.ledger.anomalies.open(
        reportOf({ id }, "unknown_status", { facts: { reason: "amount_not_understood" } })
      )
      await decide(anomaly.id, "ignore")
      if (moves) await payIns.said(await payIns.find(id))
      await payIns.overwrite(id, { apply_after: null, excluded_at: new Date() })
      await modules.advance(61)
      expect(await requeueUndecided()).toEqual(stays ? [] : [id])
    }
  )

  it("is requeued when the decision that excluded it was never written", async () => {
    const { id } = await resting({ excluded_at: new Date() })
    const { anomaly } = await ask(id, "unknown_status")
    await decide(anomaly.id, "ignore")
    await modules.advance(61)
    expect(await requeueUndecided()).toEqual([id])
    expect(await payIns.find(id)).toMatchObject({ excluded_at: null })
  })

  it("stays excluded while an anomaly about it waits for an operator", async () => {
    const { id } = await resting({ excluded_at: new Date() })
    await ask(id, UNBOOKED)
    await modules.advance(61)
    expect(await requeueUndecided()).toEqual([])
  })
})
