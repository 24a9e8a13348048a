// A storefront of one page, which has nothing but docs/PayInCheckout.tsx: a checkout with `?cart=...`, else the page
// that the shopper returns to. Built by ../storefront.mjs, and run in the browser.

import { createElement, useState } from "react"
import { createRoot } from "react-dom/client"

import { PayInCheckout, PayInReturn } from "../../../docs/PayInCheckout.tsx"

const { backend_url, publishable_key } = await (await fetch("/config.json")).json()
const store = { backendUrl: backend_url, publishableKey: publishable_key }

function Return() {
  const [told, setTold] = useState(null)
  const onOrder = (id, isPaid) => setTold({ "data-order": id, "data-paid": isPaid })
  const onFailed = ({ status }) => setTold({ "data-failed": status })
  const payment = createElement(PayInReturn, { store, language: "en", onOrder, onFailed })
  return createElement("section", told, payment)
}

async function checkout(cartId) {
  const fields = "fields=+payment_collection.id"
  const answer = await fetch(`${backend_url}/store/carts/${cartId}?${fields}`, {
    headers: { "x-publishable-api-key": publishable_key },
  })
  const { cart } = await answer.json()
  const returnUrl = `${location.origin}/return`
  return createElement(PayInCheckout, { store, cart, returnUrl, language: "en" })
}

const cartId = new URLSearchParams(location.search).get("cart")
const content = cartId === null ? createElement(Return) : await checkout(cartId)
createRoot(document.querySelector("main")).render(content)
