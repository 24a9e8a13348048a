import { capturedFor } from "../domain/card/capturable-amount"
import type { PayInOptions } from "../domain/options/options"
import type { Transaction } from "../modules/ledger/rows"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"

export interface CardBookDeps {
  subscriptions: Pick<PayInSubscriptionsService, "cards" | "cardTransactions">
  ledger: Pick<PayInLedgerService, "cardPayments">
  options: Pick<PayInOptions, "accounts">
}

/**
 * Writes captured card money into the ledger, from which it can be refunded, and marks the row.
 * Called by every code that sees a capture, and by a sweep after a crash; a second call changes
 * nothing.
 *
 * @returns null when nothing was captured
 */
export async function bookCardCapture(
  { subscriptions, ledger, options }: CardBookDeps,
  transaction: CardTransaction
): Promise<Transaction | null> {
  const { status, captured_amount, captured_at, card_id, account, reference } = transaction
  if (status !== "captured" || captured_amount === null || captured_at === null) {
    return null
  }
  const card = await subscriptions.cards.present(card_id)
  const country = options.accounts.find(({ id }) => id === account)?.country ?? "CO"
  const { provider_id, payment_collection_id, session_id, cart_id, order_id } = transaction
  const { customer_id, currency } = transaction
  const booked = await ledger.cardPayments.book({
    ...{ account, provider_id, reference, payment_collection_id, session_id, cart_id, order_id },
    ...{ customer_id, country, currency, captured_at },
    captured: captured_amount,
    booked: capturedFor(transaction, captured_amount),
    description: card.plan_name,
    brand: card.brand,
    last_four: card.last_four,
    customer_data: subscriptions.cards.customerOf(card),
  })
  await subscriptions.cardTransactions.settled(transaction.id)
  return booked
}
