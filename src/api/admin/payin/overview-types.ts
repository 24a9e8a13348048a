// What `GET /admin/payin/overview` answers. Money is a decimal string in major units.

import type { GatewayReason } from "../../../modules/gateway/errors"

/** Money that moved in spans that end now; days of the time zone that was asked for. */
export interface AdminMoved {
  today: string
  days_7: string
  days_30: string
}

export interface AdminOverviewAnswer {
  accounts: {
    account: string
    currency: string
    /** Balance as the service tells it now; null when it does not. */
    wallet: string | null
    /** Why there is none; `currency`: the merchant has another one than the account. */
    wallet_error: GatewayReason | "currency" | "not_told" | null
    /** Pay-ins, on the day we learned that they were paid. */
    in: AdminMoved
    /** Payouts, on the day the service said that they were paid. */
    out: AdminMoved
  }[]
  /** What waits for a person; each counted up to 10,000. */
  waiting: {
    anomalies: number
    /** Payouts that wait for a second person. */
    approvals: number
    /** Payouts of which nobody said where they go. */
    destinations: number
    /** Payouts to shoppers that the bank rejected: to be tried again, or paid elsewhere. */
    refunds_rejected: number
    dead_events: number
    /** Subscriptions whose renewal was refused. */
    past_due: number
    /** Periods open for more than a day, not refused: each says why. */
    renewals_stuck: number
  }
  /** The last 30 days of each currency, the oldest first; days without money too. */
  series: { date: string; currency: string; in: string; out: string }[]
}
