import { APPLY_BACKOFF_SECONDS } from "../../src/domain/time/schedule"
import { databaseNow } from "../../src/tables/now"
import { expectDueIn } from "../support/modules/clock"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

const UPDATE = { table: "payin_transaction", event: "update" } as const

withModules("money that is to be applied to Medusa", {}, (modules) => {
  const payIns = new PayIns(modules)
  const application = () => modules.ledger.application
  const claim = (limit = 50) => application().claim(limit)
  const dueSince = (id: string, seconds: number) =>
    payIns.overwrite(id, { apply_after: databaseNow(modules.pg, -seconds) })

  it("is claimed as soon as it is approved, the longest waiting first", async () => {
    const rows = [await payIns.approved(), await payIns.approved(), await payIns.approved()]
    await payIns.pending()
    await dueSince(rows[1].id, 300)
    await dueSince(rows[2].id, 200)
    expect((await claim(2)).sort()).toEqual([rows[1].id, rows[2].id].sort())
    expect(await claim()).toEqual([rows[0].id])
  })

  it("is claimed once by two claimers at the same moment", async () => {
    const ids: string[] = []
    for (let made = 0; made < 4; made += 1) {
      ids.push((await payIns.approved()).id)
    }
    const [one, two] = await together(modules.pg, UPDATE, () => claim(2))
    expect(one).toHaveLength(2)
    expect([...one, ...two].sort()).toEqual(ids.sort())
  })

  it("comes back a minute later when its claimer dies", async () => {
    const { id } = await payIns.approved()
    await expectDueIn(modules, 60, async () => {
      await claim()
      return (await payIns.find(id)).apply_after
    })
    expect(await claim()).toEqual([])
    await modules.advance(61)
    expect(await claim()).toEqual([id])
    expect(await payIns.find(id)).toMatchObject({ apply_attempts: 2 })
  })

  it("is not claimed once it is settled, nor while it is parked", async () => {
    const rows = [await payIns.approved(), await payIns.approved()]
    await payIns.overwrite(rows[0].id, { settled_at: new Date() })
    await application().park(rows[1])
    await modules.advance(3600)
    expect(await claim()).toEqual([])
  })

  it("is tried again after growing waits and keeps its last error", async () => {
    const row = await payIns.approved()
    for (const [apply_attempts, seconds] of APPLY_BACKOFF_SECONDS.entries()) {
      await expectDueIn(modules, seconds, async () => {
        await application().postpone({ ...row, apply_attempts }, "the cart is locked")
        return (await payIns.find(row.id)).apply_after
      })
    }
    expect(await payIns.find(row.id)).toMatchObject({ apply_error: "the cart is locked" })
  })

  it("is not postponed or parked by a worker that lost its lease, nor once it is settled", async () => {
    const row = await payIns.approved()
    await modules.ledger.leases.acquire(row.id, "another")
    const leased = await payIns.find(row.id)
    await application().postpone(row, "too late")
    await application().park(row)
    expect(await payIns.find(row.id)).toEqual(leased)
    const settled = await payIns.overwrite(row.id, { settled_at: new Date() })
    await application().postpone(settled, "too late")
    await application().park(settled)
    expect(await payIns.find(row.id)).toEqual(settled)
  })

  it("is not parked when somebody asked for another try since its worker took it", async () => {
    const { id } = await payIns.approved()
    await claim()
    const lease = await modules.ledger.leases.acquire(id, "worker")
    await application().retrySoon(id)
    await application().park(lease!.transaction)
    await modules.advance(3)
    expect(await claim()).toEqual([id])
    // Nobody asked since: it is parked.
    await application().park({ ...(await payIns.find(id)), fence: lease!.fence })
    await modules.advance(3600)
    expect(await claim()).toEqual([])
  })

  it("is tried again after two seconds when another worker holds it", async () => {
    const row = await payIns.approved()
    await application().park(row)
    await expectDueIn(modules, 2, async () => {
      await application().retrySoon(row.id)
      return (await payIns.find(row.id)).apply_after
    })
  })

  it("is not requeued soon when it is settled or was never approved", async () => {
    const settled = await payIns.approved()
    await payIns.overwrite(settled.id, { settled_at: new Date(), apply_after: null })
    const pending = await payIns.pending()
    for (const { id } of [settled, pending]) {
      await application().retrySoon(id)
      expect(await payIns.find(id)).toMatchObject({ apply_after: null })
    }
  })

  it("is claimed at once when its settlement is no longer valid", async () => {
    const { id } = await payIns.approved()
    const settled = { settled_at: new Date(), order_checked_at: new Date(), apply_after: null }
    await payIns.overwrite(id, settled)
    await application().unsettle(id)
    // Its order is checked again, too.
    const row: unknown = await modules.pg("payin_transaction").where({ id }).first()
    expect(row).toMatchObject({ settled_at: null, order_checked_at: null })
    expect(await claim()).toEqual([id])
  })

  it("stays parked when its settlement is called invalid and it was never settled", async () => {
    const row = await payIns.approved()
    await application().park(row)
    await application().unsettle(row.id)
    expect(await payIns.find(row.id)).toMatchObject({ apply_after: null })
  })
})

