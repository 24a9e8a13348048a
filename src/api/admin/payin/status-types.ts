// What `GET /admin/payin/status` answers. Times are ISO 8601 in UTC, what is absent is null.

import type {
  InstallationProblem,
  InstallationReason,
} from "../../../domain/installation/installation"
import type { InstanceProblem } from "../../../domain/installation/instances"
import type {
  RefusedWebhooks,
  RefusedWebhooksProblem,
} from "../../../domain/notification/refused-webhooks"
import type { SetupProblem } from "../../../domain/options/setup-problem"
import type { GatewayOperation, GatewayReason } from "../../../modules/gateway/errors"

/** An account's line to the service, since this process started. */
export interface AdminAccountStatus {
  id: string
  provider_id: string
  country: string
  currency: string
  base_url_host: string
  breaker: "closed" | "open" | "half_open"
  in_flight: number
  waiting: number
  last_success_at: string | null
  /** What a shopper can pay with. */
  payment_methods: { payment_method: string; label: { es: string; en: string } }[]
}

export interface AdminLastError {
  account: string
  at: string
  operation: GatewayOperation
  reason: GatewayReason
  message: string
  http_status: number | null
  reference: string
}

/** A Medusa process that was seen a moment ago. */
export interface AdminInstance {
  id: string
  host: string
  pid: number
  /** shared, server or worker. */
  worker_mode: string
  /** `in-memory` is known to one process only. */
  locking: string
  event_bus: string
  version: string
  started_at: string
  seen_at: string
}

/** Something that a person has to put right. */
export interface AdminStatusProblem {
  code:
    | InstanceProblem["code"]
    | InstallationProblem["code"]
    | RefusedWebhooksProblem["code"]
    | SetupProblem["code"]
    | "payouts_off"
    | "account_gone"
    | "account_missing"
    | "merchant_changed"
    | "refund_incomplete"
    | "order_kept"
    | "subscription_not_started"
    | "unit_suspected"
  message: string
  /** What the sentence names, to say it in another language. */
  values: Readonly<Record<string, string | number>>
}

/** Whether this installation moves money by itself. */
export interface AdminInstallation {
  live: boolean
  /** What differs from the installation that moved money before. Null: nothing does. */
  reason: InstallationReason | null
  /** Since when it is live, or held. Null: option `installation` is `ignore`. */
  since: string | null
}

/** What `POST /admin/payin/status/take-over` answers. */
export interface AdminInstallationAnswer {
  installation: AdminInstallation
}

export interface AdminStatusAnswer {
  /** Of the plugin; null when its package.json cannot be found. */
  version: string | null
  accounts: AdminAccountStatus[]
  /** Options by the names they have in `medusa-config.ts`. */
  options: {
    callbackUrl: string
    returnUrl: string
    language: string
    rounding: string
    placeOrderWhilePending: string[] | "always" | "never"
    onPaymentFailed: string
    refunds: string
    payouts: { enabled: boolean; walletMethod: string }
    /** In major units; a currency that is not listed always needs a second person. */
    approvalAbove: Partial<Record<string, string>>
    /** In major units; a currency that is not listed: ten times `approvalAbove`. */
    approvalAbovePerDay: Partial<Record<string, string>>
    beneficiaryChanges: "approve" | "allow"
    refundsToOthers: "approve" | "allow"
    /** E-mails of those who may approve payouts; null: every user who had no part in one. */
    approvers: string[] | null
    unknownPayouts: string
    installation: "hold" | "ignore"
    ipnSignature: string
    amounts: { lookup: string; wallet: string }
    paths: {
      payIn: string
      payInV2: string
      pseBanks: string
      payOut: string
      payOutForm: string
      brebResolve: string
      merchant: string
      lookup: string
    }
  }
  /** How one amount of each currency is written on the wire: "COP 50 000 is sent as 50000". */
  wire_examples: {
    currency: string
    decimals: number
    /** In major units, and as it is sent. */
    amount: string
    sent: string
    example: string
  }[]
  addresses: {
    /** Sent along with every payment; the service has to reach it. */
    ipn: string
    /** Where the service sends its webhooks about cards; its support registers it. Null: no cards. */
    card: string | null
    /** For services that notify one fixed address. */
    standard: { provider_id: string; url: string }[]
  }
  /** Each counted up to 10,000. */
  queues: {
    events_received: number
    events_dead: number
    transactions_pending: number
    transactions_approved_unsettled: number
    anomalies_open: number
    /** Captures of the last 30 days whose `payment.captured` may have been lost by a crash. */
    captured_events_unsure: number
    payouts_held: number
    payouts_awaiting_destination: number
    payouts_awaiting_approval: number
    payouts_queued: number
    payouts_unknown: number
    payouts_rejected: number
    /** Money held on cards and not captured; of it what is released within a day. */
    cards_held: number
    cards_to_release: number
    /** Card calls that nobody answered yet. */
    cards_unknown: number
    /** Subscriptions that renew, and those whose renewal was refused; each counted up to 10,000. */
    subscriptions_active: number
    subscriptions_past_due: number
  }
  /** Lookups of pay-ins that are not final: how many wait, how many are planned, the longest delay. */
  reconciliation: { due: number; watched: number; lag_seconds: number }
  installation: AdminInstallation
  /** Notifications that were refused, since the processes started. */
  webhooks: { refused: RefusedWebhooks[] }
  /** Medusa processes that live on this database, the oldest first. */
  instances: AdminInstance[]
  /** What is wrong with them and with what waits. */
  problems: AdminStatusProblem[]
  /** The last error of each account since this process started, newest first. */
  last_errors: AdminLastError[]
  /** Regions whose currency an account takes, while a provider of that account, hosted page or card, is off there. */
  regions_without_provider: {
    region_id: string
    name: string
    currency: string
    provider_id: string
  }[]
}
