import { z } from "zod"

import { isTimeZone } from "./calendar-day"
import { nonNegativeAmount } from "./option-amount"
import { MISSED_PERIODS } from "./renewal-calendar"
import { DUNNING_DAYS, RELEASE_HOLDS_AFTER_DAYS } from "./schedule"
import { isPlanName, planName } from "./subscription-plan"
import { signatureFormSchema } from "./webhook-signature"

// Options of cards and of what renews with them (design.md 5, Card and Renewal; gaps.md Card API).

const text = z.string().trim().min(1, { error: "must not be empty" })
const path = text.regex(/^\/[^\s?#]*$/, { error: 'must be a path that begins with "/"' })
const limit = nonNegativeAmount.nullable().default(null)

/** Option `card`: payments with a token of the service's script, without redirect. */
export const cardOptionsSchema = z.strictObject({
  id: text,
  paths: z
    .strictObject({
      create: path.default("/api/subscription/card"),
      authorize: path.default("/api/v1/subscription/card/authorize"),
      renew: path.default("/api/v1/subscription/card/authorize/renewal"),
      capture: path.default("/api/v1/subscription/card/capture"),
      cancel: path.default("/api/subscription/card/cancel"),
    })
    .prefault({}),
  captureOnAuthorize: z.boolean().default(false),
  limits: z.strictObject({ min: limit, max: limit }).prefault({}),
  // interface.md 2.8: at most 20 characters.
  planName: text
    .transform(planName)
    .refine(isPlanName, { error: "must be one line" })
    .default("Compra"),
  tax: z.enum(["zero", "order"]).default("zero"),
  signature: signatureFormSchema.prefault({}),
  releaseHoldsAfterDays: z.number().int().min(1).max(60).default(RELEASE_HOLDS_AFTER_DAYS),
})
export type CardOptions = z.output<typeof cardOptionsSchema>

/** Option `renewal`: how subscriptions renew. */
export const renewalOptionsSchema = z.strictObject({
  call: z.enum(["renewal", "authorize"]).default("renewal"),
  missed: z.enum(MISSED_PERIODS).default("skip"),
  prices: z.enum(["kept", "current"]).default("kept"),
  retryDays: z
    .array(z.number().int().min(1).max(60))
    .max(10)
    .refine((days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)), {
      error: "must be days in ascending order",
    })
    .default([...DUNNING_DAYS]),
})

/** Option `timeZone`: where the store's day begins. */
export const timeZoneSchema = text.refine(isTimeZone, {
  error: "must be a time zone such as America/Bogota",
})
