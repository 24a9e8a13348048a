import { randomUUID } from "node:crypto"
import type { CardEvent, WebhookSettings } from "./card-settings"
import type { Authorization, Capture, Subscription } from "./records"

export interface Payload {
  event: string
  key: string
  transaction_id: string | null
  body: Record<string, unknown>
}

/** One envelope for all six events (docs/service.md#card-webhooks). */
export function payloadOf(
  event: CardEvent,
  subject: Subscription | Authorization | Capture,
  timestamp: string,
  settings: WebhookSettings,
  change: { status?: string; body?: Record<string, unknown> }
): Payload {
  const transaction = "type" in subject ? named(subject, settings) : null
  const subscription = "type" in subject ? subject.subscription : subject
  const { subscription_id } = subscription
  const key = `${event}:${transaction?.transaction_id ?? subscription_id}`
  const status = transaction === null ? (change.status ?? subscription.status) : subscription.status
  const data = {
    ...(transaction === null ? {} : { transaction: shown(transaction, settings, change.status) }),
    subscription: { subscription_id, status },
  }
  const body = { id: randomUUID(), event, timestamp, idempotency_key: key, data, ...change.body }
  return { event, key, transaction_id: transaction?.transaction_id ?? null, body }
}

/**
 * The status of a capture that was taken back is not known (docs/service.md#card-webhooks): a
 * guess.
 */
function statusOf(transaction: ReturnType<typeof named>): string {
  const isReversed = "reversed_at" in transaction && transaction.reversed_at !== null
  return isReversed ? "REVERSED" : transaction.status
}

function named(transaction: Authorization | Capture, settings: WebhookSettings) {
  const isCapture = transaction.type === "COMPLETION_TRANSACTION"
  if (!isCapture || settings.capturedNames === "completion") return transaction
  // The captured amount under the preauthorization's name.
  const { transaction_id, type } = transaction.linked
  return { ...transaction, transaction_id, type }
}

function shown(
  transaction: ReturnType<typeof named>,
  settings: WebhookSettings,
  status: string | undefined
) {
  const { transaction_id, type, amount, currency, reference_id, created_at, linked } = transaction
  return {
    transaction_id,
    transaction_type: type,
    transaction_status: status ?? statusOf(transaction),
    amount: amount.toFixed(2),
    currency,
    reference_id,
    transaction_date: new Date(created_at).toISOString(),
    ...(settings.linked && linked ? { linked_transaction_id: linked.transaction_id } : {}),
  }
}
