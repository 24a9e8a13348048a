import { z } from "zod"

import { isPositive, isUnclearThousands, majorAmount } from "../money/amount"
import { UNCLEAR_THOUSANDS } from "../options/amount"

/** The shortest and longest life of a link that may be asked for, in minutes (30 days). */
export const LINK_MINUTES = { min: 5, max: 43_200 } as const

const text = z.strictObject({ es: z.string().min(1), en: z.string().min(1) })

const limit = z
  .union([z.string(), z.number()], { error: "must be an amount in major units, or null" })
  .refine((value) => typeof value === "number" || !isUnclearThousands(value), {
    error: UNCLEAR_THOUSANDS,
  })
  .refine(isPositiveAmount, { error: "must be an amount in major units above zero, or null" })
  .nullable()

const method = z.strictObject({
  enabled: z.boolean().optional().describe("Whether shoppers may choose it."),
  label: text.optional().describe("Its name for shoppers, `{ es, en }`."),
  description: text.optional().describe("One sentence for shoppers, `{ es, en }`."),
  min: limit.optional().describe("Smallest amount in major units; null: no minimum."),
  max: limit.optional().describe("Largest amount in major units; null: no maximum."),
  link_minutes: z
    .number()
    .int()
    .min(LINK_MINUTES.min)
    .max(LINK_MINUTES.max)
    .optional()
    .describe("Life of a payment link in minutes."),
  grace_hours: z
    .number()
    .min(0)
    .max(720)
    .optional()
    .describe(
      "Hours after the link's end before the session ends and a waiting order is released."
    ),
})

const country = z.strictObject({
  enabled: z.boolean().optional().describe("Whether accounts of this country are allowed."),
  phone_code: z
    .string()
    .regex(/^[0-9]{1,4}$/, { error: "must be 1 to 4 digits without a plus sign" })
    .optional()
    .describe("Calling code, digits only."),
  document_types: z
    .array(z.string().regex(/^[A-Z]{2,10}$/, { error: "must be 2 to 10 capital letters" }))
    .min(1)
    .optional()
    .describe("Document types a shopper may choose; replaces the built-in list."),
  payout: z
    .boolean()
    .optional()
    .describe("Whether money can be sent there. MX: false unless a store says otherwise."),
  methods: z
    .record(
      z
        .string()
        .regex(/^[A-Z][A-Z0-9_]{1,39}$/, { error: "must be a payment_method in capital letters" }),
      method
    )
    .optional()
    .describe("Changes to methods by `payment_method`; a name not in the table adds a method."),
})

/** Option `countries`: what a store changes in the built-in table. */
export const countryOverridesSchema = z.strictObject({
  CO: country.optional(),
  PE: country.optional(),
  MX: country
    .refine(({ methods }) => methods?.CASH === undefined, {
      path: ["methods", "CASH"],
      error: "is refused: it needs the shopper's address. Use CASH_BANK, CASH_STORE or CASH_ALL",
    })
    .optional(),
})

export type CountryOverrides = z.infer<typeof countryOverridesSchema>
export type CountryOverride = z.infer<typeof country>
export type MethodOverride = z.infer<typeof method>

function isPositiveAmount(value: string | number): boolean {
  try {
    return isPositive(majorAmount(value))
  } catch {
    return false
  }
}
