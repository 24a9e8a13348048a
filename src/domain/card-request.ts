import { z } from "zod"
import { calendarDaySchema } from "./calendar-day"
import { CARD_CUSTOMER_MAX } from "./card-customer"
import { compareAmounts, type MajorAmount, majorAmountSchema, ZERO } from "./money"
import { PERIODICITIES } from "./periodicity"
import { PLAN_NAME_MAX, isPlanName } from "./subscription-plan"

/** interface.md 2.8. */
export const CARD_TOKEN_MAX = 60

/** interface.md 4.6: the only one. */
export const CARD_CURRENCY = "COP"

const line = (max: number) =>
  z
    .string()
    .min(1, { error: "must not be empty" })
    .max(max, { error: `must be at most ${max} characters` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: "must be one line" })

// What the service named itself goes back as it came: its rule says at most 36, its samples have 40
// characters (gaps.md Card API, `subscription_id` length).
const serviceId = line(64).regex(/^\S+$/, { error: "must have no spaces" })

/**
 * The token of a card as a storefront hands it over (interface.md 2.8). It is made in the browser by the
 * service's own script; what looks like a card number is refused, so that none ever reaches us.
 */
export const cardTokenSchema = line(CARD_TOKEN_MAX)
  .regex(/^\S+$/, { error: "must have no spaces" })
  .refine((token) => !/^[\d-]{12,23}$/.test(token), {
    error: "must be the token of a card, never its number",
  })

// A JSON number in major units (gaps.md Money, card API amounts), sent only when it reads back as the same
// amount: 0.1 does, 21 digits do not.
const amount = majorAmountSchema
  .refine((value) => compareAmounts(value, ZERO) >= 0, { error: "must be zero or more" })
  .refine(isExact, { error: "must have at most 2 decimals and 15 digits" })

const taxed = z
  .object({ amount, tax: amount })
  // The tax is a part of the amount, which is the total (gaps.md Card API, `tax`).
  .refine(({ amount: total, tax }) => compareAmounts(tax, total) <= 0, {
    path: ["tax"],
    error: "must not be more than the amount",
  })

const reference = z.string().regex(/^[A-Za-z0-9_-]{1,36}$/, {
  error: "must be 1 to 36 letters, digits, hyphens or underscores",
})

/** Body of create subscription (interface.md 2.8, 4.5); `customer_data` as `cardCustomer` writes it. */
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

/** Body of preauthorize (interface.md 4.6). Amounts in as MajorAmount texts, out as JSON numbers. */
export const authorizeBody = z.intersection(hold, taxed).transform(asNumbers)

/** Body of preauthorize a renewal (interface.md 4.7). */
export const renewalBody = z
  .intersection(hold.extend({ linked_transaction_id: serviceId }), taxed)
  .transform(asNumbers)

/** Body of capture (gaps.md Card API, capture): nothing to take is no capture. */
export const captureBody = z
  .intersection(z.object({ transaction_id: serviceId }), taxed)
  .refine(({ amount: total }) => compareAmounts(total, ZERO) > 0, {
    path: ["amount"],
    error: "must be above zero",
  })
  .transform(asNumbers)

/** Body of cancel (interface.md 4.8). */
export const cancelBody = z.object({ subscription_id: serviceId })

/** Why an amount cannot be captured of a preauthorization; null when it can (gaps.md Card API, capture). */
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
