// What the routes about subscriptions answer. Money is a decimal string in major units,
// `currency_code` is upper case, times are ISO 8601 in UTC, days those of the store, what is absent
// is null.

import type { CardCall } from "../../../domain/card/answer"
import type { CardStatus } from "../../../domain/card/state"
import type { Periodicity } from "../../../domain/subscription/periodicity"
import type { CycleStatus, SubscriptionStatus } from "../../../domain/subscription/state"
import type { Text } from "../../../domain/text/language"
import type { AdminListPage } from "./list-types"

/** What a shopper is sent, and charged for, again and again. */
export interface AdminSubscription {
  id: string
  account: string
  /** The service's name of the card that pays. */
  subscription_id: string
  status: SubscriptionStatus
  /** Why it stands there. */
  status_cause: string
  status_changed_at: string
  /** null for a guest. */
  customer_id: string | null
  /** The order that it began with, and that of its latest paid period. */
  order_id: string
  latest_order_id: string
  plan_name: string
  periodicity: Periodicity
  /** The store's own interval of a `custom` one, such as P10D; null: it is renewed by hand. */
  every: string | null
  /** The day of the next charge, YYYY-MM-DD; null when nothing renews by itself. */
  next_date: string | null
  /** What the next period costs: prices before discounts after checkout, then what the latest period cost. */
  amount: string
  currency_code: string
  last_four: string | null
  brand: string | null
  /** User or customer who ended it; null: the service or the plugin did. */
  canceled_by: string | null
  created_at: string
}

/** One period. */
export interface AdminCycle {
  id: string
  /** Counted from the first day. */
  number: number
  day: string
  /** Periods that began before it was opened, or before it was charged, and that nobody is charged for. */
  skipped: number
  status: CycleStatus
  order_id: string | null
  /** How often its card was refused, and the day of the next try. */
  refusals: number
  next_try: string | null
  /** Why it is not paid yet. */
  last_error: string | null
  last_error_text: Text | null
  created_at: string
}

/** One hold on its card and its one capture. */
export interface AdminHold {
  id: string
  reference: string
  kind: "preauthorization" | "renewal"
  status: CardStatus
  transaction_id: string | null
  cycle_id: string | null
  order_id: string | null
  amount: string
  captured_amount: string | null
  currency_code: string
  refusal_code: string | null
  refusal_message: string | null
  authorized_at: string | null
  captured_at: string | null
  /** When the hold is released unless it is captured before; null: nothing is held, or it is being released. */
  release_at: string | null
  created_at: string
}

export interface AdminHoldsAnswer {
  holds: AdminHold[]
}

/** One request to the service about its card. It left, which does not say that it arrived. */
export interface AdminCardRequest {
  /** The `X-Request-ID`, by which the service's support finds it. */
  id: string
  call: CardCall
  /** The hold that was asked for, captured or released; null: it was about the card itself. */
  card_transaction_id: string | null
  created_at: string
}

export interface AdminSubscriptionList extends AdminListPage {
  subscriptions: AdminSubscription[]
}

export interface AdminSubscriptionAnswer {
  subscription: AdminSubscription
}

/** A period by its number, counted from the first day, and the day that it is due. */
export interface AdminNextPeriod {
  number: number
  day: string
}

export interface AdminSubscriptionDetailAnswer {
  subscription: AdminSubscription & {
    /** What `renew` charges now: the period that is open, else the one that is due or comes next. */
    next_period: AdminNextPeriod | null
    cycles: AdminCycle[]
    holds: AdminHold[]
    requests: AdminCardRequest[]
  }
}

/** What came of a renewal; of one that is not paid `cycle.last_error` says why. */
export interface AdminRenewalAnswer extends AdminSubscriptionAnswer {
  renewal: { outcome: string; cycle: AdminCycle | null }
}
