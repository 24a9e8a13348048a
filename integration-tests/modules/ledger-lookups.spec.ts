import {
  ENDED_LOOKUPS_SECONDS,
  LOOKUP_ATTEMPTS_AT_LAPSE,
  LOOKUP_BACKOFF_SECONDS,
} from "../../src/domain/time/schedule"
import { databaseNow } from "../../src/tables/now"
import { expectDueIn } from "../support/modules/clock"
import { withModules, type Modules } from "../support/modules/modules"
import type { Transaction } from "../../src/modules/ledger/rows"
import { PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

const HOUR = 3600
const DAY = 24 * HOUR

const EXPIRED = { status: "expired", service_status: "EXPIRED" } as const
const REJECTED = { status: "rejected", service_status: "REJECTED" } as const
const ENDS: { end: string; made(payIns: PayIns, modules: Modules): Promise<Transaction> }[] = [
  { end: "expired", made: async (payIns) => payIns.said(await payIns.pending(), EXPIRED) },
  { end: "rejected", made: async (payIns) => payIns.said(await payIns.pending(), REJECTED) },
  {
    end: "refused",
    async made(payIns, { ledger }) {
      const { id } = await payIns.open()
      await ledger.transactions.refused(id, "Documento no válido.")
      return payIns.find(id)
    },
  },
]

withModules("the lookups of the ledger", {}, (modules) => {
  const payIns = new PayIns(modules)
  const lookups = () => modules.ledger.lookups
  const claim = async (limit = 50, account = "co") =>
    (await lookups().claim(account, limit)).map(({ id }) => id)
  /** Its lookup was due so many seconds ago. */
  const dueSince = (id: string, seconds: number) =>
    payIns.overwrite(id, { lookup_after: databaseNow(modules.pg, -seconds) })

  it("are claimed when they are due, the longest waiting first", async () => {
    const rows = [await payIns.pending(), await payIns.pending(), await payIns.pending()]
    expect(await claim()).toEqual([])
    await dueSince(rows[0].id, 100)
    await dueSince(rows[1].id, 300)
    await dueSince(rows[2].id, 200)
    expect(await claim(2)).toEqual(expect.arrayContaining([rows[1].id, rows[2].id]))
    expect(await claim()).toEqual([rows[0].id])
  })

  it("are claimed for their own account only", async () => {
    const { id } = await payIns.pending({ account: "pe" })
    await dueSince(id, 1)
    expect(await claim(5, "co")).toEqual([])
    expect(await claim(5, "pe")).toEqual([id])
  })

  it("are claimed once by two claimers at the same moment", async () => {
    const ids: string[] = []
    for (let made = 0; made < 6; made += 1) {
      const { id } = await payIns.pending()
      await dueSince(id, 10 - made)
      ids.push(id)
    }
    const update = { table: "payin_transaction", event: "update" } as const
    const [one, two] = await together(modules.pg, update, () => claim(3))
    expect(one).toHaveLength(3)
    expect([...one, ...two].sort()).toEqual(ids.sort())
  })

  it("are claimed once by eight claimers that go on until nothing is left", async () => {
    const ids: string[] = []
    for (let made = 0; made < 30; made += 1) {
      const { id } = await payIns.pending()
      await dueSince(id, 1)
      ids.push(id)
    }
    const claimer = async (): Promise<string[]> => {
      const got = await claim(2)
      return got.length === 0 ? [] : [...got, ...(await claimer())]
    }
    const all = await Promise.all(Array.from({ length: 8 }, claimer))
    expect(all.flat().sort()).toEqual(ids.sort())
  })

  it("come at growing intervals with every claim, and stay at the last interval", async () => {
    const { id } = await payIns.pending()
    const distances = [...LOOKUP_BACKOFF_SECONDS, LOOKUP_BACKOFF_SECONDS.at(-1) ?? 0]
    for (const [attempt, seconds] of distances.entries()) {
      await dueSince(id, 0)
      await expectDueIn(modules, seconds, async () => {
        const [row] = await lookups().claim("co", 1)
        expect(row.lookup_attempts).toBe(attempt + 1)
        return (await payIns.find(id)).lookup_after
      })
    }
  })

  it("come back by themselves when their claimer dies", async () => {
    const { id } = await payIns.pending()
    await payIns.overwrite(id, { lookup_attempts: 8 })
    await modules.advance(10)
    expect(await claim()).toEqual([id])
    await modules.advance(500)
    expect(await claim()).toEqual([])
    await modules.advance(101)
    expect(await claim()).toEqual([id])
  })

  it("go on for a link that was superseded or released", async () => {
    const row = await payIns.pending()
    await payIns.overwrite(row.id, { superseded_at: new Date(), released_at: new Date() })
    await dueSince(row.id, 1)
    expect(await claim()).toEqual([row.id])
  })

  it("end when the pay-in is approved", async () => {
    const { id } = await payIns.approved()
    await dueSince(id, 1)
    expect(await claim()).toEqual([])
  })

  it.each(ENDS)("go on eight times within thirty days after a pay-in is $end", async ({ made }) => {
    const { id, status_changed_at } = await made(payIns, modules)
    const asked: number[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      const { lookup_after } = await payIns.find(id)
      if (lookup_after === null) {
        break
      }
      const offset = Number(process.env.PAYIN_CLOCK_OFFSET_MS ?? 0)
      await modules.advance((lookup_after.getTime() - Date.now() - offset) / 1000 + 2)
      expect(await claim()).toEqual([id])
      await lookups().answered(id)
      asked.push(Math.round((lookup_after.getTime() - status_changed_at.getTime()) / 1000))
    }
    expect(asked).toEqual(ENDED_LOOKUPS_SECONDS)
    await modules.advance(365 * DAY)
    expect(await claim()).toEqual([])
  })

  it("go on for a superseded link that ended", async () => {
    const row = await payIns.said(await payIns.pending(), EXPIRED)
    await payIns.overwrite(row.id, { superseded_at: new Date(), released_at: new Date() })
    await dueSince(row.id, 1)
    expect(await claim()).toEqual([row.id])
  })

  it("are claimed for the last time thirty days after the lapse", async () => {
    const { id } = await payIns.pending()
    await modules.advance(3 * HOUR)
    await lookups().lapse(5)
    await modules.advance(29 * DAY)
    expect(await claim()).toEqual([id])
    expect((await payIns.find(id)).lookup_after).not.toBeNull()
    await lookups().answered(id)
    expect((await payIns.find(id)).lookup_after).not.toBeNull()
    await modules.advance(DAY + HOUR)
    expect(await claim()).toEqual([id])
    await lookups().answered(id)
    expect((await payIns.find(id)).lookup_after).toBeNull()
    await modules.advance(365 * DAY)
    expect(await claim()).toEqual([])
    expect(await lookups().requeueUnqueued(5)).toBe(0)
  })

  it("are due after the pause and spend no attempt when they are put back", async () => {
    const rows = [await payIns.pending(), await payIns.pending()]
    const ids = rows.map(({ id }) => id)
    await modules.advance(10)
    await claim()
    await expectDueIn(modules, 40, async () => {
      await lookups().putBack(ids[0], 40)
      return (await payIns.find(ids[0])).lookup_after
    })
    await lookups().putBack(ids[0], 40)
    expect(await payIns.find(ids[0])).toMatchObject({ lookup_attempts: 0 })
  })

  it("are not put back for a pay-in that became final meanwhile", async () => {
    const row = await payIns.pending()
    await payIns.said(row)
    await lookups().putBack(row.id, 40)
    expect(await payIns.find(row.id)).toMatchObject({ lookup_after: null })
  })

  it("are due again for an open pay-in that lost its due time, and for no other", async () => {
    const rows = [await payIns.pending(), await payIns.open(), await payIns.approved()]
    for (const { id } of rows) {
      await payIns.overwrite(id, { lookup_after: null })
    }
    expect(await lookups().requeueUnqueued(5)).toBe(2)
    expect((await claim()).sort()).toEqual([rows[0].id, rows[1].id].sort())
  })

  it("tell what waits in accounts that are not configured", async () => {
    await payIns.pending()
    await payIns.pending({ account: "gone" })
    await payIns.pending({ account: "gone" })
    await payIns.said(await payIns.pending({ account: "late" }), EXPIRED)
    expect(await lookups().unconfigured(["co", "pe"])).toEqual([
      { account: "gone", count: 2, currency: "COP", amount: "120000" },
      { account: "late", count: 0, currency: null, amount: null },
    ])
    expect(await lookups().unconfigured(["co", "gone", "late"])).toEqual([])
  })

  it("tell no more of an account that is not configured once its watch would be over, unless an order waits", async () => {
    const { id } = await payIns.pending({ account: "gone" })
    await dueSince(id, 31 * DAY)
    expect(await lookups().unconfigured(["co"])).toEqual([])
    await payIns.overwrite(id, { end_after: databaseNow(modules.pg, -1) })
    expect(await lookups().unconfigured(["co"])).toMatchObject([{ account: "gone", count: 1 }])
  })

  it("are repeated each hour after the watch until one is answered, also when a claimer dies", async () => {
    const { id } = await payIns.said(await payIns.pending(), EXPIRED)
    // It lapsed long before its end.
    await payIns.overwrite(id, { lapsed_at: databaseNow(modules.pg, -10 * DAY) })
    await modules.advance(30 * DAY + HOUR)
    await expectDueIn(modules, HOUR, async () => {
      expect(await claim()).toEqual([id])
      return (await payIns.find(id)).lookup_after
    })
    await modules.advance(HOUR + 1)
    expect(await claim()).toEqual([id])
    await lookups().answered(id)
    expect((await payIns.find(id)).lookup_after).toBeNull()
  })

  it("are given up when nothing answers for two days after the watch", async () => {
    const { id } = await payIns.said(await payIns.pending(), EXPIRED)
    await modules.advance(32 * DAY + 1)
    expect(await claim()).toEqual([id])
    expect((await payIns.find(id)).lookup_after).toBeNull()
  })

  it("tell how many are due and watched in the configured accounts, and how long the first has waited", async () => {
    const rows = [await payIns.pending(), await payIns.pending(), await payIns.approved()]
    await dueSince(rows[0].id, 1000)
    await dueSince((await payIns.pending({ account: "gone" })).id, 5000)
    const { due, watched, lag_seconds } = await lookups().progress(["co"])
    expect({ due, watched }).toEqual({ due: 1, watched: 2 })
    expect(lag_seconds).toBeGreaterThanOrEqual(1000)
    expect(lag_seconds).toBeLessThan(1030)
  })
})

withModules("the lapse of a link", {}, (modules) => {
  const payIns = new PayIns(modules)
  const lapse = (limit = 5) => modules.ledger.lookups.lapse(limit)

  it("comes after the link's life and grace, is published and makes a lookup due at once", async () => {
    const { id, session_id } = await payIns.pending()
    await modules.advance(119 * 60)
    expect(await lapse()).toBe(0)
    await modules.advance(61)
    modules.bus.told.length = 0
    expect(await lapse()).toBe(1)
    const row = await payIns.find(id)
    expect(row).toMatchObject({
      status: "pending",
      lookup_attempts: LOOKUP_ATTEMPTS_AT_LAPSE,
      lookup_after: row.lapsed_at,
      end_after: row.lapsed_at,
    })
    expect(modules.bus.told).toEqual([
      {
        name: "payin.payment_expired",
        data: { id, status: "pending", order_id: null, session_id },
      },
    ])
  })

  it("comes once, also when two processes look at the same moment", async () => {
    for (let made = 0; made < 4; made += 1) {
      await payIns.pending()
    }
    await modules.advance(3 * HOUR)
    const update = { table: "payin_transaction", event: "update" } as const
    expect(await together(modules.pg, update, () => lapse(2))).toEqual([2, 2])
    expect(await lapse()).toBe(0)
    expect(modules.bus.of("payin.payment_expired")).toHaveLength(4)
  })

  it("comes for an open pay-in only", async () => {
    await payIns.approved()
    const creating = await payIns.open()
    await modules.advance(3 * HOUR)
    expect(await lapse()).toBe(1)
    expect((await payIns.find(creating.id)).lapsed_at).not.toBeNull()
  })

  it("is published once although the service reports later that the link expired", async () => {
    const row = await payIns.pending()
    await modules.advance(3 * HOUR)
    await lapse()
    await payIns.said(row, { status: "expired", service_status: "EXPIRED" })
    expect(modules.bus.of("payin.payment_expired")).toHaveLength(1)
  })
})
