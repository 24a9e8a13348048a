import type { AnomalyKind } from "./anomaly"
import { toldTaken } from "./anomaly-resolution"

/**
 * A person is asked what became of a card: a webhook or an answer does not fit its row. Until that
 * is decided the card is neither asked nor captured nor released, and nobody is asked to pay instead.
 */
export const CARD_QUESTION_KINDS: readonly AnomalyKind[] = [
  "status_changed_after_final",
  "amount_mismatch",
  "currency_mismatch",
  "unknown_status",
]

/** What the open questions about a card leave open. */
export interface CardQuestion {
  /** The service told of a capture: the shopper's money may have come. */
  taken: boolean
}

/** All open questions about some cards, by the card. */
export function cardQuestions(
  anomalies: readonly { subject: string; facts: unknown }[]
): Map<string, CardQuestion> {
  const asked = new Map<string, CardQuestion>()
  for (const { subject, facts } of anomalies) {
    const taken = asked.get(subject)?.taken === true || toldTaken(facts) !== null
    asked.set(subject, { taken })
  }
  return asked
}
