import { signIn } from "../demo/steps/admin.mjs"
import { EXAMPLES, PlainError } from "../demo/steps/settings.mjs"
import { until } from "./until.mjs"

const SUBSCRIBER = { email: "subscriber@example.com", password: "payin-demo" }

/** A shopper with an account who subscribes to coffee by card; the first period is taken. */
export async function subscribe({ medusa, seed }) {
  const ask = await signIn(medusa)
  const { id: variant_id } = seed.variants["CAFE-MES"]
  const shopper = await register(medusa, seed)
  const { first_name, last_name, address_1, city, phone, ...person } = EXAMPLES.co
  const address = { first_name, last_name, address_1, city, phone, country_code: "co" }
  const { cart } = await shopper("POST", "/store/carts", {
    region_id: seed.regions.co,
    email: SUBSCRIBER.email,
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id, quantity: 1 }],
  })
  const [option_id] = seed.shipping_options.co
  await shopper("POST", `/store/carts/${cart.id}/shipping-methods`, { option_id })
  const { payment_collection } = await shopper("POST", "/store/payment-collections", {
    cart_id: cart.id,
  })
  await shopper("POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: "pp_payin-card_co",
    data: {
      token: "tok_test_approved",
      customer_data: { ...person, email: SUBSCRIBER.email },
    },
  })
  const { order } = await shopper("POST", `/store/carts/${cart.id}/complete`)
  if (!order) throw new PlainError("The card paid no order")
  await take(ask, order.id)
  return until("a subscription", async () => {
    const { subscriptions } = await ask(`/admin/payin/subscriptions?order_id=${order.id}`)
    return subscriptions[0]
  })
}

/** What is held on the card is taken, as an operator does on the order's page. */
async function take(ask, orderId) {
  const fields = "payment_collections.payments.id"
  const { order } = await ask(`/admin/orders/${orderId}?fields=${fields}`)
  const [{ id }] = order.payment_collections[0].payments
  await ask(`/admin/payments/${id}/capture`, {})
}

async function register(medusa, { publishable_key }) {
  const caller =
    (token) =>
    async (method, path, body = undefined) => {
      const answer = await fetch(medusa + path, {
        method,
        headers: {
          "content-type": "application/json",
          "x-publishable-api-key": publishable_key,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      const said = await answer.json()
      if (!answer.ok) {
        throw new PlainError(`${path} answered ${answer.status} to a shopper: ${said.message}`)
      }
      return said
    }
  const anybody = caller(null)
  const { token } = await anybody("POST", "/auth/customer/emailpass/register", SUBSCRIBER)
  const { first_name, last_name } = EXAMPLES.co
  await caller(token)("POST", "/store/customers", {
    email: SUBSCRIBER.email,
    first_name,
    last_name,
  })
  return caller((await anybody("POST", "/auth/customer/emailpass", SUBSCRIBER)).token)
}
