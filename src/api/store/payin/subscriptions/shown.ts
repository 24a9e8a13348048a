import type { Periodicity } from "../../../../domain/subscription/periodicity"
import type { SubscriptionStatus } from "../../../../domain/subscription/state"
import type { Subscription } from "../../../../modules/subscriptions/subscription-rows"

/** What a shopper sees of a subscription of their own. Days are those of the store, YYYY-MM-DD. */
export interface StoreSubscription {
  id: string
  status: SubscriptionStatus
  order_id: string
  latest_order_id: string
  plan_name: string
  periodicity: Periodicity
  next_date: string | null
  amount: string
  currency_code: string
  last_four: string | null
  brand: string | null
  created_at: string
}

/** The shown fields and no others, whatever else the row holds. */
export function showOwn(row: Subscription): StoreSubscription {
  const { id, status, order_id, latest_order_id, plan_name, periodicity, next_date } = row
  const { amount, currency_code, last_four, brand } = row
  return {
    ...{ id, status, order_id, latest_order_id, plan_name, periodicity, next_date },
    ...{ amount, currency_code, last_four, brand },
    created_at: row.created_at.toISOString(),
  }
}
