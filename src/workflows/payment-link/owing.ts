import { isUnknownCard } from "../../domain/card-state"
import { compareAmounts, isPositive } from "../../domain/money"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { OwingOrder } from "./order"

/** Why an order takes no payment; null while it owes money. For people. */
export function notOwing(order: OwingOrder): string | null {
  if (order.status === "canceled") {
    return `Order ${order.id} is canceled: nothing can be paid on it.`
  }
  return isPositive(order.summary.outstanding)
    ? null
    : `Order ${order.id} owes nothing: there is nothing to pay.`
}

/** Where what is on its way to an order is known. */
interface PayingRooms {
  ledger: PayInLedgerService
  subscriptions: PayInSubscriptionsService
}

/**
 * Why nobody may be asked to pay, although the order owes money: somebody has. Approved money that Medusa
 * does not show is on its way to the order, or a person decides about it.
 */
export async function alreadyPaying(
  { ledger, subscriptions }: PayingRooms,
  order: OwingOrder
): Promise<string | null> {
  const cards = await subscriptions.cardTransactions.ofCollections(collectionsOf(order))
  const unsure = cards.find(({ status }) => isUnknownCard(status) || status === "capturing")
  if (unsure !== undefined) {
    return (
      `The payment service did not say yet what became of card payment ${unsure.reference} of order ` +
      `${order.id}: wait for its answer, or decide about it first.`
    )
  }
  const rows = await ledger.transactions.ofCollections(collectionsOf(order))
  const arrived = rows.find(
    (row) => row.status === "approved" && row.settled_at === null && row.set_aside_at === null
  )
  return arrived === undefined
    ? null
    : `Payment ${arrived.reference} of order ${order.id} arrived and is not booked yet: try again in a ` +
        "moment. If it stays so, the store has to decide about it first."
}

/**
 * Why a payment session must not be made on this collection of the order: core asks for the collection's
 * whole amount, whatever of it was paid and whatever the order owes.
 */
export function unfitCollection(order: OwingOrder, collectionId: string): string | null {
  const collection = order.payment_collections.find((one) => one.id === collectionId)
  const hint = "Make a payment link of the order instead."
  if (collection?.payments.some((payment) => payment.canceled_at == null)) {
    return `Payment collection ${collectionId} holds a payment already. ${hint}`
  }
  return collection && compareAmounts(collection.amount, order.summary.outstanding) > 0
    ? `Payment collection ${collectionId} asks for ${collection.amount}, while its order owes ` +
        `${order.summary.outstanding}. ${hint}`
    : null
}

export function collectionsOf(order: OwingOrder): string[] {
  return order.payment_collections.map((collection) => collection.id)
}
