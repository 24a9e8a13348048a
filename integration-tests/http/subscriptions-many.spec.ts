import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { subscriptionsOf } from "../support/card-checkout"
import { withShop } from "../support/shop"

const MANY = 20_000

withShop("among many subscriptions", {}, (shop) => {
  beforeEach(async () => {
    const { pg } = shop
    await pg.raw(
      `insert into payin_subscription (id, account, card_id, subscription_id, status, status_cause,
         status_changed_at, order_id, latest_order_id, latest_transaction_id, plan_name, periodicity, anchor,
         amount, currency_code)
       select 'paysub_' || n, 'co', 'paycard_' || n, 'sub_' || n, 'active', 'created', now(), 'order_' || n,
         'order_' || n, 'paycdtx_' || n, 'Café', 'monthly', '2026-01-31', '60000', 'COP'
       from generate_series(1, ?) n`,
      [MANY]
    )
    await pg.raw(
      `insert into payin_card (id, account, subscription_id, status, status_changed_at, session_id, plan_name,
         periodicity, customer_sealed, sealed_with)
       select 'paycard_' || n, 'co', 'sub_' || n, 'active', now(), 'payses_' || n, 'Café', 'monthly', '', ''
       from generate_series(1, ?) n`,
      [MANY]
    )
    await pg.raw(
      `insert into payin_cycle (id, payin_subscription_id, number, day, status, status_changed_at, order_id)
       select 'paycyc_' || n, 'paysub_' || n, 1, '2026-02-28', 'paid', now(), 'order_renewed_' || n
       from generate_series(1, ?) n`,
      [MANY]
    )
    await pg.raw("analyze payin_subscription, payin_card, payin_cycle")
  })

  /** How PostgreSQL would answer each statement that `work` sends. */
  async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
    const { pg } = shop
    const sent: { sql: string; bindings: Knex.RawBinding[] }[] = []
    const note = (query: { sql: string; bindings: Knex.RawBinding[] }) => {
      if (/payin_(subscription|cycle)/.test(query.sql)) {
        sent.push(query)
      }
    }
    pg.on("query", note)
    await work()
    pg.removeListener("query", note)
    return Promise.all(
      sent.map(async ({ sql, bindings }) => {
        const { rows } = await pg.raw(`explain ${sql.replace(/\$\d+/g, "?")}`, [...bindings])
        return JSON.stringify(rows)
      })
    )
  }

  it.each([
    ["an order's period", () => subscriptionsOf(shop).cycles.made("order_renewed_777")],
    [
      "the period that is due",
      () => subscriptionsOf(shop).cycles.open("paysub_777", { by: "calendar" }),
    ],
    [
      "the period of a request",
      () => {
        const asker = { by: "request", id: "opreq_1", period: null } as const
        return subscriptionsOf(shop).cycles.open("paysub_777", asker)
      },
    ],
    [
      "what renews with a card",
      () =>
        subscriptionsOf(shop).subscriptions.endOfCard(
          { account: "co", subscription_id: "sub_777" },
          { cause: "canceled", actor: "service", by: null }
        ),
    ],
  ])("%s is found by an index", async (_what, find) => {
    const plans = await plansOf(find)
    expect(plans.length).toBeGreaterThan(0)
    plans.forEach((plan) => expect(plan).not.toContain("Seq Scan"))
  })
})
