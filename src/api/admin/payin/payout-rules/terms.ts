import { z } from "zod"
import { isPercent, RULE_TRIGGERS } from "../../../../domain/payout/rule"
import type { AdminRuleTerms } from "../beneficiary-types"

/** The terms of a rule as they are posted. */
export const percent = z.custom<number>(isPercent, {
  error: "must be a JSON number above 0, at most 100, with at most 4 decimals",
})
export const trigger = z.enum(RULE_TRIGGERS, {
  error: `must be one of ${RULE_TRIGGERS.join(", ")}`,
})
export const tax = z.boolean({ error: "must be true or false" })

/** The terms of a rule as the audit keeps them. */
export const confirmedTerms = z.object({
  percent,
  trigger,
  tax,
}) satisfies z.ZodType<AdminRuleTerms>
