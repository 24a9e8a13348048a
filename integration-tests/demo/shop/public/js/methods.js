import { h } from "./dom.js"
import { t } from "./language.js"
import { config } from "./store.js"

/** Paid on this very page, where the plugin's own card provider sells; what renews is paid no other way. */
export const CARD_HERE = "CARD_HERE"

export const cardHere = (renews) => ({
  payment_method: CARD_HERE,
  label: t("method.card_here"),
  description: t(renews ? "method.card_renews" : "method.card_here_text"),
  available: true,
  paid_later: false,
  icon: "/payin/icons/card.svg",
})

/** One radio a method, in the order the plugin gives; what the amount rules out is shown, not offered. */
export function methodChoices(methods, chosen) {
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
      h("img", { class: "icon", src: config.backend_url + method.icon, alt: "" }),
      h(
        "span",
        { class: "choice-text" },
        h("strong", {}, method.label),
        h("span", { class: "quiet-text" }, method.description)
      ),
      available ? null : h("span", { class: "tag" }, method.reason_text)
    )
  })
}
