import type { AdminPayoutRule, AdminRuleTerms } from "../../api/admin/payin/beneficiary-types"
import type { Say } from "../text/use-texts"
import { percentText } from "./percent"
import { ruleTriggers } from "./triggers"

/** What a second person confirms: each term that differs from what was confirmed before. */
export function changedTerms(
  rule: AdminRuleTerms & Pick<AdminPayoutRule, "confirmed">,
  { say, locale }: { say: Say; locale: string }
): string[] {
  if (!rule.confirmed) {
    return [say("rules.isNew")]
  }
  const shown = ({ percent, trigger, tax }: AdminRuleTerms) => [
    percentText(locale, percent),
    ruleTriggers(say)[trigger],
    say(tax ? "rules.withTax" : "rules.withoutTax"),
  ]
  const now = shown(rule)
  const changes = shown(rule.confirmed).flatMap((before, index) =>
    before === now[index] ? [] : [`${before} → ${now[index]}`]
  )
  return changes.length === 0 ? [say("rules.isSame")] : changes
}
