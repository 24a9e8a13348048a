import type { Merchant } from "../settings"
import type { TestCard } from "./test-cards"

export const SUBSCRIPTION_STATUSES = ["ACTIVE", "CANCELLED", "EXPIRED"] as const
/** The service names ACTIVE, cancelled and expired. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** See docs/service.md#card-subscriptions. */
export interface CardCustomer {
  legal_doc: string
  legal_doc_type: string
  phone_code: string
  phone_number: string
  email: string
  full_name: string
}

export interface Subscription {
  subscription_id: string
  merchant: Merchant
  card: TestCard
  token: string
  plan_name: string
  periodicity: string
  customer: CardCustomer
  start_date: string
  status: SubscriptionStatus
  /** `X-Request-ID` of the call that made it. */
  request_id: string
  created_at: number
  /** Other calls do not find it before this time (fault `late_visibility`). */
  visible_at: number
  ended_at: number | null
}

export type TransactionStatus = "APPROVED" | "DECLINED" | "ERROR"

interface CardTransaction {
  transaction_id: string
  subscription: Subscription
  reference_id: string
  /** Major units, as every amount of this API (docs/service.md#card-amounts). */
  amount: number
  tax: number
  currency: string
  status: TransactionStatus
  /** The provider's reason when it refused. */
  reason: string | null
  request_id: string
  created_at: number
  visible_at: number
}

/** A preauthorization: the first of a chain or a renewal of another one. */
export interface Authorization extends CardTransaction {
  type: "PRE_AUTH_TRANSACTION" | "RENEWAL_PRE_AUTH_TRANSACTION"
  /** The original of a renewal. */
  linked: Authorization | null
  capture: Capture | null
  /** When a renewal, also a refused one, cancelled it. */
  cancelled_at: number | null
}

/** A capture (docs/service.md#capture). */
export interface Capture extends CardTransaction {
  type: "COMPLETION_TRANSACTION"
  linked: Authorization
  /** When the service gave the money back by itself (setting `cards.renewalOfCaptured`). */
  reversed_at: number | null
}

export type HoldState = "none" | "held" | "captured" | "cancelled" | "lapsed"

const DAY_MS = 86_400_000

/** What became of the money on hold. */
export function holdOf(
  { status, capture, cancelled_at, created_at }: Authorization,
  now: number,
  holdDays: number | null
): HoldState {
  if (status !== "APPROVED") return "none"
  if (capture !== null) return "captured"
  if (cancelled_at !== null) return "cancelled"
  return holdDays !== null && now >= created_at + holdDays * DAY_MS ? "lapsed" : "held"
}
