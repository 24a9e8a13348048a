import type { Country, Currency } from "../catalog"
import { toMajor } from "../money"
import type { Behaviour } from "../settings"
import type { Language } from "./language"

const LOCALES: Record<Language, Record<Country, string>> = {
  es: { CO: "es-CO", PE: "es-PE", MX: "es-MX" },
  en: { CO: "en-US", PE: "en-US", MX: "en-US" },
}

const ZONES: Record<Country, { zone: string; es: string; en: string }> = {
  CO: { zone: "America/Bogota", es: "hora de Bogotá", en: "Bogotá time" },
  PE: { zone: "America/Lima", es: "hora de Lima", en: "Lima time" },
  MX: { zone: "America/Mexico_City", es: "hora de Ciudad de México", en: "Mexico City time" },
}

/** e.g. "$ 50.000" or "COP 50,000": the home sign in Spanish, the code where "$" would mislead. */
export function money(
  wire: number,
  currency: Currency,
  country: Country,
  language: Language,
  behaviour: Behaviour
): string {
  const digits = behaviour.decimals[currency]
  const format = new Intl.NumberFormat(LOCALES[language][country], {
    style: "currency",
    currency,
    currencyDisplay: language === "es" ? "narrowSymbol" : "code",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(toMajor(wire, currency, behaviour))
}

/** e.g. "21 de nov de 2026, 4:17 p. m." in the country's own time. */
export function moment(time: number, country: Country, language: Language): string {
  const text = new Intl.DateTimeFormat(LOCALES[language][country], {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: ZONES[country].zone,
  }).format(time)
  // "4:17 p. m." must not break into two lines.
  return text.replace(/(\d)\s+(?=[ap])/i, "$1\u00a0").replace(/([ap]\.)\s+m/, "$1\u00a0m")
}

export function zoneName(country: Country, language: Language): string {
  return ZONES[country][language]
}

/** "123 456 789": long references are read in groups. */
export function grouped(digits: string, size: number): string {
  return digits.replace(new RegExp(`(.{${size}})(?=.)`, "g"), "$1 ")
}
