import type { PayInLocale } from "../locale.ts"
import { en } from "./en.ts"
import { es, type PayInTexts } from "./es.ts"

export type { PayInTexts } from "./es.ts"

export const TEXTS: Record<PayInLocale, PayInTexts> = { es, en }

/** A shop's own words for some of the texts. */
export type PayInTextOverrides = {
  [Name in keyof PayInTexts]?: PayInTexts[Name] extends string
    ? string
    : Partial<Record<string, string>>
}

/** All texts in a language, with the shop's own words in their place. */
export function textsOf(locale: PayInLocale, own: PayInTextOverrides = {}): PayInTexts {
  const texts = TEXTS[locale]
  return {
    ...texts,
    ...own,
    fields: { ...texts.fields, ...own.fields },
    options: { ...texts.options, ...own.options },
    wrong: { ...texts.wrong, ...own.wrong },
  }
}

/** A text by its name in a group of texts, if there is one. */
export function named(group: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(group, name) ? group[name] : undefined
}

/** A text with its `{names}` filled in. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
}
