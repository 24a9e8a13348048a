import { setTimeout as sleep } from "node:timers/promises"
import type { MarketCode } from "../support/storefront"
import type { Bank } from "./bank"
import type { Cart } from "./cart"
import type { SeededRandom } from "./seeded-random"
import { told, type Answer } from "./http"
import type { Journal } from "./journal"
import type { World } from "./world"

const METHODS = {
  co: { PSE: 34, EFECTY: 30, CARD: 14, BREB: 14, ALL_METHODS: 8 },
  pe: { QR: 50, PAGOEFECTIVO: 30, BANK_TRANSFER: 20 },
} as const

/** What a shopper may do next, as often as the weights say. */
const MOVES = {
  rush: 5,
  pay: 4,
  complete: 4,
  poll: 3,
  wait: 3,
  post_again: 1,
  post_twice: 1.5,
  other_method: 1.5,
  change_cart: 1.5,
  pay_older: 1.5,
  pay_all: 0.7,
  refuse: 1.5,
  pay_other_amount: 0.6,
  pay_other_currency: 0.2,
  other_provider: 0.4,
} as const

/** One person with one cart, who does what shoppers do: several things at once, and not in order. */
export class Shopper {
  private method: string

  constructor(
    private readonly world: World,
    private readonly bank: Bank,
    private readonly random: SeededRandom,
    private readonly journal: Journal,
    private readonly name: string,
    private readonly cart: Cart
  ) {
    this.method = methodOf(cart.market, random)
  }

  /** Asks for a link, again if need be. */
  async enter(): Promise<void> {
    this.journal.note(this.name, `has cart ${this.cart.id}`)
    for (let tries = 0; tries < 2 && this.cart.links.length === 0; tries++) {
      await this.link(this.method)
    }
  }

  async act(): Promise<void> {
    for (let moves = this.random.between(1, 4); moves > 0; moves--) {
      await this.move(this.random.weighted(MOVES))
    }
  }

  private async move(move: keyof typeof MOVES): Promise<void> {
    const { cart, random } = this
    switch (move) {
      case "rush":
        await Promise.all([this.pay(cart.links.at(-1)), this.complete(), this.poll()])
        return
      case "pay":
        return this.pay(cart.links.at(-1))
      case "pay_older":
        return this.pay(cart.links.at(-2) ?? cart.links.at(-1))
      case "pay_all":
        await Promise.all(cart.links.map((link) => this.pay(link)))
        return
      case "pay_other_amount":
        return this.bank.pay(cart.links.at(-1), this.name, { factor: random.pick([0.5, 0.9, 1.5]) })
      case "pay_other_currency":
        return this.bank.pay(cart.links.at(-1), this.name, { currency: "USD" })
      case "refuse":
        return this.bank.refuse(cart.links.at(-1), this.name, random)
      case "complete":
        return this.complete()
      case "poll":
        return this.poll()
      case "wait":
        await sleep(random.between(10, 150))
        return
      case "post_again":
        return this.link(this.method)
      case "post_twice":
        await Promise.all([this.link(this.method), this.link(this.method)])
        return
      case "other_method":
        this.method = methodOf(cart.market, random)
        return this.link(this.method)
      case "other_provider": {
        const { url } = this.world.any(random)
        this.say("chooses another provider", await cart.choose(url, "pp_system_default", {}))
        return
      }
      case "change_cart":
        return this.change()
    }
  }

  private async link(method: string): Promise<void> {
    this.say(`asks for ${method}`, await this.cart.link(this.world.any(this.random).url, method))
    this.journal.note(this.name, `has ${this.cart.links.join(" ")}`)
  }

  private async change(): Promise<void> {
    const { url } = this.world.any(this.random)
    this.say("changes the cart", await this.cart.change(url, this.random.between(1, 3)))
    await this.cart.collect(url)
    if (this.random.chance(0.7)) {
      await this.link(this.method)
    }
  }

  private async complete(): Promise<void> {
    this.say("completes", await this.cart.complete(this.world.any(this.random).url))
  }

  private async poll(): Promise<void> {
    const session = this.cart.sessions.at(-1)
    if (session !== undefined) {
      this.say("polls", await this.cart.poll(this.world.any(this.random).url, session))
    }
  }

  private async pay(link: string | undefined): Promise<void> {
    return this.bank.pay(link, this.name, {})
  }

  private say(what: string, answer: Answer): void {
    this.journal.note(this.name, `${what}: ${told(answer)}`)
  }
}

function methodOf(market: MarketCode, random: SeededRandom): string {
  return market === "co" ? random.weighted(METHODS.co) : random.weighted(METHODS.pe)
}
