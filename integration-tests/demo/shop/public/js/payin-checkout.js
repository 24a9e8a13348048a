/**
 * All that a storefront needs to sell through PayIn, on Medusa's store API and two routes of the
 * plugin. `api` is `(method, path, body?) => Promise<answer>`, see store-api.js.
 *
 *   const payIn = createPayInCheckout(api)
 *   const [method] = await payIn.methods(cart)                    // what to offer
 *   const session = await payIn.startSession(cart, { payment_method: method.payment_method })
 *   session.fields ?? location.assign(await payIn.nextPage(session, cart, { waitingPage, ...method }))
 *   await payIn.waitForOrder({ session_id, cart_id, onChange })   // on the return page
 *
 * A card that is typed on the shop's own page: `token` is what the service's script made of it.
 *   const held = await payIn.startCardSession(cart, { token, customer_data })
 *   held.fields ?? (await payIn.placeOrder(cart.id))
 */
export function createPayInCheckout(api) {
  /** `[{ payment_method, label, description, available, reason_text, paid_later, icon, ... }]` */
  async function methods(cart) {
    return (await api("GET", `/store/payin/methods?cart_id=${cart.id}`)).methods
  }

  /**
   * Starts the payment of a cart with what the shopper has told so far: `payment_method`,
   * `customer_data`. Returns `session.data`. Status `needs_input`: ask for `fields`, then call
   * again; else `payment_url` is the page to pay on. A wrong value rejects with its `field`.
   */
  async function startSession(cart, data) {
    return postSession(cart, await findProvider(cart.region_id, "pp_payin_"), data)
  }

  /** As `startSession`, with `token` in place of a method: the order holds the money on that card. */
  async function startCardSession(cart, data) {
    return postSession(cart, await findProvider(cart.region_id, "pp_payin-card_"), data)
  }

  /** Whether a card can be paid with on the shop's own page, as a subscription needs it. */
  async function takesCards(region_id) {
    return (await listProviders(region_id)).some(({ id }) => id.startsWith("pp_payin-card_"))
  }

  async function postSession(cart, provider_id, data) {
    const collection = cart.payment_collection ?? (await createCollection(cart.id))
    const { payment_collection } = await api(
      "POST",
      `/store/payment-collections/${collection.id}/payment-sessions`,
      { provider_id, data }
    )
    return payment_collection.payment_sessions.find(
      (session) => session.provider_id === provider_id
    ).data
  }

  /** The region says which account sells there: `pp_payin_co`, `pp_payin_pe`. */
  async function findProvider(region_id, kind) {
    const provider = (await listProviders(region_id)).find(({ id }) => id.startsWith(kind))
    if (!provider) throw new Error(`Region ${region_id} has no provider ${kind}… enabled`)
    return provider.id
  }

  async function listProviders(region_id) {
    return (await api("GET", `/store/payment-providers?region_id=${region_id}`)).payment_providers
  }

  async function createCollection(cart_id) {
    return (await api("POST", "/store/payment-collections", { cart_id })).payment_collection
  }

  /**
   * Where to send the shopper now. What is paid later, in cash, becomes an order at once: it waits
   * for its payment, and `waitingPage` shows it together with the voucher's address.
   */
  async function nextPage(session, cart, { waitingPage, paid_later = false }) {
    const waits = paid_later && (await placeOrder(cart.id))
    if (!waits && session.status === "pending" && session.payment_url) return session.payment_url
    const page = new URL(waitingPage)
    page.searchParams.set("session_id", session.session_id)
    page.searchParams.set("cart_id", cart.id)
    return page.href
  }

  /** Places the order if it can be placed now. Returns its id, or null: ask again later. */
  async function placeOrder(cart_id) {
    try {
      const answer = await api("POST", `/store/carts/${cart_id}/complete`)
      return answer.type === "order" ? answer.order.id : null
    } catch (error) {
      if (error.type === "not_allowed" || error.status === 409) return null
      throw error
    }
  }

  /**
   * Waits on the return page: asks how the payment stands and tells `onChange` each time, places the
   * order when the payment is approved, and returns the last state. The order comes without this
   * page too, through the service's notification: closing it loses nothing.
   */
  async function waitForOrder({ session_id, cart_id, onChange = () => {}, signal }) {
    for (let asked = 1; ; asked++) {
      const state = await api("GET", `/store/payin/sessions/${session_id}`)
      if (state.status === "approved" && !state.order_id && cart_id) {
        state.order_id = await placeOrder(cart_id)
      }
      await onChange(state)
      const isOver = FINAL.includes(state.status) || (state.status === "approved" && state.order_id)
      if (isOver || signal?.aborted) return state
      await pause(asked < 30 ? POLL_MS : SLOW_POLL_MS)
    }
  }

  return { methods, startSession, startCardSession, takesCards, nextPage, placeOrder, waitForOrder }
}

const FINAL = ["rejected", "expired", "failed", "needs_input", "in_review", "canceled"]
const POLL_MS = 1500
const SLOW_POLL_MS = 6000
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
