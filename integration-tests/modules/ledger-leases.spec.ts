import { LeaseLostError, type Lease } from "../../src/modules/ledger/lease"
import { expectDueIn } from "../support/modules/clock"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

withModules("the lease on a pay-in", {}, (modules) => {
  const payIns = new PayIns(modules)
  const leases = () => modules.ledger.leases

  async function taken(id: string, owner = "one"): Promise<Lease> {
    const lease = await leases().acquire(id, owner)
    if (lease === null) {
      throw new Error(`${owner} does not get the lease`)
    }
    return lease
  }

  /** A holder that slept until another one took over. */
  async function overtaken() {
    const { id } = await payIns.approved()
    const old = await taken(id)
    await modules.advance(121)
    return { id, old, lease: await taken(id, "two") }
  }

  it("has one holder when eight workers ask at the same moment", async () => {
    const { id } = await payIns.approved()
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => leases().acquire(id, `owner ${nth}`))
    )
    const [lease, ...more] = asked.filter((one) => one !== null)
    expect(more).toEqual([])
    expect(await payIns.find(id)).toMatchObject({ leased_by: lease.owner, fence: lease.fence })
  })

  it("has one holder when a second worker asks while the first acquires it", async () => {
    const { id } = await payIns.approved()
    const update = { table: "payin_transaction", event: "update" } as const
    const both = await together(modules.pg, update, (nth) => leases().acquire(id, String(nth)))
    expect(both.filter((one) => one !== null)).toHaveLength(1)
  })

  it("lasts two minutes, in which no other worker gets it", async () => {
    const { id } = await payIns.approved()
    await expectDueIn(modules, 120, async () => (await taken(id)).transaction.leased_until)
    await modules.advance(90)
    expect(await leases().acquire(id, "two")).toBeNull()
    expect(await leases().acquire(id, "one")).toBeNull()
  })

  it("goes to another one after its time, under a higher fence", async () => {
    const { old, lease } = await overtaken()
    expect(lease).toMatchObject({ owner: "two", fence: old.fence + 1 })
  })

  it("can be acquired again once it is released, with a higher fence", async () => {
    const { id } = await payIns.approved()
    const lease = await taken(id)
    await leases().release(lease)
    expect(await payIns.find(id)).toMatchObject({ leased_by: null, leased_until: null })
    expect(await taken(id, "two")).toMatchObject({ fence: lease.fence + 1 })
  })

  it("cannot be acquired for an unknown pay-in", async () => {
    expect(await leases().acquire("payin_unknown", "one")).toBeNull()
  })

  it("lets its holder write", async () => {
    const { id } = await payIns.approved()
    const lease = await taken(id)
    const write = { order_id: "order_1", settled_at: "now", apply_error: null } as const
    expect(await leases().write(lease, write)).toBe(true)
    const row = await payIns.find(id)
    expect(row).toMatchObject({ order_id: "order_1", settled_at: row.updated_at })
  })

  it("refuses the writes of a holder after another worker acquired it", async () => {
    const { id, old } = await overtaken()
    const before = await payIns.find(id)
    await expect(leases().write(old, { settled_at: "now" })).rejects.toThrow(LeaseLostError)
    const once = leases().write(old, { captured_event_at: "now" }, "captured_event_at")
    await expect(once).rejects.toThrow(LeaseLostError)
    expect(await payIns.find(id)).toEqual(before)
  })

  it("stays with its new holder when the old holder releases it", async () => {
    const { id, old } = await overtaken()
    await leases().release(old)
    expect(await payIns.find(id)).toMatchObject({ leased_by: "two" })
    expect(await leases().acquire(id, "three")).toBeNull()
  })

  it("sets a mark once and answers false to a second write", async () => {
    const { id } = await payIns.approved()
    const lease = await taken(id)
    const mark = () =>
      leases().write(lease, { captured_event_at: "now", order_id: "order_1" }, "captured_event_at")
    expect(await mark()).toBe(true)
    const marked = await payIns.find(id)
    expect(await mark()).toBe(false)
    expect(await payIns.find(id)).toEqual(marked)
  })
})

withModules("the order lock of a payment collection", {}, (modules) => {
  const take = (owner: string, collection = "paycol_1") =>
    modules.ledger.orderLocks.acquire(collection, owner)

  it("has one holder when eight workers ask at the same moment", async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, (_, nth) => take(`owner ${nth}`)))
    expect(asked.filter((got) => got)).toHaveLength(1)
  })

  it("is each collection's own", async () => {
    expect(await take("one")).toBe(true)
    expect(await take("two", "paycol_2")).toBe(true)
  })

  it("is released by its holder and by no other worker", async () => {
    await take("one")
    await modules.ledger.orderLocks.release("paycol_1", "two")
    expect(await take("two")).toBe(false)
    await modules.ledger.orderLocks.release("paycol_1", "one")
    expect(await take("two")).toBe(true)
  })

  it("can be acquired again after a minute and a half when its holder died", async () => {
    await take("one")
    await modules.advance(60)
    expect(await take("two")).toBe(false)
    expect(await take("one")).toBe(false)
    await modules.advance(31)
    const asked = await Promise.all([take("two"), take("three")])
    expect(asked.filter((got) => got)).toHaveLength(1)
    expect(await take("one")).toBe(false)
  })

  it("is not released by a former holder whose time was over", async () => {
    await take("one")
    await modules.advance(91)
    await take("two")
    await modules.ledger.orderLocks.release("paycol_1", "one")
    expect(await take("three")).toBe(false)
  })
})
