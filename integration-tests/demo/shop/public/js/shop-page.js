import { $, h } from "./dom.js"
import { showProblem } from "./problem.js"
import { currentLanguage, onLanguage, t } from "./language.js"
import { showCount, startShell } from "./shell.js"
import { addToCart, api, countItems, loadCart, money, payIn, region } from "./store.js"

const ORDER = [
  "cafe-de-origen",
  "cafe-del-mes",
  "mochila-wayuu",
  "manta-de-alpaca",
  "chocolate-de-piura",
]
const place = ({ handle }) => (ORDER.includes(handle) ? ORDER.indexOf(handle) : ORDER.length)

startShell()
const answer = await api(
  "GET",
  `/store/products?region_id=${region.id}&fields=*variants.calculated_price,+metadata`
)
// What renews is charged to a card: where none is taken, it is not sold.
const takesCards = await payIn.takesCards(region.id)
const products = answer.products.filter(({ metadata }) => takesCards || !metadata?.payin_plan_name)
products.sort((a, b) => place(a) - place(b))
const chosen = new Map(products.map(({ id, variants }) => [id, variants[0].id]))
let cart = await loadCart()
function productCard(product) {
  const texts = currentLanguage() === "en" ? (product.metadata?.english ?? product) : product
  const variant = product.variants.find(({ id }) => id === chosen.get(product.id))
  const button = h("button", { type: "button", class: "button" }, t("shop.add"))
  button.addEventListener("click", () => add(button, product, texts.title))
  return h(
    "li",
    { class: "product" },
    h("img", { src: `/images/${product.handle}.svg`, alt: "", width: 400, height: 400 }),
    h(
      "div",
      { class: "product-text" },
      h("p", { class: "product-origin" }, texts.subtitle ?? ""),
      h("h2", {}, texts.title),
      h("p", { class: "product-lead" }, texts.description ?? "")
    ),
    h(
      "div",
      { class: "product-buy" },
      variantSelect(product, texts.title),
      h("p", { class: "price" }, money(variant.calculated_price.calculated_amount)),
      button
    )
  )
}

function variantSelect(product, title) {
  if (product.variants.length < 2) return null
  const label = t("shop.variant", { option: product.options?.[0]?.title ?? "", title })
  return h(
    "select",
    { "aria-label": label, onchange: (event) => chosen.set(product.id, event.target.value) },
    product.variants.map(({ id, title }) =>
      h("option", { value: id, selected: id === chosen.get(product.id) }, title)
    )
  )
}

async function add(button, product, title) {
  button.disabled = true
  try {
    cart = await addToCart(chosen.get(product.id))
    showProblem(null)
    showCount(cart)
    renderBar()
    button.textContent = t("shop.added")
    $("#live").textContent = t("shop.added_live", { title })
    setTimeout(() => (button.textContent = t("shop.add")), 1600)
  } catch (error) {
    showProblem(error, () => add(button, product, title))
  } finally {
    button.disabled = false
  }
}

function renderBar() {
  const bar = $("#bar")
  bar.hidden = countItems(cart) === 0
  if (bar.hidden) return
  $("#bar-text").replaceChildren(
    h("strong", {}, money(cart.item_total)),
    h("span", {}, t("shop.bar", { count: countItems(cart) }))
  )
}

onLanguage(() => {
  $("#products").replaceChildren(...products.map(productCard))
  renderBar()
})
