import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isUnknownCard } from "../../domain/card/state"
import { compareAmounts } from "../../domain/money/amount"
import type { AboutToAsk } from "../../domain/payin/paid-already"
import type { RefusalCode } from "../../domain/error/refusal-code"
import type { Transaction } from "../../modules/ledger/rows"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { hasLateMoney, moneyPaid } from "../../settlement/arrived-money"
import { isUnbooked } from "../../settlement/card-unbooked"
import { toldCaptured } from "../../settlement/told-captures"
import { servicesOf } from "../settle"
import { heldElsewhere } from "./collection"
import { findOwingOrder, type OwingOrder } from "../../medusa/owing-order"

/** Why a payment is refused: for people, and by its stable name. */
export interface Obstacle {
  message: string
  code?: RefusalCode
}

/** Why an order accepts no payment; null while it owes money. */
export function notOwing({ id, owed }: OwingOrder): Obstacle | null {
  switch (owed.nothing) {
    case "order_canceled":
      return { message: `Order ${id} is canceled: nothing can be paid on it.`, code: owed.nothing }
    case "nothing_owed":
      return { message: `Order ${id} owes nothing: there is nothing to pay.`, code: owed.nothing }
    case null:
      return null
  }
}

/** Why nobody may be asked to pay an order now; null: somebody may. */
export async function obstacleToPaying(
  container: MedusaContainer,
  order: OwingOrder
): Promise<Obstacle | null> {
  const nothing = notOwing(order)
  if (nothing !== null) {
    return nothing
  }
  const paying = await alreadyPaying(container, order)
  return paying === null ? null : { message: paying, code: "money_arriving" }
}

/**
 * Why the shopper must not be asked to pay although the order owes money: somebody has paid.
 * Approved money that Medusa does not show is on its way to the order, or a person decides about
 * it.
 */
export async function alreadyPaying(
  container: MedusaContainer,
  order: OwingOrder
): Promise<string | null> {
  const { ledger, subscriptions } = servicesOf(container)
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
      (row) => row.status === "approved" && row.settled_at === null && row.excluded_at === null
    ) ??
    (await lateMoneyAmong(container, rows)) ??
    (await takenUnbooked(container, cards)) ??
    (await toldCaptured(ledger, cards)).at(0)
  return arrived === undefined
    ? null
    : `Payment ${arrived.reference} of order ${order.id} arrived and is not booked yet: try again in a ` +
        "moment. If it stays so, the store has to decide about it first."
}

/** A link that the service calls approved although its row is not, while a person is asked. */
async function lateMoneyAmong(
  container: MedusaContainer,
  rows: readonly Transaction[]
): Promise<Transaction | undefined> {
  const unpaid = rows.filter(({ status }) => status !== "approved")
  const ids = unpaid.map(({ id }) => id)
  const asked = await servicesOf(container).ledger.anomalies.undecidedLateMoney(ids)
  return unpaid.find(({ id }) => id === asked)
}

/**
 * Money for a cart without an order: `undecided` or `other_amount`, of which a person is asked, or
 * `arrived`, which is being booked; null without any, and where a link adopts what arrived.
 */
export async function moneyOfCart(
  container: MedusaContainer,
  collectionId: string,
  asked: AboutToAsk
): Promise<"undecided" | "other_amount" | "arrived" | null> {
  const { ledger, subscriptions } = servicesOf(container)
  if (await hasLateMoney({ ledger, subscriptions }, collectionId)) {
    return "undecided"
  }
  const paid = await moneyPaid(ledger, collectionId, asked)
  return paid === "adopts" ? null : paid
}

/**
 * Why a person has to decide first: money arrived for the order and is not booked; null without
 * such money.
 */
export async function moneyThatArrived(
  container: MedusaContainer,
  orderId: string
): Promise<string | null> {
  const order = await findOwingOrder(container, orderId)
  return order && alreadyPaying(container, order)
}

/**
 * Why the store has to act before the shopper may be asked to pay: held money does not lower the
 * outstanding amount, so the whole would be paid again.
 */
export function paymentHeld(order: OwingOrder): Obstacle | null {
  const holder = heldElsewhere(order)
  if (holder === null) {
    return null
  }
  const message = `${holder} holds a payment of order ${order.id}: it has to be captured or canceled first.`
  return { message, code: "payment_held" }
}

/**
 * Card money is settled in the ledger from the start, so Medusa's own payments tell whether it is
 * booked.
 */
async function takenUnbooked(
  container: MedusaContainer,
  cards: readonly CardTransaction[]
): Promise<CardTransaction | undefined> {
  const { ledger } = servicesOf(container)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const card of cards) {
    if (await isUnbooked(pg, ledger, card)) {
      return card
    }
  }
}

/**
 * Why this collection must not get a payment session: Medusa asks for the collection's whole
 * amount, whatever was paid of it and whatever the order owes.
 */
export function unfitCollection(order: OwingOrder, collectionId: string): Obstacle | null {
  const collection = order.payment_collections.find((one) => one.id === collectionId)
  const hint = "Make a payment link of the order instead."
  if (collection?.payments.some((payment) => payment.canceled_at == null)) {
    return { message: `Payment collection ${collectionId} holds a payment already. ${hint}` }
  }
  if (!collection || compareAmounts(collection.amount, order.owed.outstanding) <= 0) {
    return null
  }
  const message =
    `Payment collection ${collectionId} asks for ${collection.amount}, while its order owes ` +
    `${order.owed.outstanding}. ${hint}`
  return { message }
}

export function collectionsOf(order: OwingOrder): string[] {
  return order.payment_collections.map((collection) => collection.id)
}
