import { Companion } from "../bench/companion.mjs"

export const WEBHOOK_SECRET = "whsec_peers"

/** A stand-in for Stripe in a process of its own (`store/stripe-service.js`). */
export class StripeService extends Companion {
  /** `webhook`: where the store listens for events. */
  constructor({ folder, port, webhook }) {
    const args = [String(port), webhook, WEBHOOK_SECRET]
    super({ folder, script: "stripe-service.js", args, name: "Stripe's stand-in" })
  }

  /** The shopper pays: so many copies of the event leave. Answers when the first did (stopwatch.mjs). */
  async succeed(id, copies) {
    return this.ask("succeed", { id, copies })
  }

  /** Milliseconds it took itself for the last call. */
  async spent() {
    return this.ask("spent")
  }
}
