// What the routes under /admin/payin answer (design.md 3.5). Money is a decimal string in major units,
// `currency` is upper case, times are ISO 8601 in UTC, what is absent is null.

import type { AnomalyKind } from "../../../domain/anomaly"
import type { AnomalyAction } from "../../../domain/anomaly-resolution"
import type { InboxStatus } from "../../../domain/inbox-state"
import type { PayInStatus } from "../../../domain/payin-state"

export type { FaultCode } from "../../../domain/fault"
export type { RefusalCode } from "../../../domain/refusal-code"

/** Paging of every list. */
export interface AdminListPage {
  /** Rows that the filters match, exact up to 10,000. */
  count: number
  /** Only there when more than 10,000 rows match. */
  count_capped?: true
  limit: number
  /** How many rows came before this page, also when a cursor asked for it. */
  offset: number
  /** Hand it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null
}

export interface AdminCard {
  brand: string | null
  type: string | null
  last_four: string | null
}

/** One pay-in link that was ever asked for. */
export interface AdminTransaction {
  id: string
  account: string
  reference: string
  ticket: string | null
  session_id: string | null
  cart_id: string | null
  order_id: string | null
  customer_id: string | null
  payment_method: string
  /** What the shopper was asked for. */
  amount: string
  currency: string
  status: PayInStatus
  /** Why it stands there: created, accepted, service, refused, not_received. */
  status_cause: string
  status_changed_at: string
  /** The service's text for people, e.g. why a payment was declined. */
  response_message: string | null
  /** What arrived; may differ from what was asked for. */
  approved_amount: string | null
  approved_currency: string | null
  payment_url: string | null
  expires_at: string | null
  released_at: string | null
  superseded_at: string | null
  lapsed_at: string | null
  settled_at: string | null
  /** Why Medusa could not be told of this money the last time. */
  apply_error: string | null
  card: AdminCard | null
  created_at: string
}

export interface AdminTransactionList extends AdminListPage {
  transactions: AdminTransaction[]
}

export interface AdminTransactionAnswer {
  transaction: AdminTransaction
}

/** A link for what an order owes. */
export interface AdminPaymentLink {
  transaction_id: string
  order_id: string | null
  account: string
  reference: string
  ticket: string | null
  payment_url: string | null
  amount: string
  currency: string
  payment_method: string
  expires_at: string | null
  status: PayInStatus
}

export interface AdminPaymentLinkAnswer {
  payment_link: AdminPaymentLink
}

/** Money that needs a person's eye. */
export interface AdminAnomaly {
  id: string
  kind: AnomalyKind
  status: "open" | "resolved"
  account: string | null
  transaction_id: string | null
  payout_id: string | null
  order_id: string | null
  /** What happened and what to do, in plain words. */
  description: { es: string; en: string }
  /**
   * What to decide by: `reference`, `ticket`, `payment_method`, `asked` and `arrived` (amount, currency),
   * the `customer`'s initials, `order` (id, display_id) and what else is known of this kind.
   */
  facts: Record<string, unknown>
  /** What can be done about it now; none once it is resolved. */
  actions: AnomalyAction[]
  /** accept, refund or ignore; `settled`: it became well by itself. */
  action: string | null
  note: string | null
  /** What is promised back, in major units; a payout is made from it. */
  refund_amount: string | null
  refund_currency: string | null
  /** Whether it is known where the money goes back to. */
  destination_known: boolean
  /** Id of the user who resolved it. */
  resolved_by: string | null
  resolved_at: string | null
  created_at: string
}

export interface AdminAnomalyAnswer {
  anomaly: AdminAnomaly
}

export interface AdminAnomalyList extends AdminListPage {
  anomalies: AdminAnomaly[]
}

/** One notification of the service. */
export interface AdminEvent {
  id: string
  /** `ipn`: our own address; `standard`: Medusa's. */
  source: string
  /** The status as the notification named it, or `unreadable`. */
  type: string
  reference: string
  transaction_id: string | null
  account: string | null
  status: InboxStatus
  attempts: number
  last_error: string | null
  created_at: string
}

export interface AdminEventList extends AdminListPage {
  events: AdminEvent[]
}

export interface AdminEventDetail extends AdminEvent {
  /** Why it was kept but not processed. */
  status_reason: string | null
  /** `valid`, `missing` or `unchecked`; a wrong one is never stored. */
  signature: string
  next_attempt_at: string | null
  processed_at: string | null
  /** What we kept of the body: nothing personal, no secret. */
  payload: Record<string, unknown>
}

export interface AdminEventAnswer {
  event: AdminEventDetail
}

export interface AdminMerchantAnswer {
  merchant: {
    name: string | null
    nit: string | null
    email: string | null
    currency: string | null
    /** Balance in major units; null when the service named none that can be read. */
    wallet: string | null
  }
}

/** A transaction as the service tells of it, just now. */
export interface AdminRemoteTransaction {
  ticket: string | null
  reference: string | null
  amount: string | null
  currency: string | null
  /** CREATED, PENDING, APPROVED, REJECTED, DECLINED, EXPIRED or UNKNOWN. */
  status: string
  /** The status as the service wrote it. */
  raw_status: string
  kind: "payin" | "payout" | "unknown"
  type_transaction: string | null
  response_message: string | null
  /** Local time of the service in an unknown zone: to look at, not to compute with. */
  date: string | null
  customer: {
    full_name: string | null
    email: string | null
    legal_doc_type: string | null
    legal_doc_last_four: string | null
  }
  card: AdminCard | null
}

export interface AdminLookupAnswer {
  remote: AdminRemoteTransaction
  /** Our own row, null when this store never asked for it. */
  local: AdminTransaction | null
}

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
  operation: string
  reason: string
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
    unknownPayouts: string
    ipnSignature: string
    amounts: { lookup: string; wallet: string }
    paths: { payIn: string; payOut: string; merchant: string; lookup: string }
  }
  /** How one amount of each currency is written on the wire: "COP 50 000 is sent as 50000". */
  wire_examples: { currency: string; decimals: number; example: string }[]
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
    /** Money held on cards and not taken; of it what is let go within a day. */
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
  /** Medusa processes that live on this database, the oldest first. */
  instances: AdminInstance[]
  /** What is wrong with them; each is an error, also in the log. */
  problems: { code: string; message: string }[]
  /** The last error of each account since this process started, newest first. */
  last_errors: AdminLastError[]
  /** Regions whose currency an account takes, while the account's provider is off there. */
  regions_without_provider: {
    region_id: string
    name: string
    currency: string
    provider_id: string
  }[]
}

