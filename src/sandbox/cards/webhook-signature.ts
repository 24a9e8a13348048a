import { createHmac } from "node:crypto"
import type { WebhookSettings } from "./card-settings"

/**
 * `X-Webhook-Signature`: HMAC SHA256, with input, encoding and prefix of
 * docs/service.md#webhook-signatures.
 */
export function signWebhook(
  secret: string,
  timestamp: string,
  body: string,
  { input, encoding, prefix }: WebhookSettings["signature"]
): string {
  const signed = input === "body" ? body : `${timestamp}.${body}`
  return prefix + createHmac("sha256", secret).update(signed).digest(encoding)
}
