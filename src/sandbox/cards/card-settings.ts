import { z } from "zod"
import { notificationSettingsSchema } from "../delivery-settings"

/** See docs/service.md#card-subscriptions. */
export const PERIODICITIES = [
  "daily",
  "weekly",
  "biweekly",
  "monthly",
  "threefortnights",
  "bimonthly",
  "quarterly",
  "fourmonths",
  "halfyearly",
  "yearly",
  "custom",
] as const

/** See docs/service.md#card-webhooks. */
export const CARD_EVENTS = [
  "transaction.authorized",
  "transaction.captured",
  "transaction.declined",
  "subscription.created",
  "subscription.cancelled",
  "subscription.expired",
] as const
export type CardEvent = (typeof CARD_EVENTS)[number]

/** Who decides what the card's bank says. */
const outcome = z.enum(["card", "approve", "decline", "error"]).default("card")

/**
 * How the card-payment API behaves: a setting for each reading of what is open
 * (docs/service.md#cards).
 */
export const cardSettingsSchema = z.strictObject({
  authorize: outcome.describe("card: as the test card says; else every preauthorization alike"),
  renew: outcome.describe("card: as the test card says; else every renewal alike"),
  capture: z.enum(["card", "approve", "decline"]).default("card"),
  tokenUse: z
    .enum(["once", "many"])
    .default("once")
    .describe("Of a token the browser script made; the fixed test tokens serve always"),
  subscriptionIds: z
    .enum(["uuid", "prefixed"])
    .default("uuid")
    .describe("prefixed: sub_ and a UUID, 40 characters"),
  periodicities: z
    .array(z.enum(PERIODICITIES))
    .default([...PERIODICITIES])
    .describe("The Colombia page lists monthly, yearly and custom only"),
  documentTypes: z
    .array(z.string().min(1))
    .default(["CC", "CE", "NIT", "TI", "PAS"])
    .describe("The Colombia page lists CC, CE and PPN"),
  pastStart: z
    .enum(["accept", "refuse"])
    .default("accept")
    .describe("A start_date before today in Colombia; nobody says"),
  referenceRequired: z
    .boolean()
    .default(true)
    .describe("Whether a preauthorization needs a reference_id: both are documented"),
  duplicateReference: z
    .enum(["accept", "refuse", "first"])
    .default("accept")
    .describe("A reference_id used before: hold again, refuse, or answer as for the first one"),
  answerAmounts: z
    .enum(["number", "string"])
    .default("number")
    .describe("`amount` in answers; string: with two decimals"),
  failureData: z
    .boolean()
    .default(true)
    .describe("A refusal by the provider carries the transaction"),
  missingHeader: z
    .enum(["json", "text"])
    .default("json")
    .describe("The plain message of a 400: { status, message } or text"),
  renewalOfCaptured: z
    .enum(["keep", "reverse"])
    .default("keep")
    .describe("What cancelling a captured original does to its capture; nobody says"),
  captureAfterCancel: z
    .enum(["refuse", "accept"])
    .default("refuse")
    .describe("Of a hold whose subscription is cancelled or expired; nobody says"),
  holdDays: z
    .number()
    .positive()
    .max(366)
    .nullable()
    .default(null)
    .describe("After this a hold nobody captured is gone; null = it stays"),
})

/**
 * How card webhooks are signed and sent (docs/service.md#card-webhooks,
 * docs/service.md#webhook-signatures).
 */
export const webhookSettingsSchema = notificationSettingsSchema.extend({
  retrySeconds: notificationSettingsSchema.shape.retrySeconds.unwrap().default([60, 600, 1_800]),
  events: z
    .array(z.enum(CARD_EVENTS))
    .default([...CARD_EVENTS])
    .describe("What is sent at all: which operation emits which event is not stated"),
  signature: z
    .strictObject({
      input: z.enum(["body", "timestamp.body"]).default("body"),
      encoding: z.enum(["hex", "base64"]).default("hex"),
      prefix: z.string().max(20).default(""),
    })
    .prefault({}),
  capturedNames: z
    .enum(["completion", "preauthorization"])
    .default("completion")
    .describe("The transaction that transaction.captured is about; payload not shown"),
  linked: z
    .boolean()
    .default(false)
    .describe("data.transaction names linked_transaction_id; payload not shown"),
})
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Only HTTPS, as at the service. A sandbox may also reach its own machine. */
export const webhookUrlSchema = z.url({ protocol: /^https?$/ }).refine((address) => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === "https:" || LOOPBACK.test(hostname)
}, "only HTTPS addresses receive webhooks (http on this machine)")
