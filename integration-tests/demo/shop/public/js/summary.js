import { h } from "./dom.js"
import { t } from "./language.js"
import { money } from "./store.js"

/** The lines of a cart or an order. With `change`, quantities can be edited: `change(item, quantity)`. */
export function itemLines({ items, currency_code }, change) {
  const sorted = [...items].sort((a, b) => a.created_at.localeCompare(b.created_at))
  return sorted.map((item) =>
    h(
      "li",
      { class: "line" },
      h("img", { src: `/images/${item.product_handle}.svg`, alt: "", width: 64, height: 64 }),
      h(
        "div",
        { class: "line-text" },
        h("p", { class: "line-title" }, item.product_title),
        h("p", { class: "quiet-text" }, item.variant_title ?? ""),
        change ? stepper(item, change) : h("p", { class: "quiet-text" }, `× ${item.quantity}`)
      ),
      h("p", { class: "line-price" }, money(item.unit_price * item.quantity, currency_code))
    )
  )
}

function stepper(item, change) {
  const title = item.product_title
  const button = (label, sign, step) =>
    h(
      "button",
      {
        type: "button",
        "aria-label": t(label, { title }),
        "data-key": `${item.id}${sign}`,
        onclick: () => change(item, item.quantity + step),
      },
      sign
    )
  return h(
    "div",
    { class: "stepper" },
    button("checkout.less", "−", -1),
    h("span", { "aria-live": "polite" }, String(item.quantity)),
    button("checkout.more", "+", 1)
  )
}

/** Totals as the shopper reads them: everything includes taxes. */
export function totalLines(sums) {
  const { currency_code } = sums
  const row = (label, amount, className) =>
    h("div", { class: className }, h("dt", {}, t(label)), h("dd", {}, money(amount, currency_code)))
  return [
    row("checkout.shipping", sums.shipping_total),
    sums.discount_total > 0 ? row("checkout.discount", -sums.discount_total) : null,
    row("checkout.total", sums.total, "total"),
    // A part of the total, told for information: pesos have no cents in a shop.
    row(
      "checkout.tax",
      currency_code === "cop" ? Math.round(sums.tax_total) : sums.tax_total,
      "quiet-text"
    ),
  ].filter(Boolean)
}
