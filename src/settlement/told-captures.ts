import { toldTaken } from "../domain/anomaly/resolution"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { CardTransaction } from "../modules/subscriptions/card-rows"

/**
 * Those of these cards of which an open anomaly tells a capture that their row does not hold. A person
 * decides about it: until then their shopper may have paid.
 */
export async function toldCaptured<Card extends Pick<CardTransaction, "id" | "status">>(
  { anomalies }: { anomalies: Pick<PayInLedgerService["anomalies"], "openAbout"> },
  cards: readonly Card[]
): Promise<Card[]> {
  const unbooked = cards.filter(({ status }) => status !== "captured")
  if (unbooked.length === 0) {
    return []
  }
  const open = await anomalies.openAbout(unbooked.map(({ id }) => id))
  const told = new Set(open.flatMap(({ subject, facts }) => (toldTaken(facts) ? [subject] : [])))
  return unbooked.filter(({ id }) => told.has(id))
}
