import { createHash } from "node:crypto"

import { z } from "zod"
import type { CardCause, CardStatus } from "./state"
import { readCardTransaction, type RemoteCardTransaction } from "./transaction"
import { sanitize } from "../text/sanitize"
import type { SubscriptionCause } from "../subscription/state"

/** The events of card webhooks (docs/service.md#card-webhooks). */
export const CARD_EVENTS = [
  "transaction.authorized",
  "transaction.captured",
  "transaction.declined",
  "subscription.created",
  "subscription.cancelled",
  "subscription.expired",
] as const
export type CardEvent = (typeof CARD_EVENTS)[number]

/** A card webhook as it was sent. It is believed only once its signature is valid. */
export interface CardWebhook {
  /** null for an undocumented event, which is kept and ignored. */
  event: CardEvent | null
  /** The event as it was spelled, at most 64 characters. */
  type: string
  id: string | null
  /** Time of the event in the signed body; null when it cannot be read. */
  at: Date | null
  /** Two webhooks with the same one are one. */
  idempotency_key: string
  transaction: RemoteCardTransaction | null
  subscription_id: string | null
}

/**
 * A webhook's claim about one of our rows. It changes nothing without a row, and then only as
 * `cardTransition` or `subscriptionTransition` allow.
 */
export type CardClaim =
  | {
      about: "transaction"
      to: Extract<CardStatus, "authorized" | "captured" | "declined">
      cause: Extract<CardCause, "webhook" | "refused">
      transaction: RemoteCardTransaction
      subscription_id: string | null
    }
  | {
      about: "subscription"
      cause: Extract<SubscriptionCause, "created" | "canceled" | "expired">
      subscription_id: string
    }
  /**
   * An event about a payment whose meaning is undocumented, or that contradicts its own data: a
   * person is asked, and nothing is booked.
   */
  | {
      about: "unclear"
      why: "undocumented" | "contradicts_itself"
      transaction: RemoteCardTransaction
    }
  | { about: "nothing"; reason: "unknown_event" | "names_nothing" }

const LONGEST = 64
const LONGEST_KEY = 128

const text = z.string().trim().min(1).nullish().catch(null)
const envelope = z.object({
  id: text,
  event: text,
  timestamp: text,
  idempotency_key: text,
  data: z
    .object({
      transaction: z.unknown().optional(),
      subscription: z.object({ subscription_id: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

/**
 * Reads a webhook's raw body. Everything but JSON is tolerated, because only the payload of
 * `transaction.authorized` is documented (docs/service.md#card-webhooks).
 *
 * @returns null when it is no JSON object
 */
export function parseCardWebhook(raw: Buffer): CardWebhook | null {
  const body = envelope.safeParse(jsonOf(raw))
  if (!body.success) {
    return null
  }
  const { id, event, timestamp, idempotency_key, data } = body.data
  return {
    event: CARD_EVENTS.find((one) => one === event) ?? null,
    type: sanitize(event ?? "none", LONGEST),
    id: fitting(id, LONGEST),
    at: timeOf(timestamp),
    // Without a key of its own, a webhook is identified by its body.
    idempotency_key: fitting(idempotency_key, LONGEST_KEY) ?? `body:${sha256(raw)}`,
    transaction: readCardTransaction(data?.transaction),
    subscription_id: fitting(data?.subscription?.subscription_id, LONGEST),
  }
}

/** A webhook's claim, without regard to earlier webhooks. */
export function claimOf({ event, transaction, subscription_id }: CardWebhook): CardClaim {
  switch (event) {
    case null:
      return transaction === null || namesNothing(transaction)
        ? { about: "nothing", reason: "unknown_event" }
        : { about: "unclear", why: "undocumented", transaction }
    case "subscription.created":
      return ofSubscription("created", subscription_id)
    case "subscription.cancelled":
      return ofSubscription("canceled", subscription_id)
    case "subscription.expired":
      return ofSubscription("expired", subscription_id)
    case "transaction.authorized":
    case "transaction.captured":
    case "transaction.declined":
      return ofTransaction(event, transaction, subscription_id)
  }
}

type TransactionEvent = Extract<CardEvent, `transaction.${string}`>

function ofTransaction(
  event: TransactionEvent,
  transaction: RemoteCardTransaction | null,
  subscription_id: string | null
): CardClaim {
  if (transaction === null || namesNothing(transaction)) {
    return { about: "nothing", reason: "names_nothing" }
  }
  if (event !== "transaction.declined" && transaction.status === "UNKNOWN") {
    return { about: "unclear", why: "undocumented", transaction }
  }
  if (contradictsItself(event, transaction)) {
    return { about: "unclear", why: "contradicts_itself", transaction }
  }
  const claim = { about: "transaction", transaction, subscription_id } as const
  switch (event) {
    case "transaction.authorized":
      return { ...claim, to: "authorized", cause: "webhook" }
    case "transaction.captured":
      return { ...claim, to: "captured", cause: "webhook" }
    case "transaction.declined":
      // After a declined capture the hold remains. A decline without a type is about the hold, and
      // contradicts a row that has one.
      return transaction.kind === "capture"
        ? { ...claim, to: "authorized", cause: "refused" }
        : { ...claim, to: "declined", cause: "webhook" }
  }
}

function ofSubscription(
  cause: "created" | "canceled" | "expired",
  subscription_id: string | null
): CardClaim {
  return subscription_id === null
    ? { about: "nothing", reason: "names_nothing" }
    : { about: "subscription", cause, subscription_id }
}

function namesNothing({
  transaction_id,
  linked_transaction_id,
  reference_id,
}: RemoteCardTransaction): boolean {
  return transaction_id === null && linked_transaction_id === null && reference_id === null
}

function contradictsItself(
  event: TransactionEvent,
  { kind, status }: RemoteCardTransaction
): boolean {
  if (event === "transaction.declined") {
    return status === "APPROVED"
  }
  const failed = status === "DECLINED" || status === "ERROR"
  return failed || (event === "transaction.authorized" && kind === "capture")
}

/** A text longer than documented is dropped, not cut: two cut texts could become equal. */
function fitting(value: string | null | undefined, max: number): string | null {
  return value == null || value.length > max ? null : sanitize(value, max)
}

function timeOf(value: string | null | undefined): Date | null {
  const time = z.iso.datetime({ offset: true }).safeParse(value)
  return time.success ? new Date(time.data) : null
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString("utf8"))
  } catch {
    return null
  }
}

function sha256(raw: Buffer): string {
  return createHash("sha256").update(raw).digest("hex")
}
