import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { shownCardStatus } from "../../domain/card-session"
import { isAliveCard, type CardStatus } from "../../domain/card-state"
import type { Language } from "../../domain/text"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isUnbooked } from "../../settlement/card-unbooked"
import { servicesOf } from "./index"
import { findOrder, orderOfCart } from "./place"
import type { ShopperView } from "./shopper-view"

type Told = Extract<CardStatus, "unknown" | "declined" | "error" | "released">

const MESSAGES: Record<Told, Record<Language, string>> = {
  unknown: {
    es: "El banco aún no responde. No vuelvas a pagar: te avisamos en cuanto lo sepamos.",
    en: "The bank has not answered yet. Do not pay again: you will hear as soon as we know.",
  },
  declined: {
    es: "El banco rechazó la tarjeta. Usa otra tarjeta u otro medio de pago.",
    en: "The bank declined the card. Use another card or another way to pay.",
  },
  error: {
    es: "El pago con la tarjeta no se pudo hacer. Ingresa la tarjeta de nuevo.",
    en: "The card payment could not be made. Enter the card again.",
  },
  released: {
    es: "La reserva en la tarjeta se anuló. No se cobró nada.",
    en: "The hold on the card was released. Nothing was charged.",
  },
}

/**
 * The card payment of a collection: its hold or capture, else the shopper's newest session. null
 * when that is not a card.
 */
export async function cardView(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<ShopperView | null> {
  const { ledger, subscriptions, gateway } = servicesOf(container)
  const [transactions, newest] = await Promise.all([
    subscriptions.cardTransactions.ofCollections([paymentCollectionId]),
    ledger.sessions.newest(paymentCollectionId),
  ])
  const show = (of: CardTransaction, order_id: string | null): ShopperView => ({
    status: shownCardStatus(of.status),
    payment_url: null,
    order_id,
    message: messageFor(of, gateway.options.language),
  })
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const one of transactions.filter(isPresent)) {
    const order_id = await standingOrder(container, one)
    // Captured money stays captured after a refund, but then pays nothing.
    if (one.status !== "captured" || order_id !== null || (await isUnbooked(pg, ledger, one))) {
      return show(one, order_id)
    }
  }
  const own = transactions.find(({ session_id }) => session_id === newest?.session_id)
  return own === undefined ? null : show(own, await standingOrder(container, own))
}

/** Medusa may have taken back its order. */
async function standingOrder(
  container: MedusaContainer,
  { order_id, cart_id }: CardTransaction
): Promise<string | null> {
  const placed = order_id === null ? null : await findOrder(container, order_id)
  return placed?.id ?? orderOfCart(container, cart_id)
}

/** A hold that is being voided pays nothing any more. */
function isPresent({ status, release_wanted_at }: CardTransaction): boolean {
  return isAliveCard(status) && status !== "creating" && release_wanted_at === null
}

/** The bank's reason is meant for people, so it is shown unchanged. */
function messageFor(
  { status, refusal_message }: CardTransaction,
  language: Language
): string | null {
  switch (status) {
    case "declined":
    case "error":
      return refusal_message ?? MESSAGES[status][language]
    case "unknown":
    case "released":
      return MESSAGES[status][language]
    default:
      return null
  }
}
