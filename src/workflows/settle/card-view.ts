import type { MedusaContainer } from "@medusajs/framework/types"
import { shownCardStatus } from "../../domain/card-session"
import { isAliveCard, type CardStatus } from "../../domain/card-state"
import type { Language } from "../../domain/text"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { roomsOf } from "./index"
import { orderOfCart } from "./place"
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
    en: "The hold on the card was let go. Nothing was charged.",
  },
}

/**
 * How the card payment of a collection stands: what is held or taken, else what the shopper's newest session
 * is about. null when that is not a card.
 */
export async function cardView(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<ShopperView | null> {
  const { ledger, subscriptions, gateway } = roomsOf(container)
  const [transactions, newest] = await Promise.all([
    subscriptions.cardTransactions.ofCollections([paymentCollectionId]),
    ledger.sessions.newest(paymentCollectionId),
  ])
  const transaction =
    transactions.find(isPresent) ??
    transactions.find(({ session_id }) => session_id === newest?.session_id)
  if (transaction === undefined) {
    return null
  }
  const { order_id, cart_id } = transaction
  return {
    status: shownCardStatus(transaction.status),
    payment_url: null,
    order_id: order_id ?? (await orderOfCart(container, cart_id)),
    message: messageFor(transaction, gateway.options.language),
  }
}

/** What is being let go pays nothing any more. */
function isPresent({ status, release_wanted_at }: CardTransaction): boolean {
  return isAliveCard(status) && status !== "creating" && release_wanted_at === null
}

/** The bank's own reason is meant for people, so it is shown as it was said (interface.md 7.2). */
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
