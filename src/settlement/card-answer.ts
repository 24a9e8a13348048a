import { anomalyReason } from "../domain/anomaly-reason"
import type { CardMoved, CardStep } from "../modules/subscriptions/card-moves"
import type { CardDeps } from "./card-calls"

/**
 * Takes the step that the service's answer to a call of ours asks for. An answer that contradicts what a
 * webhook said meanwhile changes nothing, and is a person's: money may be held or taken that no row shows.
 */
export async function takeAnswer(
  { subscriptions, ledger }: CardDeps,
  id: string,
  step: CardStep
): Promise<CardMoved> {
  const moved = await subscriptions.cardMoves.move(id, step)
  if (moved.transition === "contradiction") {
    const { transaction } = moved
    await ledger.anomalies.open({
      kind: "status_changed_after_final",
      subject: id,
      account: transaction.account,
      order_id: transaction.order_id,
      facts: {
        card_transaction_id: id,
        reference: transaction.reference,
        payment_method: "CARD",
        asked: { amount: transaction.amount, currency: transaction.currency },
        status: transaction.status,
        said: step.to,
        shown: { ...step.facts },
        reason: anomalyReason("answer_contradicts", {
          said: step.to,
          status: transaction.status,
        }),
      },
    })
  }
  return moved
}
