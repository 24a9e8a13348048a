import type { PayInLocale } from "../locale.ts"
import type { PayInCardToken } from "../wire.ts"

export interface CardScript {
  mount(
    target: HTMLElement,
    options: {
      language: PayInLocale
      /** `token` is null once the shopper takes the card back. */
      onToken: (made: Omit<PayInCardToken, "token"> & { token: string | null }) => void
    }
  ): { unmount(): void }
}

declare global {
  interface Window {
    /** What the script of the sandbox leaves. The service's documents do not show theirs. */
    PayInCard?: CardScript
  }
}

const loaded = new Map<string, Promise<CardScript>>()

/** Loads the script once for all forms of a page; what failed is tried again by the next form. */
export function loadScript(address: string): Promise<CardScript> {
  const before = loaded.get(address)
  if (before !== undefined) return before
  const loading = new Promise<CardScript>((resolve, reject) => {
    const element = document.createElement("script")
    const fail = () => {
      loaded.delete(address)
      element.remove()
      reject(new Error("The card script did not load."))
    }
    element.src = address
    element.onload = () => (window.PayInCard === undefined ? fail() : resolve(window.PayInCard))
    element.onerror = fail
    document.head.append(element)
  })
  loaded.set(address, loading)
  return loading
}
