import { z } from "zod"
import { CARD_EVENTS, type CardWebhook } from "../card/event"
import { remoteCardTransaction } from "../card/transaction"
import { sanitize } from "../text/sanitize"

const LONGEST_DELIVERY = 64

const named = z.string().nullable()

/** The stored part of a card webhook: its claim, without personal data. */
export const storedWebhookSchema = z.object({
  event: z.enum(CARD_EVENTS).nullable(),
  id: named,
  /** `X-Webhook-Id` of the first delivery: the service's support finds the webhook by it. */
  delivery: named,
  at: z.iso.datetime().nullable(),
  transaction: remoteCardTransaction.nullable(),
  subscription_id: named,
})

export type StoredWebhook = z.infer<typeof storedWebhookSchema>

/** @param delivery header `X-Webhook-Id` as it came, of any form */
export function storedWebhook(webhook: CardWebhook, delivery: unknown): StoredWebhook {
  const { event, id, at, transaction, subscription_id } = webhook
  return {
    event,
    id,
    delivery: typeof delivery === "string" ? sanitize(delivery, LONGEST_DELIVERY) : null,
    at: at?.toISOString() ?? null,
    transaction,
    subscription_id,
  }
}

/** Reads a stored webhook; null when the stored JSON is not one. */
export function readStoredWebhook(
  payload: unknown,
  { type, idempotency_key }: { type: string; idempotency_key: string | null }
): CardWebhook | null {
  const stored = storedWebhookSchema.safeParse(payload)
  if (!stored.success || idempotency_key === null) {
    return null
  }
  const { event, id, at, transaction, subscription_id } = stored.data
  return {
    ...{ event, type, id, idempotency_key, transaction, subscription_id },
    at: at === null ? null : new Date(at),
  }
}

/**
 * The name that a stored webhook is listed under: our reference, else the service's id of its
 * subject.
 */
export function webhookReference({ transaction, subscription_id }: CardWebhook): string {
  return (
    transaction?.reference_id ??
    transaction?.transaction_id ??
    transaction?.linked_transaction_id ??
    subscription_id ??
    "none"
  )
}
