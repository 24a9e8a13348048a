// What the routes about pay-ins answer. Money is a decimal string in major units, `currency` is
// upper case, times are ISO 8601 in UTC, what is absent is null.

import type { CustomerData } from "../../../domain/privacy/customer-data"
import type { PayInStatus } from "../../../domain/payin/state"
import type { Instructions } from "../../../domain/session/data"
import type { Text } from "../../../domain/text/language"
import type { AdminListPage } from "./list-types"

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
  /** How to pay it now without that page, or beside it; null when there are none, or nothing is to be paid. */
  instructions: Instructions | null
  expires_at: string | null
  released_at: string | null
  superseded_at: string | null
  lapsed_at: string | null
  settled_at: string | null
  /** Why Medusa could not be told of this money the last time. */
  apply_error: string | null
  /** The same for people: what the plugin says is known in both languages. */
  apply_error_text: Text | null
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
  /** How to pay now without that page, or beside it; null when there are none. */
  instructions: Instructions | null
  amount: string
  currency: string
  payment_method: string
  expires_at: string | null
  status: PayInStatus
}

/** Who shall pay by a link, as far as it is told: the rest is known of the order, or asked for. */
export type PostedCustomerData = Partial<CustomerData>

export interface AdminPaymentLinkAnswer {
  payment_link: AdminPaymentLink
}

/** Of `POST /admin/payin/orders/:id/pay-again-link`. */
export interface AdminPayAgainLinkAnswer {
  url: string
}
