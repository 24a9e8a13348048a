import { shownAmount } from "../../../domain/shown-amount"
import { html, type Html } from "../page/html"
import { word } from "./texts"
import type { RefundPageView, RefundSummary } from "./view"

/** Who asks. */
export function storeLine({ language }: RefundPageView, { store }: RefundSummary): Html {
  const [letter = ""] = store.trim()
  return html`<header class="store">
    <div class="letter" aria-hidden="true">${letter.toUpperCase()}</div>
    <p><b>${store}</b><span>${word("asks", language)}</span></p>
  </header>`
}

/** How much, for which order and for whom. */
export function summary({ language }: RefundPageView, refund: RefundSummary): Html {
  const { amount, currency, order, person } = refund
  const facts = [
    ...(order === null ? [] : [{ name: word("order", language), value: `#${order}` }]),
    ...(person === null ? [] : [{ name: word("person", language), value: person }]),
  ]
  return html`<div class="card summary">
    <h1 class="total">
      <span>${word("refund", language)} </span>${shownAmount(amount, currency, language)}
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

/** "Reembolso de $ 54.000". */
export function refundTitle({ language }: RefundPageView, refund: RefundSummary): string {
  const amount = shownAmount(refund.amount, refund.currency, language)
  return `${word("refund", language)} ${amount}`
}
