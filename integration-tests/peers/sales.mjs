import { setTimeout as sleep } from "node:timers/promises"

import { lanes } from "../bench/lanes.mjs"
import { now } from "../bench/stopwatch.mjs"

// After an order was placed its subscribers are still at work.
const REST_MS = 50
/** As often as a service may tell the same thing. */
const COPIES = 5
/** Of a cart that Medusa cannot complete for now: its lock on the stock is waited for no longer than 5 seconds. */
const MOST_TRIES = 20
/** Longer than Medusa holds a webhook back, so that a late copy is still seen. */
const LATE_MS = 7_000

/** Sales of one side after the other, so that whatever else the machine does meets all of them. */
export class Sales {
  #carts
  #witness

  /** `carts`: where the next one comes from (cart-copies.mjs). */
  constructor({ carts, witness }) {
    this.#carts = carts
    this.#witness = witness
  }

  /** Milliseconds that Medusa and provider take for a session, without the service's own time. */
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
    const ms = await side.shopper.complete(cart)
    await sleep(REST_MS)
    return ms
  }

  /**
   * Orders a second with so many in flight: by notification, or by the storefront for the floor. Answers
   * `{ rate, asked_again }`, how often a storefront got no order at first.
   */
  async rate(side, orders, inFlight) {
    const carts = await this.#carts.take(orders)
    const ready = await lanes(orders, Math.min(inFlight, 8), (n) => this.#begin(side, carts[n]))
    const startedAt = now()
    const again = await lanes(orders, inFlight, async (order) => {
      const { cart, session } = ready[order]
      if (side.pay === null) return completeAnyway(side.shopper, cart)
      const captured = this.#witness.captured(cart)
      await side.pay(session, 1)
      await captured
      return 0
    })
    return {
      rate: (orders * 1000) / (now() - startedAt),
      asked_again: again.reduce((sum, times) => sum + times, 0),
    }
  }

  /** What is in the books when each event came five times at once. */
  async copied(side, orders) {
    const sold = await lanes(orders, 4, () => this.notified(side, COPIES))
    await sleep(LATE_MS)
    return this.#witness.count(sold.map(({ cart }) => cart))
  }

  async #begin({ shopper, provider }, taken) {
    const cart = taken ?? (await this.#carts.next())
    return { cart, ...(await shopper.chooseProvider(cart, provider)) }
  }
}

/** As a shopper who gets an error presses the button again. Answers how often. */
async function completeAnyway(shopper, cart) {
  for (let tries = 1; ; tries++) {
    try {
      await shopper.complete(cart)
      return tries - 1
    } catch (error) {
      if (error.status !== 500 || tries === MOST_TRIES) throw error
    }
  }
}
