import { readCursor, type Page, type PageRequest } from "../../src/domain/row/page"
import type { NewEvent } from "../../src/modules/inbox/events"
import type { EventFilter, ListedEvent } from "../../src/modules/inbox/lists"
import { closeGate } from "../support/gate"
import { there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { noticeTo } from "../support/modules/notices"
import { plansOf } from "../support/plan"

const DAY = 86_400
const BATCH = 1000

withModules("a kept notification", {}, (modules) => {
  const events = () => modules.inbox.events
  const lists = () => modules.inbox.lists
  const stored = async (change: Partial<NewEvent> = {}) =>
    there((await events().store(noticeTo(change))).id)

  /** So many processed notifications, a second apart, the youngest of them some days old. */
  async function many(count: number, days = 0): Promise<void> {
    await modules.pg.raw(
      `insert into payin_event (id, source, type, reference, account, body_hash, payload, signature,
         status, created_at)
       select 'payevt_' || n, 'ipn', 'APPROVED', 'pin_' || n, 'co', n::text, '{}', 'valid', 'processed',
         now() - ? * interval '1 day' - n * interval '1 second'
       from generate_series(1, ?::int) n`,
      [days, count]
    )
  }

  async function old(days: number, status: string): Promise<string> {
    const id = await stored({ reference: `pin_${status}_${days}` })
    const created_at = modules.pg.raw("now() - ? * interval '1 day'", [days])
    await modules.pg("payin_event").where({ id }).update({ status, created_at })
    return id
  }

  describe("the retention", () => {
    it("deletes notifications that are older than the limit and not waiting to be processed", async () => {
      const made: Record<string, string> = {}
      for (const status of ["received", "processed", "ignored", "dead"]) {
        made[status] = await old(181, status)
      }
      const young = await old(179, "processed")
      expect(await events().prune(180)).toBe(3)
      expect((await modules.pg("payin_event").pluck("id")).sort()).toEqual(
        [made.received, young].sort()
      )
    })

    it("deletes in batches of a thousand rows", async () => {
      await many(2 * BATCH + 1, 181)
      let statements = 0
      const count = ({ sql }: { sql: string }) => {
        statements += sql.trimStart().startsWith("delete") ? 1 : 0
      }
      modules.pg.on("query", count)
      expect(await events().prune(180)).toBe(2 * BATCH + 1)
      modules.pg.removeListener("query", count)
      expect(statements).toBe(3)
    })

    it("does not wait for another worker that deletes the same rows", async () => {
      await many(3, 181)
      const when = "old.id = 'payevt_2'"
      const gate = await closeGate(modules.pg, { table: "payin_event", event: "delete", when })
      const slow = events().prune(180)
      await gate.arrived()
      expect(await events().prune(180)).toBe(0)
      await gate.open()
      expect(await slow).toBe(3)
    })

    it("lets the same body be stored again afterwards", async () => {
      await events().processed(await stored())
      await modules.advance(181 * DAY)
      await events().prune(180)
      expect(await events().store(noticeTo())).toMatchObject({ fresh: true })
    })
  })

  it("loses its personal data and keeps its payment data when its customer is forgotten", async () => {
    const card = { brand: "VISA", last_four: "1111" }
    const [one, other] = [
      await stored({ payload: { top_status: "APPROVED", top_card: card } }),
      await stored({ reference: "pin_2", payload: { top_card: card } }),
    ]
    await modules.pg.transaction((trx) => modules.inbox.forgetting.erase(trx, ["pin_1"]))
    expect(await lists().event(one)).toMatchObject({
      payload: { top_status: "APPROVED", top_card: { brand: "VISA", last_four: null } },
    })
    expect(await lists().event(other)).toMatchObject({ payload: { top_card: card } })
  })

  describe("the list", () => {
    const first: PageRequest = { limit: 20, offset: 0, after: null }
    const list = (filter: Partial<EventFilter> = {}, request: Partial<PageRequest> = {}) =>
      lists().events({ created: {}, ...filter }, { ...first, ...request })
    const next = (page: Page<ListedEvent>) =>
      list({}, { after: readCursor(page.next_cursor ?? "") })

    it("shows each notification once, page by page, the newest first", async () => {
      await many(45)
      const seen: string[] = []
      let page = await list()
      seen.push(...page.rows.map(({ id }) => id))
      while (page.next_cursor !== null) {
        page = await next(page)
        seen.push(...page.rows.map(({ id }) => id))
      }
      expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => `payevt_${n + 1}`))
      expect(page).toMatchObject({ count: 45, offset: 40 })
    })

    it("reads a page 4000 rows back by index from the last row of the page before", async () => {
      await many(5000)
      await modules.pg.raw("analyze payin_event")
      const far = await list({}, { offset: 4000 })
      const plans = await plansOf(modules.pg, /from payin_event/, () => next(far))
      const page = there(plans.find((plan) => plan.includes("Limit")))
      expect(page).toContain("Index Cond: (ROW(created_at, id) < ROW(")
      expect(page).not.toContain("Sort")
    })

    it.each<[string, Partial<EventFilter>]>([
      ["a status", { status: ["dead"] }],
      ["a type in any case", { type: "rejected" }],
      ["a reference", { reference: "pin_7" }],
      ["an account", { account: "pe" }],
      ["a span of time", { created: { before: new Date(Date.now() - 3_600_000) } }],
    ])("filters by %s", async (_what, filter) => {
      await stored()
      const id = await stored({ reference: "pin_7", account: "pe", type: "REJECTED" })
      const ago = modules.pg.raw("now() - interval '2 hours'")
      await modules.pg("payin_event").where({ id }).update({ status: "dead", created_at: ago })
      expect(await list(filter)).toMatchObject({ count: 1, rows: [{ id }] })
    })

    it("shows neither the body's hash nor the lease", async () => {
      const event = there(await lists().event(await stored()))
      expect(Object.keys(event)).not.toContain("body_hash")
      expect(Object.keys(event)).not.toContain("leased_until")
      expect(await lists().event("payevt_unknown")).toBeNull()
    })

    it("counts received and dead notifications and knows their references", async () => {
      await stored()
      const dead = await stored({ reference: "pin_2" })
      await modules.pg("payin_event").where({ id: dead }).update({ status: "dead" })
      await events().processed(await stored({ reference: "pin_3" }))
      expect(await lists().depths()).toEqual({ received: 1, dead: 1 })
      expect(await lists().isReference("pin_2")).toBe(true)
      expect(await lists().isReference("pin_4")).toBe(false)
    })
  })
})
