import type { PayInLedgerService } from "../../modules/ledger/service"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"

/**
 * Late money of cards: those that the service calls captured although no row shows it, while a person
 * is asked. The shopper may have paid.
 */
export async function toldCaptures<Card extends Pick<CardTransaction, "id" | "status">>(
  { anomalies }: Pick<PayInLedgerService, "anomalies">,
  cards: readonly Card[]
): Promise<Card[]> {
  const uncaptured = cards.filter(({ status }) => status !== "captured")
  const asked = await anomalies.cardsAsked(uncaptured.map(({ id }) => id))
  return uncaptured.filter(({ id }) => asked.get(id)?.taken === true)
}
