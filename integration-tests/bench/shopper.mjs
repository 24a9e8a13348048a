import { EXAMPLES, PlainError } from "../demo/steps/settings.mjs"
import { send } from "./http.mjs"

export const OURS = "pp_payin_co"
export const MEDUSAS = "pp_system_default"
/** Where the store takes cards (`BENCH_CARDS`). */
export const CARD = "pp_payin-card_co"

const SHOPPER = EXAMPLES.co

const SKUS = ["CAFE-GRANO", "CAFE-MOLIDO", "MOCHILA-DESIERTO", "MANTA-COCHINILLA", "CHOCOLATE-90"]

/** A shopper in Colombia, through the store API only. */
export class Shopper {
  #url
  #seed

  constructor(url, seed) {
    this.#url = url
    this.#seed = seed
  }

  /** What every call to the store API carries. */
  get headers() {
    return { "x-publishable-api-key": this.#seed.publishable_key }
  }

  /** The same shopper at another process of the store. */
  at(url) {
    return new Shopper(url, this.#seed)
  }

  /**
   * A cart with address, delivery and payment collection, ready for a payment session. What is in it goes
   * by its number: the same number, the same cart.
   */
  async fillCart(number = 0) {
    const sku = SKUS[number % SKUS.length]
    const { email, first_name, last_name, address_1, city, phone } = SHOPPER
    const address = { first_name, last_name, address_1, city, phone, country_code: "co" }
    const { cart } = await this.#post("/store/carts", {
      region_id: this.#seed.regions.co,
      email,
      shipping_address: address,
      billing_address: address,
      items: [{ variant_id: this.#seed.variants[sku].id, quantity: 1 }],
    })
    await this.#post(`/store/carts/${cart.id}/shipping-methods`, {
      option_id: this.#seed.shipping_options.co[0],
    })
    const { payment_collection } = await this.#post("/store/payment-collections", {
      cart_id: cart.id,
    })
    return { cart_id: cart.id, collection_id: payment_collection.id }
  }

  /** Chooses how to pay; answers the session and the milliseconds the call took. */
  async chooseProvider({ collection_id }, provider_id) {
    const data = DATA[provider_id]?.() ?? {}
    const path = `/store/payment-collections/${collection_id}/payment-sessions`
    const { payment_collection, ms } = await this.#post(path, { provider_id, data })
    const sessions = payment_collection.payment_sessions
    if (sessions?.length !== 1 || sessions[0].status !== "pending") {
      throw new PlainError(`One pending session was expected: ${JSON.stringify(sessions)}`)
    }
    return { session: sessions[0], ms }
  }

  /** Completes the cart; answers the milliseconds the call took. */
  async complete(cart) {
    return (await this.placeOrder(cart)).ms
  }

  /** As `complete`; answers the order's id too. */
  async placeOrder({ cart_id }) {
    const { type, order, ms } = await this.#post(`/store/carts/${cart_id}/complete`)
    if (type !== "order") throw new PlainError(`The cart was not completed: ${type}`)
    return { order_id: order.id, ms }
  }

  /** Where carts of a number are bought, and what is in them. */
  placeOf(number) {
    const { regions, variants } = this.#seed
    return { region_id: regions.co, variant_id: variants[SKUS[number % SKUS.length]].id }
  }

  async #post(path, body = {}) {
    const answer = await send("POST", this.#url + path, {
      headers: this.headers,
      body,
    })
    if (answer.status !== 200) {
      const refused = `POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`
      throw Object.assign(new PlainError(refused), { status: answer.status })
    }
    return { ...answer.body, ms: answer.ms }
  }
}

const DATA = {
  [OURS]: () => ({ payment_method: "PSE", customer_data: payer() }),
  [CARD]: () => ({ token: "tok_test_approved", customer_data: payer() }),
}

function payer() {
  const { legal_doc_type, legal_doc, phone_code, phone_number, email, full_name } = SHOPPER
  return { legal_doc_type, legal_doc, phone_code, phone_number, email, full_name }
}
