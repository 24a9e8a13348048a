import type { Language } from "../text/language"

interface Form {
  sign: string
  thousands: string
  point: string
  decimals: number
}

/**
 * How a price is written in the country of the currency; decimals as in Medusa's currency table.
 */
const FORMS: Partial<Record<string, Form>> = {
  COP: { sign: "$", thousands: ".", point: ",", decimals: 0 },
  PEN: { sign: "S/", thousands: ",", point: ".", decimals: 2 },
  MXN: { sign: "$", thousands: ",", point: ".", decimals: 2 },
}

const NBSP = "\u00a0"

/**
 * "$ 54.000" in Spanish, "COP 54,000" in English, where "$" would mislead. From the text of a major
 * amount, without a float; decimals beyond the usual are shown, never cut.
 */
export function shownAmount(amount: string, currency: string, language: Language): string {
  const home = FORMS[currency]
  const form: Form =
    language === "es" && home !== undefined
      ? home
      : { sign: currency, thousands: ",", point: ".", decimals: home?.decimals ?? 2 }
  const [whole, fraction = ""] = amount.split(".")
  const cents = fraction === "" && form.decimals === 0 ? "" : fraction.padEnd(form.decimals, "0")
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, form.thousands)
  return `${form.sign}${NBSP}${grouped}${cents === "" ? "" : form.point + cents}`
}
