import { z } from "zod"
import { computedAmount } from "../money/amount"

// Passed through: zod would copy a BigNumber into a plain object and lose its value.
const bigNumber = z.custom<object>((value) => typeof value === "object" && value !== null)

/** An amount as Medusa's query returns it: a number, a text or a BigNumber, in major units. */
export const medusaAmount = z
  .union([z.string(), z.number(), bigNumber])
  .transform((value) => computedAmount(value))

/** Related rows as Medusa's query returns them: the list may be missing, and so may rows in it. */
export function medusaRows<T extends z.ZodType>(row: T) {
  return z
    .array(row.nullish())
    .nullish()
    .transform((list) => (list ?? []).filter((entry) => entry != null))
}
