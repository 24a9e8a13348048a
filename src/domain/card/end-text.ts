import { STORE_FAULTS } from "./answer"
import type { CardStatus } from "./state"
import type { Language, Text } from "../text/language"

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
/** A shopper can do nothing about what is wrong between store and service. */
const LATER: Text = {
  es: "El pago con la tarjeta no se pudo hacer. No se cobró nada: intenta más tarde o elige otro medio de pago.",
  en: "The card payment could not be made. Nothing was charged: try again later, or choose another way to pay.",
}
/** Refusals whose texts are about the service's records, which the shopper does not know. */
const OF_RECORDS: ReadonlySet<string> = new Set(["NOT_FOUND", "INVALID_STATE"])

const RELEASED: Text = {
  es: "La reserva en la tarjeta se anuló. No se cobró nada.",
  en: "The hold on the card was released. Nothing was charged.",
}

/**
 * Why a card pays nothing, or not yet, for the shopper; null while it may pay and once it paid. The
 * bank's reason is meant for people, so it is shown unchanged. What the service says of the store's
 * set-up or of its own records is not.
 */
export function cardEndMessage(
  {
    status,
    refusal_code: code,
    refusal_message,
  }: { status: CardStatus; refusal_code: string | null; refusal_message: string | null },
  language: Language
): string | null {
  switch (status) {
    case "declined":
      return refusal_message ?? DECLINED[language]
    case "error":
      if (code !== null && STORE_FAULTS.has(code)) {
        return LATER[language]
      }
      return (code !== null && OF_RECORDS.has(code) ? null : refusal_message) ?? ERROR[language]
    case "unknown":
      return UNKNOWN[language]
    case "released":
      return RELEASED[language]
    default:
      return null
  }
}
