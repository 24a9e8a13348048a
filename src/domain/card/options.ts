import { z } from "zod"

import { isTimeZone } from "../time/calendar-day"
import { nonNegativeAmount } from "../options/amount"
import { MISSED_PERIODS } from "../renewal/calendar"
import {
  CARD_WEBHOOK_FRESH_MINUTES,
  DUNNING_DAYS,
  HOLD_DAYS,
  RELEASE_HOLDS_AFTER_DAYS,
} from "../time/schedule"
import { isPlanName, planName } from "../subscription/plan"
import { signatureFormSchema } from "../notification/webhook-signature"

// Options of cards (docs/service.md#cards) and of subscriptions that renew with them
// (docs/decisions/0025-renewal-periods.md).

const text = z.string().trim().min(1, { error: "must not be empty" })
const path = text.regex(/^\/[^\s?#]*$/, { error: 'must be a path that begins with "/"' })
const limit = nonNegativeAmount.nullable().default(null)

/** Option `card`: payments with a token of the service's script, without redirect. */
export const cardOptionsSchema = z.strictObject({
  id: text.describe("The account that takes cards: an id of `accounts`."),
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
    .describe(
      "`true` takes the money when the cart is completed instead of when the order is captured."
    ),
  limits: z
    .strictObject({ min: limit, max: limit })
    .prefault({})
    .describe(
      "Smallest and largest card payment in major units, as the service set them for your account."
    ),
  // The service takes at most 20 characters.
  planName: text
    .transform(planName)
    .refine(isPlanName, { error: "must be one line" })
    .default("Compra")
    .describe(
      "Name at the service of a payment that starts no subscription, cut to 20 characters."
    ),
  periodicity: z
    .enum(["custom", "plan"])
    .default("custom")
    .describe(
      "How often a card is charged, as the service is told. `custom` says always `custom`, because the plugin keeps the calendar. `plan` says the periodicity of the plan, which the service may not know."
    ),
  planCarts: z
    .enum(["card_only", "any"])
    .default("card_only")
    .describe(
      "How a cart with a plan is paid. `card_only` refuses a link for it, because nothing would renew. `any` sells it once by a link."
    ),
  tax: z
    .enum(["zero", "order"])
    .default("zero")
    .describe(
      "How much of the total the service is told to be tax: `zero` tells none, `order` tells what Medusa computed."
    ),
  signature: signatureFormSchema
    .prefault({})
    .describe(
      "How the webhooks are signed: `input` is `body` or `timestamp.body`, `encoding` is `hex` or `base64`, and `prefix` may stand before the signature."
    ),
  // Longer than the service's retries, which end after 41 minutes (docs/service.md#card-webhooks).
  webhookFreshMinutes: z
    .number()
    .int()
    .min(42)
    .max(1440)
    .default(CARD_WEBHOOK_FRESH_MINUTES)
    .describe(
      "A webhook whose signed time is further from now than this is refused. At least 42, because the service repeats for 41 minutes."
    ),
  declines: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe(
      "After so many refused cards of one payment collection within 15 minutes, its card sessions get 429. So nobody tries out stolen cards."
    ),
  releaseHoldsAfterDays: z
    .number()
    .int()
    .min(1)
    .max(60)
    .default(RELEASE_HOLDS_AFTER_DAYS)
    .describe("Days after which a hold that nobody captured is released."),
  holdDays: z
    .number()
    .int()
    .min(1)
    .max(60)
    .default(HOLD_DAYS)
    .describe(
      "Days that a hold lives at the bank. A hold whose outcome is unknown for longer counts as lapsed, and a renewal takes a fresh one."
    ),
})
export type CardOptions = z.output<typeof cardOptionsSchema>

/** Option `renewal`: how subscriptions renew. */
export const renewalOptionsSchema = z.strictObject({
  call: z
    .enum(["authorize", "renewal"])
    .default("authorize")
    .describe(
      "`authorize` charges a period by a fresh hold. `renewal` charges it by the service's renewal call. That call cancels the captured transaction of the period before, and nobody says what that does to the money."
    ),
  missed: z
    .enum(MISSED_PERIODS)
    .default("skip")
    .describe(
      "What happens to periods that passed while nothing could be charged. `skip` charges one of them: the open one, or else the latest. `charge` charges each."
    ),
  prices: z
    .enum(["kept", "current"])
    .default("kept")
    .describe(
      "`kept`: an order costs what the order before it cost. `current`: it costs what the shop asks now."
    ),
  retryDays: z
    .array(z.number().int().min(1).max(60))
    .max(10)
    .refine((days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)), {
      error: "must be days in ascending order",
    })
    .default([...DUNNING_DAYS])
    .describe(
      "Days from the first refusal of a renewal to each further try. After the last try the subscription is canceled."
    ),
})

/** Option `timeZone`: where the store's day begins. */
export const timeZoneSchema = text.refine(isTimeZone, {
  error: "must be a time zone such as America/Bogota",
})
