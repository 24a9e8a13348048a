import { anomalyReason } from "../domain/anomaly/reason"
import { toldTaken } from "../domain/anomaly/resolution"
import {
  differenceKind,
  disagreements,
  type AskedCardTransaction,
  type RemoteCardTransaction,
} from "../domain/card/transaction"
import type { CardMoved, CardStep } from "../modules/subscriptions/card-moves"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
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

/**
 * The service answered our call with another amount, currency or transaction than was asked for. The
 * outcome is unknown, and a person is told at once what was said: money may be held or captured
 * otherwise than the shopper saw.
 */
export async function reportDisagreement(
  { ledger }: Pick<CardDeps, "ledger">,
  row: CardTransaction,
  said: "authorized" | "captured",
  shown: RemoteCardTransaction | null
): Promise<void> {
  if (shown === null || shown.status === "DECLINED" || shown.status === "ERROR") {
    return
  }
  const differing = disagreements(askedOf(row, said), shown)
  if (differing.length === 0) {
    return
  }
  const { id, account, order_id, reference, currency } = row
  const { amount, currency: shown_currency, transaction_id } = shown
  const asked = said === "captured" ? row.capture_amount : row.amount
  const facts = {
    card_transaction_id: id,
    reference,
    payment_method: "CARD",
    asked: { amount: asked, currency },
    status: said === "captured" ? "capture_unknown" : "unknown",
    said,
    shown: { amount, currency: shown_currency ?? currency, transaction_id },
    reason: anomalyReason("answer_differs", { said, fields: differing.join(", ") }),
  }
  await ledger.anomalies.open(
    { kind: differenceKind(differing), subject: id, account, order_id, facts },
    // What tells of a capture stays until it was read.
    (told) => toldTaken(told) !== null && toldTaken(facts) === null
  )
}

function askedOf(
  { kind, reference, linked_transaction_id, transaction_id, ...row }: CardTransaction,
  said: "authorized" | "captured"
): AskedCardTransaction {
  const { amount, capture_amount, currency } = row
  return said === "authorized"
    ? { kind, reference, linked_transaction_id, amount, currency }
    : {
        ...{ kind: "capture", reference: null, linked_transaction_id: transaction_id, currency },
        amount: capture_amount ?? amount,
      }
}
