import type { Context } from "./context"
import { paymentUrl } from "./pay-in"
import type { Payout, Status, Transaction, UsedCard } from "./transaction"

/** What a pay-in and a payout show alike. */
interface MovementView {
  ticket: string
  reference: string
  merchant_id: string
  country: string
  payment_method: string
  /** Wire units, as asked. */
  amount: number
  currency: string
  /** Wire units, as paid; null when equal to what was asked. */
  paid_amount: number | null
  paid_currency: string | null
  status: Status
  response_message: string
  ipn_url: string
  email: string
  full_name: string
  metadata: Record<string, unknown>
  created_at: string
  settled_at: string | null
}

/** A pay-in as the control API and the methods of the sandbox show it. */
export interface TransactionView extends MovementView {
  /** The method chosen on the hosted page; equals payment_method except for ALL_METHODS. */
  chosen_method: string
  description: string
  payment_url: string
  redirect_url: string
  card: UsedCard | null
  expires_at: string
}

/** A payout as the control API and the methods of the sandbox show it. */
export interface PayoutView extends MovementView {
  /** Null until the form is filled in, and where the number names the bank. */
  bank: string | null
  account_number: string | null
  account_type: string | null
  legal_doc_type: string
  form: { path: string; filled: boolean } | null
  /** Before this the lookup does not find it. */
  visible_at: string
}

export function viewOf(context: Context, transaction: Transaction): TransactionView {
  return {
    ...common(transaction),
    chosen_method: transaction.visit.method,
    description: transaction.description,
    payment_url: paymentUrl(context, transaction),
    redirect_url: transaction.redirect_url,
    card: transaction.visit.card,
    expires_at: iso(transaction.expires_at),
  }
}

export function payoutViewOf(payout: Payout): PayoutView {
  const { bank, account_number, account_type, customer, form } = payout
  return {
    ...common(payout),
    ...{ bank, account_number, account_type },
    legal_doc_type: customer.legal_doc_type,
    form: form && { path: `/form/${form.token}`, filled: form.filled },
    visible_at: iso(payout.visible_at),
  }
}

function common(movement: Transaction | Payout): MovementView {
  const { ticket, reference, country, amount, currency, paid_amount, paid_currency } = movement
  const { status, response_message, ipn_url, metadata, customer, settled_at } = movement
  return {
    ...{ ticket, reference, merchant_id: movement.merchant.merchantId, country },
    ...{ payment_method: movement.method, amount, currency, paid_amount, paid_currency },
    ...{ status, response_message, ipn_url },
    ...{ email: customer.email, full_name: customer.full_name, metadata },
    created_at: iso(movement.created_at),
    settled_at: settled_at === null ? null : iso(settled_at),
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
