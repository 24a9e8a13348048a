import { END_BACKOFF_SECONDS } from "../../src/domain/time/schedule"
import type { Lease } from "../../src/modules/ledger/lease"
import { databaseNow } from "../../src/tables/now"
import { expectDueIn } from "../support/modules/clock"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

withModules("the end of a link that came to nothing", {}, (modules) => {
  const payIns = new PayIns(modules)
  const endings = () => modules.ledger.endings

  /** The service said that it was rejected; Medusa was not told yet. */
  async function rejected() {
    const row = await payIns.pending()
    return payIns.said(row, { status: "rejected", service_status: "REJECTED" })
  }

  async function leased(id: string): Promise<Lease> {
    const lease = await modules.ledger.leases.acquire(id, "one")
    if (lease === null) {
      throw new Error("somebody else holds the pay-in")
    }
    return lease
  }

  it("is claimed once it is due, the longest waiting first", async () => {
    const rows = [await rejected(), await rejected(), await rejected()]
    await payIns.pending()
    for (const [nth, seconds] of [100, 300, 200].entries()) {
      const end_after = databaseNow(modules.pg, -seconds)
      await payIns.overwrite(rows[nth].id, { end_after })
    }
    const claimed = await endings().claim({ limit: 2 })
    expect(claimed.sort()).toEqual([rows[1].id, rows[2].id].sort())
    expect(await endings().claim({ limit: 2 })).toEqual([rows[0].id])
  })

  it("is claimed by its id without the others, and not again before it is due", async () => {
    const [one, other] = [await rejected(), await rejected()]
    expect(await endings().claim({ id: one.id })).toEqual([one.id])
    expect(await endings().claim({ id: one.id })).toEqual([])
    expect(await endings().claim({ limit: 5 })).toEqual([other.id])
  })

  it("is claimed once by two claimers at the same moment", async () => {
    const rows = [await rejected(), await rejected(), await rejected(), await rejected()]
    const update = { table: "payin_transaction", event: "update" } as const
    const both = await together(modules.pg, update, () => endings().claim({ limit: 2 }))
    expect(both.flat().sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  it("comes back after two minutes when its claimer dies", async () => {
    const { id } = await rejected()
    await expectDueIn(modules, 120, async () => {
      await endings().claim({ id })
      return (await payIns.find(id)).end_after
    })
    await modules.advance(121)
    expect(await endings().claim({ limit: 5 })).toEqual([id])
    expect(await payIns.find(id)).toMatchObject({ end_attempts: 2 })
  })

  it("is tried again after growing waits", async () => {
    const { id } = await rejected()
    for (const [nth, seconds] of END_BACKOFF_SECONDS.entries()) {
      await payIns.overwrite(id, { end_attempts: nth + 1 })
      const lease = await leased(id)
      await expectDueIn(modules, seconds, async () => {
        await endings().postpone(lease)
        return (await payIns.find(id)).end_after
      })
      await modules.ledger.leases.release(lease)
    }
  })

  it("is tried again after two seconds when another worker holds the pay-in", async () => {
    const { id } = await rejected()
    await endings().claim({ id })
    await expectDueIn(modules, 2, async () => {
      await endings().retrySoon(id)
      return (await payIns.find(id)).end_after
    })
  })

  it("is over once it was applied to Medusa", async () => {
    const { id } = await rejected()
    await endings().ended(await leased(id), "rejected")
    const row = await payIns.find(id)
    expect(row).toMatchObject({ end_after: null, ended_at: row.updated_at })
    await endings().retrySoon(id)
    expect(await payIns.find(id)).toMatchObject({ end_after: null })
  })

  it("is applied again when the pay-in moved while its lapse was applied", async () => {
    const row = await payIns.pending()
    await modules.advance(3 * 3600)
    await modules.ledger.lookups.lapse(5)
    const lease = await leased(row.id)
    await payIns.said(row, { status: "rejected", service_status: "REJECTED" })
    await endings().ended(lease, "pending")
    expect(await payIns.find(row.id)).toMatchObject({ ended_at: null })
    expect(await endings().claim({ limit: 5 })).toEqual([row.id])
  })

  it("is neither postponed nor finished by a worker that lost its lease", async () => {
    const { id } = await rejected()
    const old = await leased(id)
    await modules.advance(121)
    await leased(id)
    const before = await payIns.find(id)
    await endings().postpone(old)
    await endings().ended(old, "rejected")
    expect(await payIns.find(id)).toEqual(before)
  })
})
