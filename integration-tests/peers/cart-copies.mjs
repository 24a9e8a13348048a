import pg from "pg"

import { CartRows } from "../support/cart-rows.mjs"

/** Made at a time. */
const BATCH = 100

/**
 * Copies a filled cart in the database. Through the store it takes Medusa twice as long to fill a cart as to sell
 * it, and whatever is compared fills it alike.
 */
export class CartCopies {
  #client
  #rows
  #ready = []
  #template

  constructor(databaseUrl) {
    this.#client = new pg.Client({ connectionString: databaseUrl })
    this.#client.on("error", () => {})
    this.#rows = new CartRows((sql) => this.#client.query(sql))
  }

  async start() {
    await this.#client.connect()
  }

  async stop() {
    await this.#client.end()
  }

  /** From here on every cart is like this one, which waits for its payment session. */
  like(cart) {
    this.#template = cart
  }

  async next() {
    if (this.#ready.length === 0) this.#ready.push(...(await this.take(BATCH)))
    return this.#ready.pop()
  }

  /** So many carts, each with a payment collection of its own and no session yet. */
  async take(count) {
    const { cart_id, collection_id } = this.#template
    const suffixes = await this.#rows.copy(cart_id, count)
    return suffixes.map((suffix) => ({
      cart_id: cart_id + suffix,
      collection_id: collection_id + suffix,
    }))
  }
}