withModules("the announcement of an order", {}, (modules) => {
  const payIns = new PayIns(modules)
  const application = () => modules.ledger.application
  const order = (id: string) => ({ id, customer_id: null })
  /** Settled ten minutes ago, on an order that nobody heard of. */
  const settled = async (wanted: Parameters<PayIns["approved"]>[0] = {}) => {
    const { id } = await payIns.approved({ order_id: "order_1", ...wanted })
    return payIns.overwrite(id, {
      settled_at: databaseNow(modules.pg, -600),
      apply_after: null,
    })
  }

  it("is claimed once for settled money whose announcement was lost", async () => {
    const { id } = await settled()
    expect(await application().claimUnplaced(5)).toEqual([{ id, order_id: "order_1" }])
    expect(await application().claimUnplaced(5)).toEqual([])
    expect((await payIns.find(id)).placed_event_at).not.toBeNull()
  })

  it("is claimed once for each payment when two processes claim at the same moment", async () => {
    const rows = [await settled(), await settled()]
    const both = await together(modules.pg, UPDATE, () => application().claimUnplaced(1))
    expect(
      both
        .flat()
        .map(({ id }) => id)
        .sort()
    ).toEqual(rows.map(({ id }) => id).sort())
  })

  it("is claimed only five minutes after the settlement", async () => {
    const { id } = await settled()
    await payIns.overwrite(id, { settled_at: databaseNow(modules.pg) })
    await modules.advance(270)
    expect(await application().claimUnplaced(5)).toEqual([])
    await modules.advance(31)
    expect(await application().claimUnplaced(5)).toHaveLength(1)
  })

  it("is not claimed again once any payment of the collection recorded it", async () => {
    const collection = { payment_collection_id: "paycol_1" }
    await settled(collection)
    const heard = await settled({ payment_collection_id: "paycol_2" })
    const seen = await application().placedSeen(order("order_heard"), ["paycol_2"])
    expect(seen).toMatchObject([{ id: heard.id, order_id: "order_1" }])
    await settled({ payment_collection_id: "paycol_2" })
    const claimed = await application().claimUnplaced(5)
    expect(claimed).toHaveLength(1)
    await settled(collection)
    expect(await application().claimUnplaced(5)).toEqual([])
  })

  it("stores the order of money without one, and a later announcement changes nothing", async () => {
    await payIns.pending({ payment_collection_id: "paycol_1" })
    const [first] = await application().placedSeen(order("order_1"), ["paycol_1"])
    const [again] = await application().placedSeen(order("order_2"), ["paycol_1"])
    expect(first.order_id).toBe("order_1")
    expect(again).toEqual(first)
  })

  it("belongs to the customer of its order, who may have signed in after the payment began", async () => {
    await payIns.pending({ payment_collection_id: "paycol_1" })
    const placed = { id: "order_1", customer_id: "cus_of_order" }
    const [seen] = await application().placedSeen(placed, ["paycol_1"])
    expect(seen.customer_id).toBe("cus_of_order")
    const [again] = await application().placedSeen(order("order_1"), ["paycol_1"])
    expect(again.customer_id).toBe("cus_of_order")
  })

  it("is not claimed for money without an order or without a cart", async () => {
    await settled({ order_id: null })
    await settled({ cart_id: null })
    expect(await application().claimUnplaced(5)).toEqual([])
  })

  it("is claimed once for two settled payments of one collection", async () => {
    const first = await settled({ payment_collection_id: "paycol_1" })
    await settled({ payment_collection_id: "paycol_1" })
    const both = await together(modules.pg, UPDATE, () => application().claimUnplaced(1))
    expect(both.flat()).toEqual([{ id: first.id, order_id: "order_1" }])
    expect(await application().claimUnplaced(5)).toEqual([])
  })
})
