import { h, icon } from "./dom.js"
import { t } from "./language.js"
import { money } from "./store.js"

const DRAWINGS = {
  PSE: "M4 10l8-5 8 5v2H4zM6 13v5M10 13v5M14 13v5M18 13v5M4 20h16",
  BANK_TRANSFER: "M4 10l8-5 8 5v2H4zM6 13v5M10 13v5M14 13v5M18 13v5M4 20h16",
  CARD: "M3 6h18v12H3zM3 10h18M6 15h4",
  CARD_HERE: "M3 6h18v12H3zM3 10h18M6 15h4",
  QR: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z",
  EFECTY: "M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 12h.01M18 12h.01",
  CASH: "M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 12h.01M18 12h.01",
  PAGOEFECTIVO: "M5 4h14v16l-3-2-2 2-2-2-2 2-2-2-3 2zM8 9h8M8 13h5",
  BREB: "M13 3L5 14h6l-1 7 9-12h-6z",
  TRANSFIYA: "M4 8h14l-4-4M20 16H6l4 4",
}
const OTHER = "M12 4v16M4 12h16"

/** Paid on this very page, where the plugin's own card provider sells; what renews is paid no other way. */
export const CARD_HERE = "CARD_HERE"

export const cardHere = (renews) => ({
  payment_method: CARD_HERE,
  label: t("method.card_here"),
  description: t(renews ? "method.card_renews" : "method.card_here_text"),
  available: true,
})

/** One radio a method, in the order the plugin gives; what the amount rules out is shown, not offered. */
export function methodChoices(methods, chosen, currency_code) {
  return methods.map((method) => {
    const { payment_method, available } = method
    const checked = available && payment_method === chosen
    return h(
      "label",
      { class: "choice", "data-method": payment_method, "data-off": !available },
      h("input", {
        type: "radio",
        name: "payment_method",
        value: payment_method,
        required: true,
        disabled: !available,
        checked,
      }),
      icon(DRAWINGS[payment_method] ?? OTHER),
      h(
        "span",
        { class: "choice-text" },
        h("strong", {}, method.label),
        h("span", { class: "quiet-text" }, method.description)
      ),
      available ? null : h("span", { class: "tag" }, reason(method, currency_code))
    )
  })
}

function reason({ reason, min, max }, currency_code) {
  return t(
    `method.${reason}`,
    {
      min: min === null ? "" : money(min, currency_code),
      max: max === null ? "" : money(max, currency_code),
    },
    t("method.unavailable")
  )
}
