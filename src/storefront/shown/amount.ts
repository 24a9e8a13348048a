import type { PayInLocale } from "../locale.ts"

const COUNTRIES: Readonly<Record<string, string>> = { COP: "CO", PEN: "PE", MXN: "MX" }

/** An amount as the shopper's country writes it. It is only shown. */
export function amountText(amount: string, currency: string, locale: PayInLocale): string {
  const tag = locale === "es" ? `es-${COUNTRIES[currency] ?? "CO"}` : "en"
  const value = Number(amount)
  return new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    currencyDisplay: locale === "es" ? "narrowSymbol" : "code",
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
  }).format(value)
}

/** An hour of the shopper's own day. */
export function timeText(time: string, locale: PayInLocale): string {
  return new Intl.DateTimeFormat(locale === "es" ? "es-CO" : "en", {
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(time))
}
