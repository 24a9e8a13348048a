import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MAX_COUNT, readCursor, type Page, type PageRequest } from "../../src/domain/row/page"
import { Lists as InboxLists } from "../../src/modules/inbox/lists"
import { Lists as LedgerLists } from "../../src/modules/ledger/lists"
import { Lists as PayoutLists } from "../../src/modules/payouts/lists"
import { SubscriptionLists } from "../../src/modules/subscriptions/subscription-lists"
import { openDatabase } from "../support/modules/database"
import { rowsRead } from "../support/modules/reads"
import { serverOfTests } from "../support/store-database"

/** More than a count counts to. */
const ROWS = 12_000
const LIMIT = 20
const FIRST: PageRequest = { limit: LIMIT, offset: 0, after: null }

type Ask = (pg: Knex, page: PageRequest) => Promise<Page<unknown>>

const pay_ins =
  (filter = {}): Ask =>
  (pg, page) =>
    new LedgerLists(pg).transactions({ created: {}, ...filter }, page)
const payouts =
  (filter = {}): Ask =>
  (pg, page) =>
    new PayoutLists(pg).payouts({ created: {}, ...filter }, page)
const subscriptions =
  (filter = {}): Ask =>
  (pg, page) =>
    new SubscriptionLists(pg).page({ created: {}, ...filter }, page)

const LISTS: [name: string, table: string, ask: Ask][] = [
  ["pay-ins", "payin_transaction", pay_ins()],
  ["notifications", "payin_event", (pg, page) => new InboxLists(pg).events({ created: {} }, page)],
  ["payouts", "payin_payout", payouts()],
  [
    "audit entries",
    "payin_payout_audit",
    (pg, page) => new PayoutLists(pg).audit({ created: {} }, page),
  ],
  ["subscriptions", "payin_subscription", subscriptions()],
]

const FILTERED: [name: string, table: string, ask: Ask][] = [
  ["rejected pay-ins", "payin_transaction", pay_ins({ status: ["rejected"] })],
  ["rejected payouts", "payin_payout", payouts({ status: ["rejected"] })],
  ["past-due subscriptions", "payin_subscription", subscriptions({ status: ["past_due"] })],
]

const seed = () => import("../bench/rows.mjs")

const SEARCHES: [
  name: string,
  list: (filter: { q: string }) => Ask,
  ids: string,
  number: number,
][] = [
  ["pay-ins by a session", pay_ins, "payses_bench", 500],
  ["payouts by a ticket", payouts, "ticket-out-", 560],
  ["subscriptions by a renewal's order", subscriptions, "order_renewed", 500],
]

describe(`among ${ROWS} rows`, () => {
  let pg: Knex
  let url = ""
  let drop = async () => {}

  beforeAll(async () => {
    const database = await openDatabase()
    ;({ pg, drop } = database)
    const { rows }: { rows: [{ name: string }] } = await pg.raw("select current_database() as name")
    url = serverOfTests().url(rows[0].name)
    await (await seed()).fillTables(url, ROWS)
  })
  afterAll(() => drop())

  const read = (ask: Ask, page: PageRequest) => rowsRead({ pg, url }, () => ask(pg, page))

  it.each(LISTS)(
    "the first page of %s reads its rows and one more, and its count stops after 10,000",
    async (_name, table, ask) => {
      expect(await read(ask, { ...FIRST, uncounted: true })).toEqual({ [table]: LIMIT + 1 })
      expect(await read(ask, FIRST)).toEqual({ [table]: LIMIT + 1 + MAX_COUNT + 1 })
    }
  )

  it.each([...LISTS, ...FILTERED])(
    "a page of %s half way down reads its rows and one more",
    async (_name, table, ask) => {
      expect(await read(ask, await halfWayDown(ask))).toEqual({ [table]: LIMIT + 1 })
    }
  )

  it.each(SEARCHES)("a search for %s reads ten rows at most", async (_name, list, ids, number) => {
    const ask = list({ q: `${ids}${(await seed()).idEnd(number)}` })
    const found = await ask(pg, FIRST)
    expect(found.rows).toHaveLength(1)
    const asked = Object.values(await read(ask, FIRST)).reduce((sum, count) => sum + count, 0)
    expect(asked).toBeLessThanOrEqual(10)
  })

  /** The page after the row in the middle, by the cursor of whoever paged there. */
  async function halfWayDown(ask: Ask): Promise<PageRequest> {
    const { next_cursor } = await ask(pg, FIRST)
    const first = readCursor(next_cursor ?? "")
    const { idEnd } = await seed()
    const middle: { rows: [{ at: string }] } = await pg.raw(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
       from payin_transaction where id = ?`,
      [`payin_bench${idEnd(ROWS / 2)}`]
    )
    return {
      ...FIRST,
      after: first && { ...first, created_at: middle.rows[0].at, passed: ROWS / 2 },
    }
  }
})
