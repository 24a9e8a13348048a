import { $, h, redraw } from "./dom.js"
import { currentLanguage, onLanguage, t } from "./language.js"
import { CardForm } from "./card-form.js"
import { CARD_HERE, cardHere, methodChoices } from "./methods.js"
import { showProblem } from "./problem.js"
import { clearWrong, markWrong, readFields, sessionFields } from "./session-fields.js"
import { showCount, startShell } from "./shell.js"
import { api, changeCart, config, countItems, loadCart, money, payIn, region } from "./store.js"
import { itemLines, totalLines } from "./summary.js"

const form = $("#checkout")
const RETURN_PAGE = new URL("/return", location.href).href

let cart = await loadCart()
let shippingOptions = []
let methods = []
let methodsLanguage = null
let chosen = null
let asked = []
const cardForm = new CardForm()
const takesCards = await payIn.takesCards(region.id)

/** The first option is taken at once, so that total and limits of the methods are right. */
async function prepareDelivery() {
  const answer = await api("GET", `/store/shipping-options?cart_id=${cart.id}`)
  shippingOptions = answer.shipping_options.sort((a, b) => a.amount - b.amount)
  if (!(cart.shipping_methods?.length > 0)) await chooseDelivery(shippingOptions[0].id)
}

async function chooseDelivery(option_id) {
  cart = await changeCart("POST", "/shipping-methods", { option_id })
}

async function refreshMethods() {
  const hosted = await payIn.methods(cart)
  const renews = cart.items.some(renewsAgain)
  methods = [...(takesCards ? [cardHere(renews)] : []), ...(renews ? [] : hosted)]
  methodsLanguage = currentLanguage()
  const offered = methods.filter(({ available }) => available)
  if (!offered.some(({ payment_method }) => payment_method === chosen)) {
    chosen = offered[0]?.payment_method ?? null
  }
}

const renewsAgain = ({ product }) => Boolean(product?.metadata?.payin_plan_name)

/** The plugin's texts come from the plugin, in the language of the page. */
async function renderInLanguage() {
  render()
  if (countItems(cart) === 0 || methodsLanguage === currentLanguage()) return
  await refreshMethods()
  render()
}

function render() {
  const empty = countItems(cart) === 0
  $("#empty").hidden = !empty
  $("#full").hidden = empty
  showCount(cart)
  if (empty) return
  $("#lines").replaceChildren(...itemLines(cart, changeQuantity))
  $("#totals").replaceChildren(...totalLines(cart))
  $("#delivery").replaceChildren(...shippingOptions.map(deliveryChoice))
  const told = readFields($("#asked-fields")).customer_data
  $("#methods").after($("#asked"))
  $("#methods").replaceChildren(...methodChoices(methods, chosen))
  $("#submit").textContent = t("checkout.submit", { amount: money(cart.total) })
  renderCard()
  renderPromotion()
  renderAsked(told)
}

function deliveryChoice({ id, name, amount, type }) {
  const checked = cart.shipping_methods[0]?.shipping_option_id === id
  return h(
    "label",
    { class: "choice" },
    h("input", {
      type: "radio",
      name: "delivery",
      value: id,
      checked,
      required: true,
      "data-key": id,
    }),
    h(
      "span",
      { class: "choice-text" },
      h("strong", {}, name),
      h("span", { class: "quiet-text" }, type?.description ?? "")
    ),
    h("span", { class: "choice-price" }, money(amount))
  )
}

function renderPromotion() {
  const codes = (cart.promotions ?? []).map(({ code }) => code)
  $("#promo-codes").replaceChildren(
    ...codes.map((code) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-label": t("checkout.promo_remove", { code }),
          onclick: () => change("DELETE", "/promotions", { promo_codes: [code] }),
        },
        `${code} ×`
      )
    )
  )
  $("#promo").hidden = codes.length > 0
  $("#promo-hint").textContent = t("checkout.promo_hint", { code: config.promotion_code })
}

function renderCard() {
  const here = chosen === CARD_HERE
  $("#card").hidden = !here
  $("#card-wrong").hidden = true
  $("#note").textContent = t(here ? "checkout.note_card" : "checkout.note")
  if (here) cardForm.show($("#card")).catch((error) => showProblem(error, renderCard))
}

/** What the payment session still asks for, under the chosen method. */
function renderAsked(known) {
  const box = $("#asked")
  box.hidden = asked.length === 0
  if (box.hidden) return
  const method = methods.find(({ payment_method }) => payment_method === chosen)
  $("#asked-title").textContent = t("checkout.asks", { method: method?.label ?? "" })
  $("#asked-fields").replaceChildren(...sessionFields(asked, known))
  $("#methods :checked")?.closest("label").after(box)
}

