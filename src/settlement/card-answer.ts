import { anomalyReason } from "../domain/anomaly-reason"
import type { CardMoved, CardStep } from "../modules/subscriptions/card-moves"
import type { CardDeps } from "./card-calls"

/**
 * Moves the row by the service's answer to our call. An answer that contradicts an earlier webhook
 * changes nothing and becomes an anomaly: money may be held or captured that no row shows.
 */
export async function takeAnswer(
  { subscriptions, ledger }: CardDeps,
  id: string,
  step: CardStep
): Promise<CardMoved> {
  const moved = await subscriptions.cardMoves.move(id, step)
  if (moved.transition === "contradiction") {
    const { transaction } = moved
    const captured_amount = step.values?.captured_amount
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
        shown: {
          ...step.facts,
          ...(captured_amount != null && {
            amount: captured_amount,
            currency: transaction.currency,
          }),
        },
        reason: anomalyReason("answer_contradicts", {
          said: step.to,
          status: transaction.status,
        }),
      },
    })
  }
  return moved
}
