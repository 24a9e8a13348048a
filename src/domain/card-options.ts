import { z } from "zod"

import { isTimeZone } from "./calendar-day"
import { nonNegativeAmount } from "./option-amount"
import { MISSED_PERIODS } from "./renewal-calendar"
import { CARD_WEBHOOK_FRESH_MINUTES, DUNNING_DAYS, RELEASE_HOLDS_AFTER_DAYS } from "./schedule"
import { isPlanName, planName } from "./subscription-plan"
import { signatureFormSchema } from "./webhook-signature"

// Options of cards and of what renews with them (design.md 5, Card and Renewal; gaps.md Card API).

const text = z.string().trim().min(1, { error: "must not be empty" })
const path = text.regex(/^\/[^\s?#]*$/, { error: 'must be a path that begins with "/"' })
const limit = nonNegativeAmount.nullable().default(null)

/** Option `card`: payments with a token of the service's script, without redirect. */
export const cardOptionsSchema = z.strictObject({
  id: text.describe("The account."),
  paths: z
    .strictObject({
      create: path.default("/api/subscription/card"),
      authorize: path.default("/api/v1/subscription/card/authorize"),
      renew: path.default("/api/v1/subscription/card/authorize/renewal"),
      capture: path.default("/api/v1/subscription/card/capture"),
      cancel: path.default("/api/subscription/card/cancel"),
    })
    .prefault({})
    .describe("Paths of the card-payment API below `cardUrl`."),
  captureOnAuthorize: z
    .boolean()
    .default(false)
    .describe("The money is taken at once instead of when the order is captured."),
  limits: z
    .strictObject({ min: limit, max: limit })
    .prefault({})
    .describe("Smallest and largest payment in major units, as your account has them."),
  // interface.md 2.8: at most 20 characters.
  planName: text
    .transform(planName)
    .refine(isPlanName, { error: "must be one line" })
    .default("Compra")
    .describe("What a payment that renews nothing is called at the service, cut to 20 characters."),
  tax: z
    .enum(["zero", "order"])
    .default("zero")
    .describe("What of the total the service is told to be tax: none, or what Medusa computed."),
  signature: signatureFormSchema
    .prefault({})
    .describe(
      "Form of the webhooks' signature: `input` is `body` or `timestamp.body`, `encoding` `hex` or `base64`."
    ),
  // Wider than the service's repeats, the last of which comes after 41 minutes (interface.md 6.2).
  webhookFreshMinutes: z
    .number()
    .int()
    .min(42)
    .max(1440)
    .default(CARD_WEBHOOK_FRESH_MINUTES)
    .describe("A webhook whose signed time differs more from now is refused; at least 42."),
  releaseHoldsAfterDays: z
    .number()
    .int()
    .min(1)
    .max(60)
    .default(RELEASE_HOLDS_AFTER_DAYS)
    .describe("A hold that nobody captured is let go after so many days."),
})
export type CardOptions = z.output<typeof cardOptionsSchema>

/** Option `renewal`: how subscriptions renew. */
export const renewalOptionsSchema = z.strictObject({
  call: z
    .enum(["renewal", "authorize"])
    .default("renewal")
    .describe("Charged by the service's renewal call, or by a fresh preauthorization."),
  missed: z
    .enum(MISSED_PERIODS)
    .default("skip")
    .describe(
      "Of periods that passed while nothing could be charged only the latest is charged (`skip`), or each (`charge`)."
    ),
  prices: z
    .enum(["kept", "current"])
    .default("kept")
    .describe("An order costs what the one before it did, or what the shop asks now."),
  retryDays: z
    .array(z.number().int().min(1).max(60))
    .max(10)
    .refine((days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)), {
      error: "must be days in ascending order",
    })
    .default([...DUNNING_DAYS])
    .describe(
      "Days from a refused renewal to each further try, after the last of which the subscription is canceled."
    ),
})

/** Option `timeZone`: where the store's day begins. */
export const timeZoneSchema = text.refine(isTimeZone, {
  error: "must be a time zone such as America/Bogota",
})
