import type { Context } from "../context"
import {
  holdOf,
  type Authorization,
  type Capture,
  type CardCustomer,
  type HoldState,
  type Subscription,
  type SubscriptionStatus,
  type TransactionStatus,
} from "./records"

export interface SubscriptionView {
  subscription_id: string
  merchant_id: string
  status: SubscriptionStatus
  plan_name: string
  periodicity: string
  start_date: string
  customer_data: CardCustomer
  token: string
  brand: string
  last_four: string
  /** `X-Request-ID` of the call that made it. */
  request_id: string
  created_at: string
  /** When it was cancelled or expired. */
  ended_at: string | null
}

/** What a preauthorization and a capture show alike. */
interface CardTransactionView {
  transaction_id: string
  subscription_id: string
  merchant_id: string
  reference_id: string
  transaction_status: TransactionStatus
  /** Major units. */
  amount: number
  tax: number
  currency: string
  reason: string | null
  request_id: string
  created_at: string
}

export interface AuthorizationView extends CardTransactionView {
  transaction_type: Authorization["type"]
  linked_transaction_id: string | null
  hold: HoldState
  /** Major units, of the one capture; null when there is none. */
  captured_amount: number | null
  /** When a renewal cancelled it. */
  cancelled_at: string | null
}

/** Also the captures the bank refused. */
export interface CaptureView extends CardTransactionView {
  transaction_type: Capture["type"]
  linked_transaction_id: string
  reversed_at: string | null
}

export function subscriptionViewOf(subscription: Subscription): SubscriptionView {
  const { subscription_id, merchant, status, plan_name, periodicity, start_date } = subscription
  const { token, card, request_id, created_at, ended_at } = subscription
  return {
    ...{ subscription_id, merchant_id: merchant.merchantId, status },
    ...{ plan_name, periodicity, start_date, customer_data: subscription.customer },
    ...{ token, brand: card.brand, last_four: card.last_four, request_id },
    ...{ created_at: iso(created_at), ended_at: isoOrNull(ended_at) },
  }
}

export function authorizationViewOf(context: Context, one: Authorization): AuthorizationView {
  const { behaviour, clock } = context
  return {
    ...common(one),
    transaction_type: one.type,
    linked_transaction_id: one.linked?.transaction_id ?? null,
    hold: holdOf(one, clock.now(), behaviour.cards.holdDays),
    captured_amount: one.capture?.amount ?? null,
    cancelled_at: isoOrNull(one.cancelled_at),
  }
}

export function captureViewOf(one: Capture): CaptureView {
  return {
    ...common(one),
    transaction_type: one.type,
    linked_transaction_id: one.linked.transaction_id,
    reversed_at: isoOrNull(one.reversed_at),
  }
}

function common(one: Authorization | Capture): CardTransactionView {
  const { transaction_id, subscription, reference_id, status, amount, tax, currency } = one
  return {
    ...{ transaction_id, subscription_id: subscription.subscription_id },
    ...{ merchant_id: subscription.merchant.merchantId, reference_id },
    ...{ transaction_status: status, amount, tax, currency },
    ...{ reason: one.reason, request_id: one.request_id, created_at: iso(one.created_at) },
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time)
}
