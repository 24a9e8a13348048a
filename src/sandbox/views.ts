import type { Context } from "./context"
import { paymentUrl } from "./pay-in"
import type { Status, Transaction, UsedCard } from "./transaction"

/** A transaction as the control API and the methods of the sandbox show it. */
export interface TransactionView {
  ticket: string
  reference: string
  merchant_id: string
  country: string
  payment_method: string
  /** The method chosen on the hosted page; equals payment_method except for ALL_METHODS. */
  chosen_method: string
  /** Wire units, as asked. */
  amount: number
  currency: string
  /** Wire units, as paid; null when equal to what was asked. */
  paid_amount: number | null
  paid_currency: string | null
  status: Status
  response_message: string
  description: string
  payment_url: string
  redirect_url: string
  ipn_url: string
  email: string
  full_name: string
  metadata: Record<string, unknown>
  card: UsedCard | null
  created_at: string
  expires_at: string
  settled_at: string | null
}

export function viewOf(context: Context, transaction: Transaction): TransactionView {
  return {
    ticket: transaction.ticket,
    reference: transaction.reference,
    merchant_id: transaction.merchant.merchantId,
    country: transaction.country,
    payment_method: transaction.method,
    chosen_method: transaction.visit.method,
    amount: transaction.amount,
    currency: transaction.currency,
    paid_amount: transaction.paid_amount,
    paid_currency: transaction.paid_currency,
    status: transaction.status,
    response_message: transaction.response_message,
    description: transaction.description,
    payment_url: paymentUrl(context, transaction),
    redirect_url: transaction.redirect_url,
    ipn_url: transaction.ipn_url,
    email: transaction.customer.email,
    full_name: transaction.customer.full_name,
    metadata: transaction.metadata,
    card: transaction.visit.card,
    created_at: iso(transaction.created_at),
    expires_at: iso(transaction.expires_at),
    settled_at: transaction.settled_at === null ? null : iso(transaction.settled_at),
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
