"use client"

import { useMemo, useRef } from "react"
import { clientOf, type PayInClient } from "../client.ts"
import { localeOf, type PayInLocale } from "../locale.ts"
import type { PayInStore } from "../request.ts"
import { textsOf, type PayInTextOverrides, type PayInTexts } from "../texts/index.ts"
import { TAILWIND, type PayInClassNames } from "./class-names.ts"

/** What every component takes. */
export interface Shared {
  store: PayInStore
  /** Other words than the package's, by their name in `TEXTS`. */
  texts?: PayInTextOverrides
  /** Other classes than those of Tailwind. */
  classNames?: Partial<PayInClassNames>
}

/** What every part of a component needs. */
export interface Shown {
  client: PayInClient
  baseUrl: string
  locale: PayInLocale
  texts: PayInTexts
  classes: PayInClassNames
}

/** The client stays the same while the store does, however often the page hands over a new object. */
export function usePayIn({ store, texts, classNames }: Shared): Shown {
  const latest = useRef(store)
  latest.current = store
  const { baseUrl, publishableKey, locale: tag } = store
  const client = useMemo(
    () => clientOf(() => latest.current),
    // Another language brings other texts of the plugin.
    [baseUrl, publishableKey, tag]
  )
  const locale = localeOf(tag)
  return {
    ...{ client, baseUrl, locale },
    texts: textsOf(locale, texts),
    classes: { ...TAILWIND, ...classNames },
  }
}
