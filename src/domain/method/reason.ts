import type { MajorAmount } from "../money/amount"
import { shownAmount } from "../money/shown-amount"
import type { Language, Text } from "../text/language"

/**
 * Why an amount or a cart cannot be paid by a method.
 *
 * - `card_only`: the cart starts a subscription, which is paid by the card provider
 */
export type MethodReason = "below_minimum" | "above_maximum" | "card_only"

const TEXTS: Record<MethodReason, (limit: MajorAmount | null, currency: string) => Text> = {
  below_minimum: (limit, currency) => ({
    es: `Disponible desde ${amountIn(limit, currency, "es")}.`,
    en: `Available from ${amountIn(limit, currency, "en")}.`,
  }),
  above_maximum: (limit, currency) => ({
    es: `Disponible hasta ${amountIn(limit, currency, "es")}.`,
    en: `Available up to ${amountIn(limit, currency, "en")}.`,
  }),
  card_only: () => ({
    es: "Este pedido se renueva y se paga con tarjeta en la tienda.",
    en: "This order renews, and is paid by card in the shop.",
  }),
}

/** What a shopper reads beside a method that cannot be chosen; null: it can. */
export function reasonText(
  reason: MethodReason | null,
  { min, max }: { min: MajorAmount | null; max: MajorAmount | null },
  { currency, language }: { currency: string; language: Language }
): string | null {
  if (reason === null) {
    return null
  }
  const limit = reason === "below_minimum" ? min : max
  return TEXTS[reason](limit, currency)[language]
}

function amountIn(limit: MajorAmount | null, currency: string, language: Language): string {
  return shownAmount(limit ?? "0", currency, language)
}
