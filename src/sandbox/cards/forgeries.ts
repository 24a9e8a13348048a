import type { Payload } from "./webhook-payload"

/**
 * What is wrong with a webhook. The first five are of somebody who does not know the secret; the
 * others are signed rightly.
 */
export const WEBHOOK_FORGERIES = [
  "signature",
  "no_signature",
  "secret",
  "body",
  "fresh_header",
  "stale",
  "unknown_event",
  "missing_data",
  "missing_key",
  "not_json",
] as const
export type WebhookForgery = (typeof WEBHOOK_FORGERIES)[number]

interface Draft extends Payload {
  timestamp: string
  secret: string
}

interface SignedMessage {
  event: string
  /** The header's. */
  timestamp: string
  text: string
  signature: string | null
}

type Sign = (secret: string, timestamp: string, text: string) => string

/** Older than any repeat of the service (60 + 600 + 1800 s) can make a webhook. */
const STALE_MS = 86_400_000

/** The webhook as it goes out: honest, or with one thing wrong. */
export function forge(forgery: WebhookForgery | null, draft: Draft, sign: Sign): SignedMessage {
  const { body, event, timestamp, secret } = draft
  const old = new Date(Date.parse(timestamp) - STALE_MS).toISOString()
  const message = (
    content: unknown,
    { time = timestamp, name = event, key = secret }: { time?: string; name?: string; key?: string }
  ): SignedMessage => {
    const text = typeof content === "string" ? content : JSON.stringify(content)
    return { event: name, timestamp: time, text, signature: sign(key, time, text) }
  }
  switch (forgery) {
    case null:
      return message(body, {})
    case "signature":
      return {
        ...message(body, {}),
        signature: flipped(sign(secret, timestamp, JSON.stringify(body))),
      }
    case "no_signature":
      return { ...message(body, {}), signature: null }
    case "secret":
      return message(body, { key: `${secret}-of-someone-else` })
    case "body":
      // Changed on its way: the signature is the honest one's.
      return { ...message(body, {}), text: JSON.stringify({ ...body, data: {} }) }
    case "fresh_header":
      // An old webhook, sent again by somebody who can set headers but not sign.
      return { ...message({ ...body, timestamp: old }, { time: old }), timestamp }
    case "stale":
      return message({ ...body, timestamp: old }, { time: old })
    case "unknown_event":
      return message({ ...body, event: "transaction.settled" }, { name: "transaction.settled" })
    case "missing_data": {
      const { data: _data, ...rest } = body
      return message(rest, {})
    }
    case "missing_key": {
      const { idempotency_key: _key, ...rest } = body
      return message(rest, {})
    }
    case "not_json":
      return message(JSON.stringify(body).slice(0, -1), {})
  }
}

/** Of the same length and alphabet. */
function flipped(signature: string): string {
  // The last characters of base64 may be padding.
  const at = signature.length - 8
  return signature.slice(0, at) + (signature[at] === "a" ? "b" : "a") + signature.slice(at + 1)
}
