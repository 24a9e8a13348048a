import { setTimeout as sleep } from "node:timers/promises"

import { lanes } from "../bench/lanes.mjs"
import { now } from "../bench/stopwatch.mjs"

// After an order was placed its subscribers are still at work.
const REST_MS = 50
/** As often as a service may tell the same thing. */
const COPIES = 5
/** Longer than core holds a webhook back, so that a late copy is still seen. */
const LATE_MS = 7_000

/** Sales of one side after the other, so that whatever else the machine does meets all of them. */
export class Sales {
  #shopper
  #witness

  constructor({ shopper, witness }) {
    this.#shopper = shopper
    this.#witness = witness
  }

  /** Milliseconds that core and provider take for a session, without the service's own time. */
  async session(side) {
    const { cart, session, ms } = await this.#begin(side)
    return { cart, session, ms: ms - (await side.spent()) }
  }

  /** From the first byte of the notification to the captured order; no storefront helps. */
  async notified(side, copies = 1) {
    const { cart, session } = await this.#begin(side)
    const captured = this.#witness.captured(cart)
    const sentAt = await side.pay(session, copies)
    const ms = (await captured) - sentAt
    await sleep(REST_MS)
    return { cart, ms }
  }

  /** The storefront completes the cart, paid already where somebody has to be paid. */
  async completed(side) {
    const { cart, session } = await this.#begin(side)
    await side.pay?.(session, 0)
    const ms = await this.#shopper.complete(cart)
    await sleep(REST_MS)
    return ms
  }

  /** Orders a second with so many in flight: by notification, or by the storefront for the floor. */
  async rate(side, orders, inFlight) {
    const carts = await lanes(orders, Math.min(inFlight, 8), () => this.#shopper.fillCart())
    return this.rateOf(side, carts, inFlight)
  }

  /** The same of carts that are filled. */
  async rateOf(side, carts, inFlight) {
    const orders = carts.length
    const ready = await lanes(orders, Math.min(inFlight, 8), (n) => this.#begin(side, carts[n]))
    const startedAt = now()
    await lanes(orders, inFlight, async (order) => {
      const { cart, session } = ready[order]
      if (side.pay === null) return this.#shopper.complete(cart)
      const captured = this.#witness.captured(cart)
      await side.pay(session, 1)
      return captured
    })
    return (orders * 1000) / (now() - startedAt)
  }

  /** What is in the books when each event came five times at once. */
  async copied(side, orders) {
    const sold = await lanes(orders, 4, () => this.notified(side, COPIES))
    await sleep(LATE_MS)
    return this.#witness.count(sold.map(({ cart }) => cart))
  }

  async #begin({ provider }, filled) {
    const cart = filled ?? (await this.#shopper.fillCart())
    return { cart, ...(await this.#shopper.chooseProvider(cart, provider)) }
  }
}
