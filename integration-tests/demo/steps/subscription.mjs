import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createPayInCheckout } from "../shop/public/js/payin-checkout.js"
import { createStoreApi } from "../shop/public/js/store-api.js"
import { signIn } from "./admin.mjs"
import { step } from "./progress.mjs"
import { addDelivery, captured, pesos } from "./sale.mjs"
import { EXAMPLES, HANGS_MS, PlainError, ROOT } from "./settings.mjs"

const RENEW_SCRIPT = path.relative(ROOT, new URL("./next-month.ts", import.meta.url).pathname)
/** Every month is over by then. */
const MONTH_MS = 32 * 86_400_000
/** Of the sandbox: no bank has it. */
const TEST_CARD = { number: "4111111111111111", holder: "Lucía Ejemplo", cvv: "123" }

/** A subscription, bought with a test card by the store API; its first month is taken by an operator. */
export async function subscribe({ backend_url, seed, sandbox }) {
  const { publishable_key } = seed
  const api = createStoreApi({ backend_url, publishable_key, language: () => "es" })
  const payIn = createPayInCheckout(api)
  const admin = await signIn(backend_url)
  const shopper = EXAMPLES.co

  const { cart } = await step("Coffee of the month in a cart", () => fillCart(api, seed))
  await step("Address and delivery", () => addDelivery(api, seed, cart, shopper))
  const priced = (await api("GET", `/store/carts/${cart.id}?fields=+payment_collection.id`)).cart
  const { card } = await step("Test card, which the service's script makes a token", () =>
    typeCard(sandbox)
  )
  const { order_id } = await step("Order placed, its money held on the card", () =>
    order(payIn, priced, card, shopper)
  )
  const { subscription } = await step("Subscription begun", () => begun(admin, order_id))
  await step("First month taken by the operator", async () => {
    await admin(`/admin/payin/subscriptions/${subscription.id}/capture`, {})
    return (await captured(backend_url, order_id)).note
  })
  return { subscription }
}

/** The operator has the next month paid before its day. */
export async function payAhead({ backend_url, subscription }) {
  const admin = await signIn(backend_url)
  await step("Next month paid ahead by the operator", () => ahead(admin, subscription.id))
}

/**
 * The month that is `months` away, renewed by a process whose clock stands there: `medusa` runs `renew_script` on it.
 * Returns the renewal with its order.
 */
export async function renewOnItsDay({
  backend_url,
  subscription,
  medusa,
  months = 1,
  renew_script = RENEW_SCRIPT,
}) {
  const admin = await signIn(backend_url)
  const renewal = await step("A month later, by the clock of its job", () =>
    nextMonth({ admin, medusa, renew_script, months, id: subscription.id })
  )
  const { order } = await step("Renewal order paid, as the admin sees it", () =>
    captured(backend_url, renewal.cycle.order_id)
  )
  return { renewal: { ...renewal, order } }
}

async function fillCart(api, { regions, variants }) {
  const { cart } = await api("POST", "/store/carts", {
    region_id: regions.co,
    items: [{ variant_id: variants["CAFE-MES"].id, quantity: 1 }],
  })
  return { cart, note: cart.items[0].product_title }
}

/** What the service's browser script does with a card that somebody types into its frame. */
async function typeCard(sandbox) {
  const year = new Date().getFullYear() + 3
  const response = await fetch(`${sandbox.cardUrl}/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...TEST_CARD, expiry: `12/${String(year).slice(2)}` }),
  })
  const card = await response.json()
  if (!card.token) throw new PlainError(`The sandbox took no test card: ${JSON.stringify(card)}`)
  return { card, note: `${card.brand} ···· ${card.last_four}` }
}

async function order(payIn, cart, card, shopper) {
  const { legal_doc_type, legal_doc, phone_code, phone_number, email, full_name } = shopper
  const customer_data = { legal_doc_type, legal_doc, phone_code, phone_number, email, full_name }
  const session = await payIn.startCardSession(cart, { ...card, customer_data })
  const order_id = session.status === "pending" ? await payIn.placeOrder(cart.id) : null
  if (order_id === null) {
    throw new PlainError(`No order was placed: the card's session stands at "${session.status}"`)
  }
  return { order_id, note: pesos(cart.total) }
}

/** It begins with the order, moments later. */
async function begun(admin, order_id) {
  const deadline = Date.now() + HANGS_MS
  for (;;) {
    const { subscriptions } = await admin(`/admin/payin/subscriptions?order_id=${order_id}`)
    const [subscription] = subscriptions
    if (subscription) {
      const { periodicity, next_date } = subscription
      return { subscription, note: `${periodicity}, next on ${next_date}` }
    }
    if (Date.now() > deadline) throw new PlainError("The order began no subscription")
    await sleep(300)
  }
}

async function ahead(admin, id) {
  const { renewal } = await admin(`/admin/payin/subscriptions/${id}/renew`, {})
  if (renewal.outcome !== "paid") throw new PlainError(`The renewal by hand was ${renewal.outcome}`)
  return `due ${renewal.cycle.day}`
}

async function nextMonth({ admin, medusa, renew_script, months, id }) {
  medusa.environment.PAYIN_CLOCK_OFFSET_MS = String(months * MONTH_MS)
  try {
    await medusa.run("exec", renew_script)
  } finally {
    delete medusa.environment.PAYIN_CLOCK_OFFSET_MS
  }
  const { subscription } = await admin(`/admin/payin/subscriptions/${id}`)
  const [cycle] = subscription.cycles
  if (cycle?.status !== "paid" || cycle.number !== months) {
    throw new PlainError(`The period was not renewed: ${cycle?.last_error ?? "nothing was due"}`)
  }
  return { subscription, cycle, note: `due ${cycle.day}` }
}