/** Where the ledger and Medusa's captures do not say the same. */
export interface AdminMismatch {
  /** approved_not_captured, captured_on_another_day, approved_on_another_day, captured_without_approval, amount_differs or excess_kept. */
  kind: string
  account: string
  currency: string
  reference: string | null
  ticket: string | null
  order_id: string | null
  payment_id: string | null
  asked_amount: string | null
  /** What Medusa wanted, unrounded. */
  exact_amount: string | null
  arrived_amount: string | null
  captured_amount: string | null
  /** What it adds to approved less captured; negative where Medusa has more. */
  amount: string
  approved_at: string | null
  captured_at: string | null
}

/** Where money out is not what was ordered. */
export interface AdminPayoutMismatch {
  /** paid_differently, paid_without_approval, approved_without_payment or refund_without_payout. */
  kind: string
  account: string
  currency: string
  payout_id: string | null
  reference: string | null
  ticket: string | null
  order_id: string | null
  payment_id: string | null
  /** What was ordered, or what Medusa refunded. */
  ordered_amount: string | null
  /** What the service paid, or what payouts give back. */
  paid_amount: string | null
  /** Paid less ordered. */
  amount: string
  at: string | null
}

export interface AdminReconciliationAnswer {
  date: string
  time_zone: string
  from: string
  /** The first moment of the next day. */
  until: string
  /** Whether the day is over. */
  complete: boolean
  totals: {
    account: string
    currency: string
    approved: { count: number; amount: string; asked: string; exact: string }
    captured: { count: number; amount: string }
    /** Approved beyond Medusa's unrounded amounts. */
    rounding: string
    mismatches: { count: number; amount: string }
    refunded: { count: number; amount: string }
    payouts: {
      /** Payouts that came through: what was ordered, and what the service says that it paid. */
      approved: { count: number; amount: string }
      paid: { count: number; amount: string }
      elsewhere: { count: number; amount: string }
      /** Paid less approved, one by one. */
      mismatches: { count: number; amount: string }
      /** What Medusa refunded beyond all payouts of the same pay-ins. */
      refunds_without_payout: { count: number; amount: string }
      /** Always 0 unless the report itself is wrong. */
      unexplained: string
    }
    /** Opened on this day, and open now. */
    open_anomalies: number
    /** Approved less captured, rounding and mismatches: always 0 unless the report itself is wrong. */
    unexplained: string
  }[]
  mismatches: AdminMismatch[]
  /** Whether there are more than are shown. */
  mismatches_capped: boolean
  payout_mismatches: AdminPayoutMismatch[]
  payout_mismatches_capped: boolean
}
