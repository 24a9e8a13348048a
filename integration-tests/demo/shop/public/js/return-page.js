import { $, h } from "./dom.js"
import { currentLanguage, onLanguage, t } from "./language.js"
import { startShell } from "./shell.js"
import { StoreError } from "./store-api.js"
import { api, config, forgetCart, money, payIn } from "./store.js"
import { itemLines, totalLines } from "./summary.js"

const SLOW_AFTER_MS = 25_000
const RECONNECT_MS = 4_000

const query = new URLSearchParams(location.search)
const session_id = query.get("session_id")
const cart_id = query.get("cart_id")
const since = Date.now()

let state = null
let order = null
let view = "waiting"
let drawn = null

/** Waits until the payment has ended; a lost connection is tried again, the payment goes on meanwhile. */
async function watch() {
  try {
    await payIn.waitForOrder({ session_id, cart_id, onChange: follow })
  } catch (error) {
    if (error instanceof StoreError && error.status === 404) return show("unknown")
    show("offline")
    setTimeout(watch, RECONNECT_MS)
  }
}

async function follow(next) {
  state = next
  if (state.order_id) {
    forgetCart(cart_id)
    const answer = await api("GET", `/store/orders/${state.order_id}?fields=+payment_status`)
    order = answer.order
    return show(state.status === "approved" ? "order" : state.status === "pending" ? "later" : null)
  }
  show(state.status === "pending" ? "waiting" : state.status)
}

/** Draws only what changed: a page that is read aloud must not start again at every poll. */
function show(next) {
  view = next ?? state.status
  const key = JSON.stringify([view, order ? order.payment_status : isSlow(), state?.payment_url])
  if (key === drawn) return
  const isNews = document.body.dataset.view !== view
  drawn = key
  document.body.dataset.view = view
  render()
  if (isNews && view !== "waiting") $("#stage h1").focus()
}

const isSlow = () => Date.now() - since > SLOW_AFTER_MS

function render() {
  const parts = {
    ...{ order: orderPlaced, later: orderAwaiting, waiting, approved: waiting, offline },
    ...{ in_review: withStore, canceled: withStore },
  }
  $("#stage").replaceChildren(...(parts[view] ?? ended)())
  $("#order").hidden = !order || !["order", "later"].includes(view)
  if (!$("#order").hidden) renderOrder()
}

const title = (text) => h("h1", { tabindex: -1 }, text)
const paragraph = (text) => h("p", { class: "lead" }, text)
const link = (href, text, className = "button") => h("a", { href, class: className }, text)

function waiting() {
  const slow = isSlow() ? "slow" : "text"
  return [
    h("div", { class: "weave", "aria-hidden": "true" }),
    title(t(`return.${view}`)),
    paragraph(t(`return.${view}_${slow}`)),
    view === "waiting" && state?.payment_url
      ? link(state.payment_url, t("return.to_payment"), "button quiet")
      : "",
  ]
}

function offline() {
  return [
    h("div", { class: "weave", "aria-hidden": "true" }),
    title(t("return.offline")),
    paragraph(t("return.offline_text")),
  ]
}

function ended() {
  // The cart of an order that waited in vain is gone: there is nothing to pay again.
  const payable = view !== "unknown" && !state?.order_id
  return [
    h("div", { class: "seal", "data-kind": "stop", "aria-hidden": "true" }, "!"),
    title(t(`return.${view}`)),
    paragraph(t(state?.order_id ? "return.order_void_text" : `return.${view}_text`)),
    state?.message ? h("p", { class: "quiet-text" }, t("return.said", state)) : "",
    payable ? link("/checkout", t("return.try_again")) : link("/", t("order.more")),
  ]
}

/** The store decides about the money, or canceled the order: there is nothing to pay again. */
function withStore() {
  return [
    h("div", { class: "seal", "data-kind": "wait", "aria-hidden": "true" }, "…"),
    title(t(`return.${view}`)),
    paragraph(state.message),
    link("/", t("order.more")),
  ]
}

function orderPlaced() {
  return [
    h("div", { class: "seal", "data-kind": "done", "aria-hidden": "true" }, "✓"),
    title(t("order.thanks")),
    paragraph(t("order.paid_text", { city: order.shipping_address?.city ?? "" })),
  ]
}

function orderAwaiting() {
  return [
    h("div", { class: "seal", "data-kind": "wait", "aria-hidden": "true" }, "…"),
    title(t("order.waiting")),
    paragraph(t("order.waiting_text")),
    state.payment_url
      ? h(
          "a",
          { href: state.payment_url, class: "button", target: "_blank", rel: "noopener" },
          t("order.voucher")
        )
      : "",
  ]
}

function renderOrder() {
  const paid = ["captured", "partially_refunded", "refunded"].includes(order.payment_status)
  $("#order-number").textContent = t("order.number", { number: order.display_id })
  const badge = $("#order-paid")
  badge.textContent = t(paid || view === "order" ? "order.paid" : "order.awaiting")
  badge.dataset.kind = paid || view === "order" ? "done" : "wait"
  $("#order-items").textContent = t(view === "order" ? "order.items" : "order.set_aside")
  $("#order-date").textContent = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: "long",
  }).format(new Date(order.created_at))
  $("#order-total").textContent = money(order.total, order.currency_code)
  $("#lines").replaceChildren(...itemLines(order))
  $("#totals").replaceChildren(...totalLines(order))
  $("#order-admin").href = `${config.backend_url}/app/orders/${order.id}`
}

startShell()
onLanguage(render)
if (session_id) watch()
else show("unknown")
