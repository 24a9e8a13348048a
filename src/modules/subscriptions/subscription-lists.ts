import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CreatedSpan, Page, PageRequest } from "../../domain/row/page"
import type { SubscriptionStatus } from "../../domain/subscription/state"
import { askCount, askPage, createdWithin, oneOf, searched, type Ask } from "../../tables/page"
import { subscriptionRow, type Subscription } from "./subscription-rows"

const TABLE = "payin_subscription"

/** All that is given must hold. */
export interface SubscriptionFilter {
  /** Exact: id, the service's id, any of its orders, or its customer. */
  q?: string | undefined
  status?: SubscriptionStatus[] | undefined
  account?: string | undefined
  order_id?: string | undefined
  customer_id?: string | undefined
  created: CreatedSpan
}

// One subquery per column, each with its own index: alternatives in one `where` would read the
// whole table. The service's id is that of the card that pays.
const OF_ORDER = [
  `select id from ${TABLE} where order_id = ? and deleted_at is null`,
  "select payin_subscription_id from payin_cycle where order_id = ? and deleted_at is null",
]
const SEARCH = [
  `select id from ${TABLE} where id = ? and deleted_at is null`,
  ...OF_ORDER,
  `select id from ${TABLE} where customer_id = ? and deleted_at is null`,
  `select s.id from ${TABLE} s join payin_card c on c.id = s.card_id
   where c.subscription_id = ? and s.deleted_at is null`,
]

/** Lists of subscriptions for operators, newest first. */
export class SubscriptionLists {
  constructor(private readonly pg: Knex) {}

  async page(filter: SubscriptionFilter, request: PageRequest): Promise<Page<Subscription>> {
    const where = [
      ...searched(filter.q, (q) => ({
        text: `id in (${SEARCH.join(" union all ")})`,
        values: SEARCH.map(() => q),
      })),
      ...searched(filter.order_id, (order_id) => ({
        text: `id in (${OF_ORDER.join(" union all ")})`,
        values: OF_ORDER.map(() => order_id),
      })),
      ...oneOf("status", filter.status),
      ...oneOf("account", filter.account),
      ...oneOf("customer_id", filter.customer_id),
      ...createdWithin(filter.created),
    ]
    return askPage(this.ask, { table: TABLE, where }, request, (row) => subscriptionRow.parse(row))
  }

  /** Number of active and of past-due subscriptions, each at most 10,000. */
  async depths(): Promise<{ active: number; past_due: number }> {
    const count = (status: SubscriptionStatus) => askCount(this.ask, TABLE, oneOf("status", status))
    const [active, past_due] = await Promise.all([count("active"), count("past_due")])
    return { active, past_due }
  }

  private readonly ask: Ask = async ({ text, values }) => {
    const answer: { rows: unknown[] } = await this.pg.raw(text, [...values])
    return answer.rows
  }
}
