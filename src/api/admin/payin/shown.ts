import { describeAnomaly } from "../../../domain/anomaly/kinds"
import { reasonText } from "../../../domain/anomaly/reason"
import { actionsFor, toldTaken } from "../../../domain/anomaly/resolution"
import { capturedAmount, type CapturableHold } from "../../../domain/card/captured-amount"
import { redactText } from "../../../domain/privacy/redaction"
import { noteText } from "../../../domain/operator/system-note"
import type { Text } from "../../../domain/text/language"
import { payableInstructions } from "../../../domain/session/view"
import type { RemoteTransaction } from "../../../modules/gateway"
import type { ListedEvent } from "../../../modules/inbox/lists"
import type { Anomaly, Transaction } from "../../../modules/ledger/rows"
import type { CardTransaction } from "../../../modules/subscriptions/card-rows"
import type { AdminAnomaly } from "./anomaly-types"
import type { AdminEvent, AdminEventDetail } from "./event-types"
import type { AdminRemoteTransaction } from "./lookup-types"
import type { AdminPaymentLink, AdminTransaction } from "./transaction-types"

/**
 * What an operator sees of a pay-in: no sealed column and no key
 * (docs/decisions/0008-sealed-columns.md).
 */
export function showTransaction(row: Transaction, now: Date): AdminTransaction {
  return {
    id: row.id,
    account: row.account,
    reference: row.reference,
    ticket: row.ticket,
    session_id: row.session_id,
    cart_id: row.cart_id,
    order_id: row.order_id,
    customer_id: row.customer_id,
    payment_method: row.payment_method,
    amount: row.requested_amount,
    currency: row.currency,
    status: row.status,
    status_cause: row.status_cause,
    status_changed_at: row.status_changed_at.toISOString(),
    response_message: told(row.response_message),
    approved_amount: row.approved_amount,
    approved_currency: row.approved_currency,
    payment_url: row.payment_url,
    instructions: payableInstructions(row, now),
    expires_at: iso(row.expires_at),
    released_at: iso(row.released_at),
    superseded_at: iso(row.superseded_at),
    lapsed_at: iso(row.lapsed_at),
    settled_at: iso(row.settled_at),
    apply_error: told(row.apply_error),
    apply_error_text: reasonIn(told(row.apply_error)),
    card: row.card,
    created_at: row.created_at.toISOString(),
  }
}

/**
 * Context of an anomaly: its pay-in decides the possible actions, its order has a number for
 * people.
 */
export interface AnomalyContext {
  payIn: Pick<Transaction, "status" | "approved_amount" | "order_id"> | null
  /** The card transaction that it is about. */
  card?: (Pick<CardTransaction, "status" | "captured_amount"> & CapturableHold) | null
  order: { id: string; display_id: number | null } | null
  proposed?: AdminAnomaly["proposed"]
}

/** What an operator copies and sends to a payer. */
export function showPaymentLink(row: Transaction, now: Date): AdminPaymentLink {
  return {
    transaction_id: row.id,
    order_id: row.order_id,
    account: row.account,
    reference: row.reference,
    ticket: row.ticket,
    payment_url: row.payment_url,
    instructions: payableInstructions(row, now),
    amount: row.requested_amount,
    currency: row.currency,
    payment_method: row.payment_method,
    expires_at: iso(row.expires_at),
    status: row.status,
  }
}

export function showAnomaly(
  row: Anomaly,
  { payIn, card, order, proposed = null }: AnomalyContext
): AdminAnomaly {
  const actions =
    row.status === "open"
      ? actionsFor(row.kind, payIn, card && { status: card.status, facts: row.facts })
      : []
  const to_book = card && actions.includes("captured") ? toBook(row, card) : null
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    account: row.account,
    transaction_id: row.transaction_id,
    payout_id: row.payout_id,
    order_id: row.order_id,
    description: describeAnomaly(row.kind),
    facts: { ...row.facts, ...(to_book && { to_book }), order },
    reason_text: reasonIn(row.facts.reason),
    actions: [...actions],
    action: row.action,
    note: row.note,
    note_text: row.note === null ? null : noteText(row.note),
    refund_amount: row.refund_amount,
    refund_currency: row.refund_currency,
    destination_known: row.destination_sealed !== null,
    proposed,
    resolved_by: row.resolved_by,
    resolved_at: iso(row.resolved_at),
    created_at: row.created_at.toISOString(),
  }
}

/** What `captured` books without an amount in the decision; null when it needs one. */
function toBook(
  { facts }: Anomaly,
  card: Pick<CardTransaction, "captured_amount"> & CapturableHold
) {
  if (card.captured_amount !== null) {
    return { amount: card.captured_amount, currency: card.currency }
  }
  const booked = capturedAmount(card, toldTaken(facts), null)
  return booked.outcome === "books" ? { amount: booked.amount, currency: card.currency } : null
}

export function showEvent(row: ListedEvent): AdminEvent {
  return {
    id: row.id,
    source: row.source,
    type: row.type,
    reference: row.reference,
    transaction_id: row.transaction_id,
    account: row.account,
    status: row.status,
    attempts: row.attempts,
    last_error: told(row.last_error),
    created_at: row.created_at.toISOString(),
  }
}

export function showEventDetail(row: ListedEvent): AdminEventDetail {
  return {
    ...showEvent(row),
    status_reason: row.status_reason,
    signature: row.signature,
    next_attempt_at: iso(row.next_attempt_at),
    processed_at: iso(row.processed_at),
    payload: row.payload,
  }
}

/**
 * What an operator sees of the service's answer. Of the shopper it shows only what tells people
 * apart: the last four characters of a document number, and no phone number.
 */
export function showRemote(remote: RemoteTransaction): AdminRemoteTransaction {
  const said = (key: string): string | null => {
    const value = remote.customer[key]
    return typeof value === "string" && value !== "" ? value.slice(0, 255) : null
  }
  return {
    ticket: remote.ticket,
    reference: remote.reference,
    amount: remote.amount,
    currency: remote.currency,
    status: remote.status,
    raw_status: remote.raw_status,
    kind: remote.kind,
    type_transaction: remote.type_transaction,
    response_message: remote.response_message,
    date: remote.date,
    customer: {
      full_name: said("full_name"),
      email: said("email"),
      legal_doc_type: said("legal_doc_type"),
      legal_doc_last_four: said("legal_doc")?.slice(-4) ?? null,
    },
    card: remote.card,
  }
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

// Errors of Medusa, of the database and of the service may quote personal data.
function told(text: string | null): string | null {
  return text === null ? null : redactText(text)
}

function reasonIn(kept: unknown): Text | null {
  return typeof kept === "string" ? reasonText(kept) : null
}
