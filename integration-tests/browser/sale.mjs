import { signIn } from "../demo/steps/admin.mjs"
import { EXAMPLES } from "../demo/steps/settings.mjs"
import { createPayInCheckout } from "../demo/shop/public/js/payin-checkout.js"
import { createStoreApi } from "../demo/shop/public/js/store-api.js"
import { control } from "./control.mjs"
import { until } from "./until.mjs"

/** A sale for which another amount arrives, so that a person has to decide. Returns the anomaly. */
export async function mispaid({ medusa, sandbox, seed }, amount) {
  const session = await payable({ medusa, seed })
  await control({ sandbox }, `transactions/${session.reference}/settle`, {
    ...{ status: "APPROVED", amount, notify: true },
  })
  const ask = await signIn(medusa)
  return until("an anomaly", async () => {
    const path = `/admin/payin/anomalies?q=${session.reference}`
    return (await ask(path)).anomalies[0]
  })
}

/** An order that waits for cash: it was placed, and nothing of it was paid. */
export async function unpaid(stack) {
  const session = await payable(stack, "EFECTY", (api, cart) =>
    api("POST", `/store/carts/${cart.id}/complete`)
  )
  const ask = await signIn(stack.medusa)
  return until("an order that waits", async () => {
    const { transactions } = await ask(`/admin/payin/transactions?q=${session.reference}`)
    return transactions.find(({ order_id }) => order_id !== null)
  })
}

/** A cart in Colombia that waits for its payment, and `person`, who pays it. */
export async function filledCart({ medusa, seed }) {
  const api = createStoreApi({
    backend_url: medusa,
    publishable_key: seed.publishable_key,
    language: () => "es",
  })
  const { email, first_name, last_name, address_1, city, phone, ...person } = EXAMPLES.co
  const address = { first_name, last_name, address_1, city, phone, country_code: "co" }
  const { cart } = await api("POST", "/store/carts", {
    region_id: seed.regions.co,
    email,
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: seed.variants["CAFE-GRANO"].id, quantity: 2 }],
  })
  await api("POST", `/store/carts/${cart.id}/shipping-methods`, {
    option_id: seed.shipping_options.co[0],
  })
  const fields = "?fields=+payment_collection.id"
  const priced = (await api("GET", `/store/carts/${cart.id}${fields}`)).cart
  return { api, cart: priced, person: { ...person, email } }
}

async function payable(stack, payment_method = "PSE", afterwards = null) {
  const { api, cart, person } = await filledCart(stack)
  const wanted = { payment_method, customer_data: person }
  const session = await createPayInCheckout(api).startSession(cart, wanted)
  await afterwards?.(api, cart)
  return session
}
