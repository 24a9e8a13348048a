import { sameAmount, type MajorAmount } from "../domain/money/amount"
import { bookableAmount, receivedFits } from "../domain/payin/received-amount"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { Transaction } from "../modules/ledger/rows"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"
import { toldCaptured } from "./told-captures"

/** Received money of a collection that pays this amount and is not booked yet, by links of any account. */
export async function arrivedMoney(
  { transactions }: Pick<PayInLedgerService, "transactions">,
  paymentCollectionId: string,
  exact: MajorAmount
): Promise<Transaction[]> {
  const approved = await transactions.approvedUnsettled(paymentCollectionId)
  return approved.filter((row) => receivedFits(row) && sameAmount(bookableAmount(row), exact))
}

/**
 * Late money of a collection: whether a person is asked about money that no row holds, of a link that
 * the service calls approved although its row is not, or of a card that it calls captured.
 */
export async function hasLateMoney(
  {
    ledger,
    subscriptions,
  }: {
    ledger: Pick<PayInLedgerService, "transactions" | "anomalies">
    subscriptions: Pick<PayInSubscriptionsService, "cardTransactions">
  },
  paymentCollectionId: string
): Promise<boolean> {
  const links = await ledger.transactions.ofCollections([paymentCollectionId])
  const unpaid = links.filter(({ status }) => status !== "approved").map(({ id }) => id)
  if ((await ledger.anomalies.undecidedLateMoney(unpaid)) !== null) {
    return true
  }
  const cards = await subscriptions.cardTransactions.ofCollections([paymentCollectionId])
  return (await toldCaptured(ledger, cards)).length > 0
}

/**
 * Whether a card must not be asked any more, because its shopper has paid the same otherwise since
 * they chose it.
 */
export async function isPaidOtherwise(
  deps: Parameters<typeof hasLateMoney>[0],
  { payment_collection_id, order_amount }: CardTransaction
): Promise<boolean> {
  const arrived = await arrivedMoney(deps.ledger, payment_collection_id, order_amount)
  return arrived.length > 0 || hasLateMoney(deps, payment_collection_id)
}
