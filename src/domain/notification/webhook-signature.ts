import { createHash, createHmac, timingSafeEqual } from "node:crypto"

import { z } from "zod"
import { CARD_WEBHOOK_FRESH_MINUTES } from "../time/schedule"

/**
 * How `X-Webhook-Signature` of a card webhook is made: HMAC SHA256, with an unknown signed input
 * and encoding (docs/service.md#webhook-signatures).
 * - `input`: the raw body, or the text of `X-Webhook-Timestamp`, a dot and the raw body
 * - `prefix`: may stand before the signature; one without it is read too
 */
export const signatureFormSchema = z.strictObject({
  input: z.enum(["body", "timestamp.body"]).default("body"),
  encoding: z.enum(["hex", "base64"]).default("hex"),
  prefix: z.string().max(32).default("sha256="),
})

export type SignatureForm = z.infer<typeof signatureFormSchema>

export const DEFAULT_SIGNATURE_FORM: SignatureForm = signatureFormSchema.parse({})

/** What was signed: the body byte for byte, and `X-Webhook-Timestamp` as it came, of any form. */
export interface SignedWebhook {
  raw: Buffer
  timestamp: unknown
}

/**
 * The signature of a webhook, with the form's prefix.
 *
 * @throws RangeError for an empty secret, which everybody knows, or an input without its timestamp
 */
export function signWebhook(
  { raw, timestamp }: SignedWebhook,
  secret: string,
  form: SignatureForm = DEFAULT_SIGNATURE_FORM
): string {
  if (secret === "") {
    throw new RangeError("the secret of the card webhooks is empty")
  }
  const hmac = createHmac("sha256", secret)
  if (form.input === "timestamp.body") {
    if (typeof timestamp !== "string") {
      throw new RangeError("the form of the signature needs a timestamp")
    }
    hmac.update(`${timestamp}.`, "utf8")
  }
  return `${form.prefix}${hmac.update(raw).digest(form.encoding)}`
}

/**
 * Checks `X-Webhook-Signature` in constant time, before anything of the body is read.
 *
 * @param header as it came, of any form; a repeated header is wrong
 * @param secrets one of them has to fit
 * @throws RangeError for an empty secret
 */
export function verifyWebhookSignature(
  signed: SignedWebhook,
  header: unknown,
  secrets: readonly string[],
  form: SignatureForm = DEFAULT_SIGNATURE_FORM
): "valid" | "wrong" | "missing" {
  if (header === undefined || header === null || header === "") {
    return "missing"
  }
  if (typeof header !== "string") {
    return "wrong"
  }
  if (form.input === "timestamp.body" && typeof signed.timestamp !== "string") {
    return "wrong"
  }
  const bare = { ...form, prefix: "" }
  const given = signatureIn(header, form)
  // Each secret is tried, so that the time taken does not tell which one fits.
  const fits = secrets.map((secret) => same(given, signWebhook(signed, secret, bare)))
  return fits.includes(true) ? "valid" : "wrong"
}

/**
 * The signed time that decides freshness (docs/service.md#webhook-signatures): the body's own, or
 * the header's when the header is signed with every delivery. Anybody can write an unsigned header.
 *
 * @param body `timestamp` of the body, null when it is no time
 */
export function signedTime(
  body: Date | null,
  header: unknown,
  { input }: SignatureForm
): Date | null {
  if (input === "body") {
    return body
  }
  const time = z.iso.datetime({ offset: true }).safeParse(header)
  return time.success ? new Date(time.data) : null
}

/**
 * Whether a webhook is recent, with the same tolerance into the past and the future. A webhook
 * without a signed time never is.
 */
export function isFresh(
  at: Date | null,
  now: Date,
  minutes: number = CARD_WEBHOOK_FRESH_MINUTES
): boolean {
  return at !== null && Math.abs(now.getTime() - at.getTime()) <= minutes * 60_000
}

function signatureIn(header: string, { prefix, encoding }: SignatureForm): string {
  const text = header.trim()
  const bare = text.startsWith(prefix) ? text.slice(prefix.length) : text
  return encoding === "hex" ? bare.toLowerCase() : bare
}

// Compares digests. They have one length, so the time taken reveals neither length nor place of a
// difference.
function same(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest()
}
