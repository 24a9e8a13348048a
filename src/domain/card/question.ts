import type { AnomalyKind } from "../anomaly/kinds"

const QUESTIONS: readonly AnomalyKind[] = [
  "status_changed_after_final",
  "amount_mismatch",
  "currency_mismatch",
  "unknown_status",
]

/**
 * Whether an open anomaly about a card asks a person what became of it: a webhook or an answer does
 * not fit its row. Until that is decided the card is neither asked nor captured nor released.
 */
export function isCardQuestion({ kind }: { kind: AnomalyKind }): boolean {
  return QUESTIONS.includes(kind)
}
