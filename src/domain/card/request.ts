import { z } from "zod"
import { calendarDaySchema } from "../time/calendar-day"
import { CARD_CUSTOMER_MAX } from "./customer"
import { looksLikeCardNumber } from "./number"
import { compareAmounts, type MajorAmount, majorAmountSchema, ZERO } from "../money/amount"
import { PERIODICITIES } from "../subscription/periodicity"
import { PLAN_NAME_MAX, isPlanName } from "../subscription/plan"

/** Longest token, see docs/service.md#card-token. */
export const CARD_TOKEN_MAX = 60

/** The only currency of the card-payment API. */
export const CARD_CURRENCY = "COP"

const line = (max: number) =>
  z
    .string()
    .min(1, { error: "must not be empty" })
    .max(max, { error: `must be at most ${max} characters` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: "must be one line" })

// An id of the service is sent back unchanged. Its rule says at most 36 characters, its samples
// have 40 (docs/service.md#card-subscriptions).
const serviceId = line(64).regex(/^\S+$/, { error: "must have no spaces" })

/**
 * The token of a card as a storefront hands it over (docs/service.md#card-token). The service's own
 * script makes it in the browser. A text that looks like a card number is refused, so that none
 * ever reaches the plugin.
 */
export const cardTokenSchema = line(CARD_TOKEN_MAX)
  .regex(/^\S+$/, { error: "must have no spaces" })
  .refine((token) => !looksLikeCardNumber(token), {
    error: "must be the token of a card, never its number",
  })

// A JSON number in major units (docs/service.md#card-amounts). It is sent only if it reads back as
// the same amount: 0.1 does, 21 digits do not.
const amount = majorAmountSchema
  .refine((value) => compareAmounts(value, ZERO) >= 0, { error: "must be zero or more" })
  .refine(isExact, { error: "must have at most 2 decimals and 15 digits" })

const taxed = z
  .object({ amount, tax: amount })
  // The tax is a part of the amount, which is the total (docs/service.md#card-amounts).
  .refine(({ amount: total, tax }) => compareAmounts(tax, total) <= 0, {
    path: ["tax"],
    error: "must not be more than the amount",
  })

const reference = z.string().regex(/^[A-Za-z0-9_-]{1,36}$/, {
  error: "must be 1 to 36 letters, digits, hyphens or underscores",
})

/**
 * Body of create subscription (docs/service.md#card-subscriptions). `cardCustomer` writes
 * `customer_data`.
 */
export const createSubscriptionBody = z.object({
  token: cardTokenSchema,
  plan_name: line(PLAN_NAME_MAX).refine(isPlanName, { error: "must not be blank" }),
  periodicity: z.enum(PERIODICITIES),
  customer_data: z.object({
    legal_doc: line(CARD_CUSTOMER_MAX.legal_doc),
    legal_doc_type: z.enum(["CC", "CE", "NIT", "TI", "PAS"]),
    phone_code: z.string().regex(/^\+\d{1,3}$/, { error: 'must be "+" and 1 to 3 digits' }),
    phone_number: line(CARD_CUSTOMER_MAX.phone_number),
    email: z.email().max(CARD_CUSTOMER_MAX.email),
    full_name: line(CARD_CUSTOMER_MAX.full_name),
  }),
  start_date: calendarDaySchema,
})

const hold = z.object({
  subscription_id: serviceId,
  reference_id: reference,
  currency: z.literal(CARD_CURRENCY),
})

/**
 * Body of preauthorize (docs/service.md#preauthorization). Amounts are read as MajorAmount texts
 * and go out as JSON numbers.
 */
export const authorizeBody = z.intersection(hold, taxed).transform(asNumbers)

/** Body of preauthorize a renewal (docs/service.md#renewal). */
export const renewalBody = z
  .intersection(hold.extend({ linked_transaction_id: serviceId }), taxed)
  .transform(asNumbers)

/** Body of capture (docs/service.md#capture). An amount of zero is no capture. */
export const captureBody = z
  .intersection(z.object({ transaction_id: serviceId }), taxed)
  .refine(({ amount: total }) => compareAmounts(total, ZERO) > 0, {
    path: ["amount"],
    error: "must be above zero",
  })
  .transform(asNumbers)

/** Body of cancel (docs/service.md#cancel). */
export const cancelBody = z.object({ subscription_id: serviceId })

/**
 * Why an amount cannot be captured from a preauthorization; null when it can
 * (docs/service.md#capture).
 */
export function captureProblem(asked: MajorAmount, authorized: MajorAmount): string | null {
  if (compareAmounts(asked, ZERO) <= 0) {
    return `The amount ${asked} must be above zero.`
  }
  return compareAmounts(asked, authorized) > 0
    ? `The amount ${asked} is more than the ${authorized} held on the card.`
    : null
}

function isExact(value: MajorAmount): boolean {
  const [, fraction = ""] = value.split(".")
  return fraction.length <= 2 && value.replace(".", "").length <= 15
}

function asNumbers<Body extends { amount: MajorAmount; tax: MajorAmount }>(body: Body) {
  return { ...body, amount: Number(body.amount), tax: Number(body.tax) }
}
