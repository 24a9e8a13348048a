import { z } from "zod"

import { compareAmounts, type MajorAmount, majorAmount, ZERO } from "./money"

/** An amount in major units as a store writes it in its options: zero or more. */
export const nonNegativeAmount = z
  .union([z.string(), z.number()], { error: "must be an amount in major units" })
  .transform((value, context): MajorAmount => {
    try {
      const amount = majorAmount(value)
      if (compareAmounts(amount, ZERO) >= 0) {
        return amount
      }
    } catch {
      // Reported below, in the same words.
    }
    context.addIssue("must be an amount in major units, zero or more")
    return z.NEVER
  })
