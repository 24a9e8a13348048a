import { readCursor, type PageRequest } from "../../src/domain/row/page"
import type { SubscriptionFilter } from "../../src/modules/subscriptions/subscription-lists"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { plansOf } from "../support/plan"
import { openPeriod, plainSubscription, untilNoon } from "../support/modules/subscriptions"

const MANY = 5000
const FIRST: PageRequest = { limit: 20, offset: 0, after: null }

withModules("the list of subscriptions", {}, (modules) => {
  const till = new CardTill(modules)
  const list = (filter: Partial<SubscriptionFilter> = {}, request: Partial<PageRequest> = {}) =>
    modules.subscriptions.lists.page({ created: {}, ...filter }, { ...FIRST, ...request })

  async function two() {
    const { id: card_id, subscription_id } = await till.kept()
    const { subscription, cycle } = await openPeriod(modules, {
      ...{ card_id, subscription_id: there(subscription_id) },
      ...{ order_id: "order_1", customer_id: "cus_1" },
    })
    await modules.subscriptions.cycles.write(cycle, { order_id: "order_renewed" })
    await plainSubscription(modules, { order_id: "order_2", customer_id: "cus_2" })
    return { subscription, subscription_id: there(subscription_id) }
  }

  it("finds one by its id, any of its orders, its customer and the service's id of its card", async () => {
    await untilNoon(modules)
    const { subscription, subscription_id } = await two()
    const { id } = subscription
    for (const q of [id, "order_1", "order_renewed", "cus_1", subscription_id]) {
      expect(await list({ q })).toMatchObject({ count: 1, rows: [{ id }] })
    }
    for (const order_id of ["order_1", "order_renewed"]) {
      expect(await list({ order_id })).toMatchObject({ count: 1, rows: [{ id }] })
    }
    expect(await list({ customer_id: "cus_1" })).toMatchObject({ count: 1, rows: [{ id }] })
    expect(await list({ q: "order_none" })).toMatchObject({ count: 0, rows: [] })
    expect(await list({ account: "pe" })).toMatchObject({ count: 0 })
  })

  it("counts active and past-due subscriptions", async () => {
    const { id } = await plainSubscription(modules, { order_id: "order_1" })
    await plainSubscription(modules, { order_id: "order_2" })
    await plainSubscription(modules, { order_id: "order_3" })
    await modules.pg("payin_subscription").where({ id }).update({ status: "past_due" })
    expect(await modules.subscriptions.lists.depths()).toEqual({ active: 2, past_due: 1 })
    expect(await list({ status: ["past_due"] })).toMatchObject({ count: 1, rows: [{ id }] })
  })

  describe(`of ${MANY}`, () => {
    beforeEach(async () => {
      const { pg } = modules
      await pg.raw(
        `insert into payin_subscription (id, account, card_id, subscription_id, status, status_cause,
           status_changed_at, order_id, latest_order_id, latest_transaction_id, plan_name, periodicity,
           anchor, amount, currency_code, created_at)
         select 'paysub_' || n, 'co', 'paycard_' || n, 'sub_' || n, 'active', 'created', now(),
           'order_' || n, 'order_' || n, 'paycdtx_' || n, 'Café', 'monthly', '2026-01-31', '60000', 'COP',
           now() - n * interval '1 second'
         from generate_series(1, ?::int) n`,
        [MANY]
      )
      await pg.raw(
        `insert into payin_card (id, account, subscription_id, status, status_changed_at, session_id,
           plan_name, periodicity, customer_sealed, sealed_with)
         select 'paycard_' || n, 'co', 'sub_' || n, 'active', now(), 'payses_' || n, 'Café', 'monthly',
           '', ''
         from generate_series(1, ?::int) n`,
        [MANY]
      )
      await pg.raw(
        `insert into payin_cycle (id, payin_subscription_id, number, day, status, status_changed_at,
           order_id)
         select 'paycyc_' || n, 'paysub_' || n, 1, '2026-02-28', 'paid', now(), 'order_renewed_' || n
         from generate_series(1, ?::int) n`,
        [MANY]
      )
      await pg.raw("analyze payin_subscription, payin_card, payin_cycle")
    })

    const REQUEST = { by: "request", id: "opreq_1", period: null } as const

    it.each<[string, () => Promise<unknown>]>([
      ["an order's period", () => modules.subscriptions.cycles.made("order_renewed_777")],
      [
        "the period that is due",
        () => modules.subscriptions.cycles.open("paysub_777", { by: "calendar" }),
      ],
      ["the period of a request", () => modules.subscriptions.cycles.open("paysub_777", REQUEST)],
      [
        "the subscriptions of a card",
        () =>
          modules.subscriptions.subscriptions.endOfCard(
            { account: "co", subscription_id: "sub_777" },
            { cause: "canceled", actor: "service", by: null }
          ),
      ],
      ["a search word", () => list({ q: "order_renewed_777" })],
    ])("finds %s without a look at the others", async (_what, find) => {
      const plans = await plansOf(modules.pg, /payin_(subscription|cycle)/, find)
      expect(plans.length).toBeGreaterThan(0)
      for (const plan of plans) expect(plan).not.toContain("Seq Scan")
    })

    it("reads a page 4000 rows back by index from the last row of the page before", async () => {
      const far = await list({}, { offset: 4000 })
      const next = () => list({}, { after: readCursor(far.next_cursor ?? "") })
      const plans = await plansOf(modules.pg, /payin_subscription/, next)
      const page = there(plans.find((plan) => plan.includes("Limit")))
      expect(page).toContain("Index Cond: (ROW(created_at, id) < ROW(")
      expect(page).not.toContain("Sort")
    })
  })
})
