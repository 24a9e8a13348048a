import { paidAlready, type AboutToAsk } from "../domain/payin/paid-already"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"
import { toldCaptured } from "./told-captures"

/** What was received of a collection by links of any account, and is neither booked nor excluded. */
export async function moneyPaid(
  { transactions }: Pick<PayInLedgerService, "transactions">,
  paymentCollectionId: string,
  asked: AboutToAsk
): Promise<ReturnType<typeof paidAlready>> {
  return paidAlready(await transactions.approvedUnsettled(paymentCollectionId), asked)
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
 * Whether a card must not be asked any more, because its shopper has paid otherwise since they chose
 * it.
 */
export async function isPaidOtherwise(
  deps: Parameters<typeof hasLateMoney>[0],
  { payment_collection_id, order_amount: exact, currency }: CardTransaction
): Promise<boolean> {
  const paid = await moneyPaid(deps.ledger, payment_collection_id, {
    ...{ exact, currency, account: null },
  })
  return paid !== null || hasLateMoney(deps, payment_collection_id)
}
