import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isUnknownCard } from "../../domain/card-state"
import { compareAmounts, isPositive } from "../../domain/money"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isUnbooked } from "../../settlement/card-unbooked"
import { roomsOf } from "../settle"
import { heldElsewhere } from "./collection"
import { findOwingOrder, type OwingOrder } from "./order"

/** Why an order takes no payment; null while it owes money. For people. */
export function notOwing(order: OwingOrder): string | null {
  if (order.status === "canceled") {
    return `Order ${order.id} is canceled: nothing can be paid on it.`
  }
  return isPositive(order.summary.outstanding)
    ? null
    : `Order ${order.id} owes nothing: there is nothing to pay.`
}

/**
 * Why nobody may be asked to pay, although the order owes money: somebody has. Approved money that Medusa
 * does not show is on its way to the order, or a person decides about it.
 */
export async function alreadyPaying(
  container: MedusaContainer,
  order: OwingOrder
): Promise<string | null> {
  const { ledger, subscriptions } = roomsOf(container)
  const cards = await subscriptions.cardTransactions.ofCollections(collectionsOf(order))
  const unsure = cards.find(({ status }) => isUnknownCard(status) || status === "capturing")
  if (unsure !== undefined) {
    return (
      `The payment service did not say yet what became of card payment ${unsure.reference} of order ` +
      `${order.id}: wait for its answer, or decide about it first.`
    )
  }
  const rows = await ledger.transactions.ofCollections(collectionsOf(order))
  const arrived =
    rows.find(
      (row) => row.status === "approved" && row.settled_at === null && row.set_aside_at === null
    ) ?? (await takenUnbooked(container, cards))
  return arrived === undefined
    ? null
    : `Payment ${arrived.reference} of order ${order.id} arrived and is not booked yet: try again in a ` +
        "moment. If it stays so, the store has to decide about it first."
}

/** Why a person has to decide first: what arrived for an order waits to be booked on it; null: nothing does. */
export async function moneyThatArrived(
  container: MedusaContainer,
  orderId: string
): Promise<string | null> {
  const order = await findOwingOrder(container, orderId)
  return order && alreadyPaying(container, order)
}

/**
 * Why nobody may be asked to pay before the store did something: what is held counts for nothing in what the order
 * owes, so that the whole of it would be paid once more.
 */
export function paymentHeld(order: OwingOrder): string | null {
  const holder = heldElsewhere(order)
  return holder === null
    ? null
    : `${holder} holds a payment of order ${order.id}: it has to be captured or canceled first.`
}

/** What a card paid stands in the ledger as settled from its first moment: Medusa's own payments tell. */
async function takenUnbooked(
  container: MedusaContainer,
  cards: readonly CardTransaction[]
): Promise<CardTransaction | undefined> {
  const { ledger } = roomsOf(container)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const card of cards) {
    if (await isUnbooked(pg, ledger, card)) {
      return card
    }
  }
}

/**
 * Why a payment session must not be made on this collection of the order: Medusa asks for the
 * collection's whole amount, whatever of it was paid and whatever the order owes.
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
