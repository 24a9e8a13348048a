import { randomUUID } from "node:crypto"
import type { CardEvent } from "../card/event"
import { secretsIn } from "../privacy/secret-list"
import { type SignatureForm, signatureFormSchema, signWebhook } from "./webhook-signature"

/**
 * A card webhook to be signed, in the form of docs/service.md#card-webhooks; what is left out is
 * made up.
 */
export interface TestWebhook {
  event: CardEvent
  data: {
    transaction?: Record<string, unknown>
    subscription?: Record<string, unknown>
  }
  id?: string
  /** When it happened; now, unless a test wants a stale one. */
  timestamp?: Date
  /** `{event}:{uuid}`, the same of two webhooks that are one. */
  idempotency_key?: string
}

export interface TestWebhookOptions {
  /** Option `webhookSecret` of the plugin; of a list the first one signs. */
  secret: string
  /** The form of the signature, if the plugin was given another than the usual one. */
  signature?: Partial<SignatureForm>
}

/** What a test posts to `/hooks/payin/card`: this body, byte for byte, with these headers. */
export interface SignedTestWebhook {
  body: string
  headers: Record<string, string>
}

/**
 * A card webhook signed as the service would sign it: for a store's own tests, with the secret of its test
 * configuration.
 *
 * ```ts
 * const { body, headers } = signTestWebhook(
 *   { event: "transaction.captured", data: { transaction: { reference_id, amount: "50000.00", ... } } },
 *   { secret: "the webhookSecret of the test" }
 * )
 * await fetch("http://localhost:9000/hooks/payin/card", { method: "POST", body, headers })
 * ```
 *
 * Change a character of `body` to see it refused, post it twice to see it booked once.
 */
export function signTestWebhook(
  { event, data, id, timestamp = new Date(), idempotency_key }: TestWebhook,
  { secret, signature = {} }: TestWebhookOptions
): SignedTestWebhook {
  const entity = data.transaction?.transaction_id ?? data.subscription?.subscription_id
  const key = idempotency_key ?? `${event}:${typeof entity === "string" ? entity : randomUUID()}`
  const at = timestamp.toISOString()
  const body = JSON.stringify({
    id: id ?? randomUUID(),
    event,
    timestamp: at,
    idempotency_key: key,
    data,
  })
  const [first = ""] = secretsIn(secret)
  const form = signatureFormSchema.parse(signature)
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "X-Webhook-Event": event,
      "X-Webhook-Timestamp": at,
      "X-Webhook-Id": randomUUID(),
      "X-Idempotency-Key": key,
      "X-Webhook-Signature": signWebhook({ raw: Buffer.from(body), timestamp: at }, first, form),
      "User-Agent": "Service-Webhooks/1.0",
    },
  }
}
