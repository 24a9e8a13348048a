import type { AccountType, Country, Currency, Method } from "./catalog"
import type { Merchant } from "./settings"

/** See docs/service.md#statuses. */
export const STATUSES = [
  "CREATED",
  "PENDING",
  "APPROVED",
  "REJECTED",
  "DECLINED",
  "EXPIRED",
] as const
export type Status = (typeof STATUSES)[number]

export interface Customer {
  legal_doc: string
  legal_doc_type: string
  phone_code: string
  phone_number: string
  email: string
  full_name: string
}

/**
 * `top_card` of a notification (docs/service.md#notification-body). Never more of a card than this
 * is kept.
 */
export interface UsedCard {
  bank: string
  bin: string
  country: string
  lastFourDigits: string
  type: string
  brand: string
}

/** Where the shopper stands on the hosted page; the service's status says nothing about it. */
export interface Visit {
  /** The method chosen on the page; differs from the request's only for ALL_METHODS. */
  method: Method
  bank: string | null
  person_type: "NATURAL" | "JURIDICA" | null
  card: UsedCard | null
  /** What will happen when the running payment ends; null when nothing is running. */
  coming: "APPROVED" | "REJECTED" | null
  step: "start" | "confirm" | "challenge" | "processing"
}

/** What the service shows of a pay-in and of a payout alike (docs/service.md#lookup). */
export interface Movement {
  ticket: string
  reference: string
  merchant: Merchant
  country: Country
  /** As asked, wire units. */
  amount: number
  currency: Currency
  /** As paid, when the payer or the control API changed it; else null. */
  paid_amount: number | null
  paid_currency: string | null
  status: Status
  response_message: string
  ipn_url: string
  customer: Customer
  metadata: Record<string, unknown>
  created_at: number
  /** The lookup does not find it before this time (fault `late_visibility`, `visibleAfterMs`). */
  visible_at: number
  settled_at: number | null
}

/** A pay-in. */
export interface Transaction extends Movement {
  kind: "payin"
  method: Method
  description: string
  redirect_url: string
  expires_at: number
  visit: Visit
}

export interface Payout extends Movement {
  kind: "payout"
  /** The wallet's is a name of the service's choice (setting `payouts.walletMethod`). */
  method: string
  /** Null: the number names it, or nobody named it yet. */
  bank: string | null
  account_number: string | null
  account_type: AccountType | null
  /** The form in which whoever is paid names the account; null: the account came with the request. */
  form: { token: string; filled: boolean } | null
}

const MESSAGES: Record<Status, string> = {
  CREATED: "Transacción creada",
  PENDING: "Transacción pendiente",
  APPROVED: "Transacción aprobada",
  REJECTED: "Transacción rechazada por el banco",
  DECLINED: "Transacción rechazada por reglas de seguridad",
  EXPIRED: "Transacción expirada",
}

/** The Spanish text the service gives with a status when nobody set another one. */
export function defaultMessage(status: Status): string {
  return MESSAGES[status]
}

export function isOpen({ status }: Movement): boolean {
  return status === "PENDING" || status === "CREATED"
}
