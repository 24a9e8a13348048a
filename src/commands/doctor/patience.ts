import type { PayInRawOptions } from "../../domain/options/options"
import { NOT_KNOWN_PAYIN, NOT_KNOWN_PAYOUT } from "../../domain/time/schedule"

/** The maximum of option `notKnown`, beside its default. */
const PATIENCE = {
  payIn: { ...NOT_KNOWN_PAYIN, longest: 86_400 },
  payOut: { ...NOT_KNOWN_PAYOUT, longest: 604_800 },
} as const

/**
 * Option `notKnown` for a service whose lookups find a transaction only after a while. Undefined
 * when the plugin's default wait is long enough.
 */
export function patienceFor(
  kind: keyof typeof PATIENCE,
  seenAfterMs: number
): PayInRawOptions["notKnown"] {
  const { answers, seconds, longest } = PATIENCE[kind]
  return seenAfterMs <= (seconds * 1000) / 2
    ? undefined
    : { [kind]: { answers, seconds: Math.min(Math.ceil((seenAfterMs / 1000) * 4), longest) } }
}
