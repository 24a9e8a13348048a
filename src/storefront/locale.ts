export type PayInLocale = "es" | "en"

/** The language of `es-CO`, `en_US` and the like: Spanish where it is not English. */
export function localeOf(tag: string | undefined): PayInLocale {
  return /^en\b|^en_/i.test(tag ?? "") ? "en" : "es"
}
