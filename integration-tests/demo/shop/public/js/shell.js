import { $, h, icon } from "./dom.js"
import { currentLanguage, onLanguage, setLanguage, t, translate } from "./language.js"
import { chooseRegion, countItems, loadCart, region, regions } from "./store.js"

const BAG = "M5 8h14l1 12H4zM8.5 8V7a3.5 3.5 0 0 1 7 0v1"

let count = 0

/** Header and footer of every page, in the present language. */
export function startShell() {
  translate()
  onLanguage(renderHeader)
  loadCart().then(showCount, () => {})
}

/** The number beside the cart. */
export function showCount(cart) {
  count = countItems(cart)
  const badge = $("#cart-count")
  badge.textContent = String(count)
  badge.hidden = count === 0
  $("#cart-link").setAttribute("aria-label", t("shell.cart_count", { count }))
}

function renderHeader() {
  $("#shell-tools").replaceChildren(
    group(
      "shell.region",
      regions.map(({ country_code, name }) => ({
        label: name,
        short: country_code.toUpperCase(),
        pressed: country_code === region.country_code,
        press: () => chooseRegion(country_code),
      }))
    ),
    group(
      "shell.language",
      ["es", "en"].map((language) => ({
        label: language.toUpperCase(),
        short: language.toUpperCase(),
        pressed: language === currentLanguage(),
        press: () => setLanguage(language),
      }))
    ),
    h(
      "a",
      { href: "/checkout", id: "cart-link", class: "cart-link" },
      icon(BAG),
      h("span", { class: "cart-word" }, t("shell.cart")),
      h("span", { id: "cart-count", class: "count" })
    )
  )
  showCount({ items: [{ quantity: count }] })
}

function group(label, choices) {
  return h(
    "div",
    { class: "switch", role: "group", "aria-label": t(label) },
    choices.map(({ label, short, pressed, press }) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(pressed), "aria-label": label, onclick: press },
        h("span", { class: "long" }, label),
        h("span", { class: "short", "aria-hidden": "true" }, short)
      )
    )
  )
}
