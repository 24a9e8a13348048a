// A storefront of one page, which has nothing but React and the storefront package: a checkout with `?cart=...`, else
// the page that the shopper returns to. Built by ../storefront.mjs, and run in the browser.

import { createElement, useState } from "react"
import { createRoot } from "react-dom/client"

import { PayInPayment, PayInReturn } from "../../../src/storefront/index.ts"

const { backend_url, publishable_key } = await (await fetch("/config.json")).json()
const store = { baseUrl: backend_url, publishableKey: publishable_key, locale: "en" }

function Return() {
  const [told, setTold] = useState(null)
  const onOrder = ({ orderId, isPaid }) => setTold({ "data-order": orderId, "data-paid": isPaid })
  const onFailed = ({ status }) => setTold({ "data-failed": status })
  const payment = createElement(PayInReturn, { store, onOrder, onFailed })
  return createElement("section", told, payment)
}

async function checkout(cartId) {
  const fields = "fields=+payment_collection.id"
  const answer = await fetch(`${backend_url}/store/carts/${cartId}?${fields}`, {
    headers: { "x-publishable-api-key": publishable_key },
  })
  const { cart } = await answer.json()
  return createElement(PayInPayment, { store, cart, returnUrl: "/return" })
}

const cartId = new URLSearchParams(location.search).get("cart")
const content = cartId === null ? createElement(Return) : await checkout(cartId)
createRoot(document.querySelector("main")).render(content)
