import type { AdminAuditEntry } from "../../api/admin/payin/audit-types"
import { isOneOf } from "../answer/fault"
import { isDecisionCode } from "../answer/problem-of"
import type { Format } from "../format/format"
import { en } from "../i18n/en/texts"
import { factName } from "../page/fact-names"
import { textOf } from "../page/known-facts"
import { payoutSources, payoutStatuses } from "../payouts/status"
import { percentText } from "../rules/percent"
import { ruleTriggers } from "../rules/triggers"
import type { Say } from "../text/use-texts"
import { shownFacts } from "./shown-facts"

/** What was written down with a deed, in words: "Amount: $ 50.000 · Bank: BANCOLOMBIA". */
export function knownText(
  facts: AdminAuditEntry["facts"],
  say: Say,
  format: Format,
  without: ReadonlySet<string> = new Set()
): string {
  const { currency } = facts ?? {}
  // A currency that stands with its amount needs no name of its own.
  const joined = typeof currency === "string" && typeof facts?.amount === "string"
  return shownFacts(facts)
    .filter(([name]) => !without.has(name) && !(joined && name === "currency"))
    .map(
      ([name, value]) =>
        `${factName(name, say)}: ${valueText(name, value, joined ? currency : null, say, format)}`
    )
    .join(" · ")
}

function valueText(
  name: string,
  value: unknown,
  currency: string | null,
  say: Say,
  format: Format
): string {
  const text = textOf(value)
  switch (name) {
    case "amount":
    case "before":
      return currency === null ? text : format.money(text, currency)
    case "account_last_four":
      return `••••${text}`
    case "code":
      return isDecisionCode(text) ? say(`problem.code.${text}`) : text
    case "decision":
      return isAnomalyAction(text) ? say(`anomalies.action.${text}`) : text
    case "expires_at":
      return format.time(text)
    case "reason":
      return isInstallationReason(text) ? say(`settings.installation.short.${text}`) : text
    case "percent":
      return percentText(format.locale, Number(text))
    default:
      return named({ ...ruleTriggers(say), ...payoutSources(say), ...payoutStatuses(say) }, text)
  }
}

function isAnomalyAction(text: string): text is keyof typeof en.anomalies.action {
  return isOneOf(en.anomalies.action, text)
}

function isInstallationReason(text: string): text is keyof typeof en.settings.installation.short {
  return isOneOf(en.settings.installation.short, text)
}

/** Names of ours in words, anything else as it is. */
function named(words: Partial<Record<string, string>>, text: string): string {
  return words[text] ?? text
}
