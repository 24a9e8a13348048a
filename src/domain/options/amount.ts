import { z } from "zod"

import {
  compareAmounts,
  isUnclearThousands,
  type MajorAmount,
  majorAmount,
  ZERO,
} from "../money/amount"

export const UNCLEAR_THOUSANDS =
  "is unclear: write nothing between thousands, 500000 for five hundred thousand"

/** An amount in major units as a store writes it in its options: zero or more. */
export const nonNegativeAmount = z
  .union([z.string(), z.number()], { error: "must be an amount in major units" })
  .transform((value, context): MajorAmount => {
    if (typeof value === "string" && isUnclearThousands(value)) {
      context.addIssue(UNCLEAR_THOUSANDS)
      return z.NEVER
    }
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
