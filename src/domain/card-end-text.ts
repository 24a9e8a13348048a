import type { CardStatus } from "./card-state"
import type { Language, Text } from "./text"

const UNKNOWN: Text = {
  es: "El banco aún no responde. No vuelvas a pagar: te avisamos en cuanto lo sepamos.",
  en: "The bank has not answered yet. Do not pay again: you will hear as soon as we know.",
}
const DECLINED: Text = {
  es: "El banco rechazó la tarjeta. Usa otra tarjeta u otro medio de pago.",
  en: "The bank declined the card. Use another card or another way to pay.",
}
const ERROR: Text = {
  es: "El pago con la tarjeta no se pudo hacer. Ingresa la tarjeta de nuevo.",
  en: "The card payment could not be made. Enter the card again.",
}
const RELEASED: Text = {
  es: "La reserva en la tarjeta se anuló. No se cobró nada.",
  en: "The hold on the card was released. Nothing was charged.",
}

/**
 * Why a card pays nothing, or not yet, for the shopper; null while it may pay and once it paid. The
 * bank's reason is meant for people, so it is shown unchanged.
 */
export function cardEndMessage(
  { status, refusal_message }: { status: CardStatus; refusal_message: string | null },
  language: Language
): string | null {
  switch (status) {
    case "declined":
      return refusal_message ?? DECLINED[language]
    case "error":
      return refusal_message ?? ERROR[language]
    case "unknown":
      return UNKNOWN[language]
    case "released":
      return RELEASED[language]
    default:
      return null
  }
}