/** Any change of the cart, with what follows from it. */
async function change(method, path, body) {
  try {
    await update(method, path, body)
  } catch (error) {
    showProblem(error, () => change(method, path, body))
  }
}

async function update(method, path, body) {
  cart = await changeCart(method, path, body)
  if (countItems(cart) > 0) await refreshMethods()
  redraw(render)
}

const changeQuantity = ({ id }, quantity) =>
  quantity > 0
    ? change("POST", `/line-items/${id}`, { quantity })
    : change("DELETE", `/line-items/${id}`)

function react({ target }) {
  if (target.name === "delivery") {
    change("POST", "/shipping-methods", { option_id: target.value })
  }
  if (target.name === "payment_method") {
    chosen = target.value
    clearWrong(form)
    renderCard()
    renderAsked(readFields($("#asked-fields")).customer_data)
  }
}

async function applyPromotion(event) {
  event.preventDefault()
  const code = $("#promo-code").value.trim()
  if (!code) return
  const wrong = $("#promo-wrong")
  wrong.textContent = ""
  try {
    await update("POST", "/promotions", { promo_codes: [code] })
  } catch (error) {
    if (error.status !== 400) return showProblem(error, () => $("#promo").requestSubmit())
    wrong.textContent = t("checkout.promo_wrong")
  }
}

/** Address first, then the payment: whatever it still asks for is shown, and the next press posts it. */
async function pay(event) {
  event.preventDefault()
  clearWrong(form)
  showProblem(null)
  if (chosen === CARD_HERE && cardForm.card === null) {
    $("#card-wrong").textContent = t("wrong.card")
    $("#card-wrong").hidden = false
    $("#card iframe")?.focus()
    return
  }
  $("#card-wrong").hidden = true
  setBusy(true)
  try {
    await saveAddress()
    const session = await startPayment()
    if (session.status === "needs_input") {
      asked = session.fields
      renderAsked({ legal_doc_type: session.fields.find(isShortList)?.options[0] })
      $("input, select", $("#asked-fields")).focus()
    } else {
      // A card holds the money when the order is placed; refused, the next page says why.
      if (chosen === CARD_HERE) await payIn.placeOrder(cart.id)
      const { paid_later } = methods.find(({ payment_method }) => payment_method === chosen)
      location.assign(
        await payIn.nextPage(session, cart, { waitingPage: RETURN_PAGE, paid_later })
      )
      return
    }
  } catch (error) {
    if (!markWrong(form, error)) showProblem(error, () => form.requestSubmit())
  }
  setBusy(false)
}

function startPayment() {
  const told = readFields($("#asked-fields"))
  return chosen === CARD_HERE
    ? payIn.startCardSession(cart, { ...cardForm.card, ...told })
    : payIn.startSession(cart, { payment_method: chosen, ...told })
}

const isShortList = ({ name, options }) => name === "legal_doc_type" && options?.length > 0

async function saveAddress() {
  const { email, ...address } = Object.fromEntries(
    ["email", "first_name", "last_name", "address_1", "city", "phone"].map((name) => [
      name,
      $(`#field-${name}`).value.trim(),
    ])
  )
  const shipping_address = { ...address, country_code: region.country_code }
  await api("POST", `/store/carts/${cart.id}`, {
    email,
    shipping_address,
    billing_address: shipping_address,
  })
  cart = await loadCart()
}

function setBusy(busy) {
  const button = $("#submit")
  button.disabled = busy
  button.setAttribute("aria-busy", String(busy))
  button.textContent = busy
    ? t("checkout.working")
    : t("checkout.submit", { amount: money(cart.total) })
}

function fillExample() {
  const example = config.examples[region.country_code]
  for (const [name, value] of Object.entries(example)) {
    const input = $(`#field-${name}`) ?? $(`#asked-${name}`)
    if (input) input.value = value
  }
}

// Going back from the payment page shows the button as it was left.
window.addEventListener("pageshow", ({ persisted }) => persisted && setBusy(false))

startShell()
if (countItems(cart) > 0) {
  await prepareDelivery()
  await refreshMethods()
}
onLanguage(renderInLanguage)
form.addEventListener("submit", pay)
form.addEventListener("change", react)
$("#promo").addEventListener("submit", applyPromotion)
$("#example").addEventListener("click", fillExample)
