import { setTimeout as sleep } from "node:timers/promises"
import { createPayInCheckout } from "../shop/public/js/payin-checkout.js"
import { createStoreApi } from "../shop/public/js/store-api.js"
import { signIn } from "./admin.mjs"
import { payByBank } from "./hosted-page.mjs"
import { step } from "./progress.mjs"
import { EXAMPLES, HANGS_MS, PlainError } from "./settings.mjs"

/**
 * One sale, as a shopper makes it: only the store API and the hosted page are used, the code is the
 * shop page's own. Returns the order as the admin sees it.
 */
export async function sell({ backend_url, seed, sandbox }) {
  const api = createStoreApi({
    backend_url,
    publishable_key: seed.publishable_key,
    language: () => "es",
  })
  const payIn = createPayInCheckout(api)
  const shopper = EXAMPLES.co

  const { cart } = await step("A cart in Colombia", () => fillCart(api, seed))
  await step("Address and delivery", () => addDelivery(api, seed, cart, shopper))
  const priced = (await api("GET", `/store/carts/${cart.id}?fields=+payment_collection.id`)).cart

  await step("Payment methods", async () => {
    const methods = await payIn.methods(priced)
    return methods.map(({ payment_method }) => payment_method).join(" ")
  })
  const { session } = await step("Payment session with PSE", () => startPse(payIn, priced, shopper))
  await step("Hosted page: bank chosen, paid", async () => payByBank(session.payment_url))
  const { notification } = await step("Notification", () => notified(sandbox, session))
  const { order_id } = await step("Return page waits for the order", () => wait(payIn, session))
  const { order } = await step("Order paid, as the admin sees it", () =>
    captured(backend_url, order_id)
  )
  return { order, session, notification }
}

async function fillCart(api, { regions, variants }) {
  const { cart } = await api("POST", "/store/carts", {
    region_id: regions.co,
    items: [
      { variant_id: variants["CAFE-GRANO"].id, quantity: 1 },
      { variant_id: variants["CHOCOLATE-90"].id, quantity: 2 },
    ],
  })
  const note = cart.items.map(({ quantity, product_title }) => `${quantity} × ${product_title}`)
  return { cart, note: note.join(", ") }
}

export async function addDelivery(api, { shipping_options }, cart, shopper) {
  const { email, first_name, last_name, address_1, city, phone } = shopper
  const address = { first_name, last_name, address_1, city, phone, country_code: "co" }
  await api("POST", `/store/carts/${cart.id}`, {
    email,
    shipping_address: address,
    billing_address: address,
  })
  const answer = await api("POST", `/store/carts/${cart.id}/shipping-methods`, {
    option_id: shipping_options.co[0],
  })
  return `total ${pesos(answer.cart.total)}`
}

/** What the session asks for is answered, as a form would, until there is a page to pay on. */
async function startPse(payIn, cart, shopper) {
  const asked = []
  const customer_data = {}
  for (;;) {
    const session = await payIn.startSession(cart, { payment_method: "PSE", customer_data })
    if (session.status === "pending" && session.payment_url) {
      return { session, note: asked.length > 0 ? `asked for ${asked.join(", ")}` : "" }
    }
    const missing = (session.fields ?? []).map(({ name }) => name)
    if (missing.length === 0 || missing.some((name) => asked.includes(name))) {
      throw new PlainError(
        `The payment session ended as "${session.status}" without a payment page`
      )
    }
    asked.push(...missing)
    for (const name of missing) customer_data[name] = shopper[name]
  }
}

async function notified(sandbox, { ticket }) {
  await sandbox.idle()
  const notification = sandbox.notifications({ ticket }).at(-1)
  const answer = notification?.attempts?.at(-1)
  return { notification, note: answer?.status ? `answered ${answer.status}` : "" }
}

/** Without the cart's id the page cannot place the order: it has to come through the notification. */
async function wait(payIn, { session_id }) {
  const signal = AbortSignal.timeout(HANGS_MS)
  const state = await payIn.waitForOrder({ session_id, signal })
  if (!state.order_id) {
    const reason = state.message ? ` (${state.message})` : ""
    throw new PlainError(`No order came: the payment stands at "${state.status}"${reason}`)
  }
  return { order_id: state.order_id }
}

export async function captured(backend_url, order_id) {
  const admin = await signIn(backend_url)
  const deadline = Date.now() + HANGS_MS
  for (;;) {
    const { order } = await admin(
      `/admin/orders/${order_id}?fields=display_id,total,currency_code,payment_status,*items`
    )
    if (order.payment_status === "captured")
      return { order, note: `payment ${order.payment_status}` }
    if (Date.now() > deadline) {
      throw new PlainError(
        `Order ${order.display_id} was placed but not captured: its payment stands at ` +
          `"${order.payment_status}"`
      )
    }
    await sleep(300)
  }
}

export const pesos = (amount) =>
  new Intl.NumberFormat("es-CO", {
    style: "currency",
    currency: "COP",
    maximumFractionDigits: 0,
  }).format(amount)
