import { shownAmount } from "../../../domain/money/shown-amount"
import type { Language } from "../../../domain/text/language"
import { html, type Html } from "./html"
import { icon, type IconName } from "./icons"

/** Who asks, and for what. */
export function storeLine(store: string, asks: string): Html {
  const [letter = ""] = store.trim()
  return html`<header class="store">
    <div class="letter" aria-hidden="true">${letter.toUpperCase()}</div>
    <p><b>${store}</b><span>${asks}</span></p>
  </header>`
}

/** An amount in major units. */
export interface Total {
  title: string
  amount: string
  currency: string
}

/** How much, and what it is about. */
export function summaryCard(
  language: Language,
  { title, amount, currency }: Total,
  facts: readonly { name: string; value: string }[]
): Html {
  return html`<div class="card summary">
    <h1 class="total">
      <span>${title} </span>${shownAmount(amount, currency, language)}
      ${language === "es" ? html`<small>${currency}</small>` : null}
    </h1>
    ${
      facts.length === 0
        ? null
        : html`<dl class="facts">
            ${facts.map(
              ({ name, value }) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd>${value}</dd>
                </div>`
            )}
          </dl>`
    }
  </div>`
}

/** A sign in a circle: `good` things are green. */
export function seal(name: IconName, tone: "good" | "wait" | "plain"): Html {
  return html`<span class="${tone === "good" ? "seal" : `seal ${tone}`}">${icon(name)}</span>`
}
