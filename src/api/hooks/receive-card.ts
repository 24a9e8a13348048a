import type { IncomingHttpHeaders } from "node:http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { claimOf, parseCardWebhook, type CardWebhook } from "../../domain/card/event"
import { isCardReference } from "../../domain/row/reference"
import { storedWebhook, webhookReference } from "../../domain/notification/stored-webhook"
import {
  isFresh,
  signedTime,
  verifyWebhookSignature,
} from "../../domain/notification/webhook-signature"
import { servicesOf } from "../../workflows/settle"
import { requestLookup } from "../../workflows/settle/notification"
import { notFound, STORED, unauthorized, type HookAnswer } from "./answer"

/** An incoming card webhook. */
export interface IncomingWebhook {
  raw: Buffer
  headers: IncomingHttpHeaders
  /** Whether an unmatched webhook is refused instead of kept. */
  knownOnly: boolean
}

const NOT_FOUND = notFound("This store takes no card payments.")
const UNKNOWN = notFound("No card payment is known here.")
const UNAUTHORIZED = unauthorized("X-Webhook-Signature is wrong or missing.")
const STALE = unauthorized("The webhook's signed time is too far from the current time.")
const NOT_JSON: HookAnswer = {
  status: 400,
  type: "invalid_data",
  message: "The webhook is not a JSON object.",
}

/**
 * Checks a card webhook and stores it, once, before the answer. It is processed afterwards
 * (docs/decisions/0012-notifications-are-stored-first.md). Nothing of the body is read before its
 * signature is valid.
 */
export async function receiveCardWebhook(
  container: MedusaContainer,
  { raw, headers, knownOnly }: IncomingWebhook
): Promise<HookAnswer> {
  const { gateway, inbox, ledger } = servicesOf(container)
  const { card, webhookSecrets } = gateway.options
  if (card === null || webhookSecrets.length === 0) {
    return NOT_FOUND
  }
  const form = card.signature
  const signature = headers["x-webhook-signature"]
  const timestamp = headers["x-webhook-timestamp"]
  if (verifyWebhookSignature({ raw, timestamp }, signature, webhookSecrets, form) !== "valid") {
    ledger.refusedWebhooks.count("card", "signature")
    return UNAUTHORIZED
  }
  const webhook = parseCardWebhook(raw)
  const at = signedTime(webhook?.at ?? null, timestamp, form)
  const fresh = isFresh(at, await inbox.events.now(), card.webhookFreshMinutes)
  // With a signed header the time is known even for a body that cannot be read.
  if (!fresh && (webhook !== null || form.input === "timestamp.body")) {
    ledger.refusedWebhooks.count("card", "stale")
    return STALE
  }
  if (webhook === null) {
    return NOT_JSON
  }
  if (knownOnly && !(await isKnown(container, card.id, webhook))) {
    return UNKNOWN
  }
  const { id } = await inbox.events.store({
    source: "card",
    type: webhook.type,
    reference: webhookReference(webhook),
    transaction_id: null,
    idempotency_key: webhook.idempotency_key,
    account: card.id,
    raw,
    payload: storedWebhook(webhook, headers["x-webhook-id"]),
    signature: "valid",
    ignored: null,
  })
  if (id !== null) {
    await requestLookup(container, { transaction_id: null, event_id: id })
  }
  return STORED
}

async function isKnown(
  container: MedusaContainer,
  account: string,
  webhook: CardWebhook
): Promise<boolean> {
  const claim = claimOf(webhook)
  if (!("transaction" in claim)) {
    return true
  }
  if (isCardReference(claim.transaction.reference_id ?? "")) {
    return true
  }
  const { cardStatusReports } = servicesOf(container).subscriptions
  return (await cardStatusReports.named(account, claim)).length > 0
}
