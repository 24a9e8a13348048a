import { Companion } from "./companion.mjs"

/** The sandbox in a process of its own (`store/service.js`), and what it can tell of its own time. */
export class Service extends Companion {
  constructor({ folder, port }) {
    super({ folder, script: "service.js", args: [String(port)], name: "The sandbox" })
  }

  /**
   * Approves a payment, told in so many copies of the notification; answers when (stopwatch.mjs) the sandbox
   * began to send the first.
   */
  async approve(reference, copies = 1) {
    return this.ask("approve", { reference, copies })
  }

  /** A notification of the payment as the sandbox writes it, not sent: `{ url, headers, body }`. */
  async draft(reference) {
    return this.ask("draft", reference)
  }

  /**
   * Milliseconds the sandbox itself took for the last call of an operation ("create", "lookup"): from
   * the request's arrival until its answer was handed to the system.
   */
  async spent(operation) {
    return this.ask("spent", operation)
  }

  /** Fills the merchant's wallet, wire units. */
  async setWallet(amount) {
    return this.ask("setWallet", amount)
  }

  /** How many calls of an operation ("create", "lookup") it received so far. */
  async count(operation) {
    return this.ask("count", operation)
  }

  /** From now on each answer to these operations takes so many milliseconds more; others do not. */
  async slow(operations, ms) {
    return this.ask("slow", { operations, ms })
  }

  /** From now on each answer to a payout takes so many milliseconds more. */
  async slowPayouts(ms) {
    return this.slow(ms > 0 ? ["payout"] : [], ms)
  }
}
