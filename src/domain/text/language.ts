/** The languages of everything a shopper or an operator reads. */
export const LANGUAGES = ["es", "en"] as const

export type Language = (typeof LANGUAGES)[number]

/** One text in both languages. */
export interface Text {
  es: string
  en: string
}
