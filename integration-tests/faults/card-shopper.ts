import { setTimeout as sleep } from "node:timers/promises"
import { CANARY } from "../support/personal-data"
import type { Cart } from "./cart"
import type { SeededRandom } from "./seeded-random"
import { told, type Answer } from "./http"
import type { Journal } from "./journal"
import type { World } from "./world"

const TOKENS = {
  tok_test_approved: 10,
  tok_test_declined: 2,
  tok_test_error: 1,
  tok_test_capture_declined: 1.5,
} as const

/** What a shopper may do next, as often as the weights say. */
const MOVES = {
  complete: 5,
  complete_twice: 3,
  choose: 2,
  choose_twice: 1,
  choose_saved: 4,
  steal: 1,
  poll: 2,
  wait: 2,
  change_cart: 1,
} as const

/** One person with one cart and some cards. */
export class CardShopper {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal,
    private readonly name: string,
    private readonly cart: Cart,
    /** Every saved card that anybody was offered in this schedule. */
    private readonly offered: Set<string>
  ) {}

  async enter(): Promise<void> {
    this.journal.note(this.name, `has cart ${this.cart.id}`)
    await this.choose()
  }

  async act(): Promise<void> {
    for (let moves = this.random.between(2, 5); moves > 0; moves--) {
      await this.move(this.random.weighted(MOVES))
    }
  }

  private async move(move: keyof typeof MOVES): Promise<void> {
    const { cart, random, world } = this
    switch (move) {
      case "complete":
        return this.complete()
      case "complete_twice":
        await Promise.all([this.complete(), this.complete()])
        return
      case "choose":
        return this.choose()
      case "choose_twice":
        await Promise.all([this.choose(), this.choose()])
        return
      case "choose_saved":
        return this.chooseSaved()
      case "steal":
        return this.steal()
      case "poll": {
        const session = cart.sessions.at(-1)
        if (session !== undefined) {
          this.say("polls", await cart.poll(world.any(random).url, session))
        }
        return
      }
      case "wait":
        await sleep(random.between(10, 150))
        return
      case "change_cart":
        this.say("changes the cart", await cart.change(world.any(random).url, random.between(1, 3)))
        await cart.collect(world.any(random).url)
        return this.choose()
    }
  }

  private async choose(): Promise<void> {
    const token = this.random.weighted(TOKENS)
    const answer = await this.cart.choose(this.world.any(this.random).url, "pp_payin-card_co", {
      token,
      save_card: true,
      customer_data: { ...CANARY.co, email: this.cart.email },
    })
    this.say(`chooses ${token}`, answer)
  }

  /** Pays with a card of before, then and there; with a new one where there is none. */
  private async chooseSaved(): Promise<void> {
    const saved = await this.cart.savedCards(this.world.any(this.random).url)
    saved.forEach((id) => this.offered.add(id))
    if (saved.length === 0) {
      return this.choose()
    }
    await this.chooseCard(this.random.pick(saved))
    await this.complete()
  }

  /** With a card that somebody was offered, whoever that was. */
  private async steal(): Promise<void> {
    if (this.offered.size > 0) {
      await this.chooseCard(this.random.pick([...this.offered]))
      await this.complete()
    }
  }

  private async chooseCard(saved_card_id: string): Promise<void> {
    const { url } = this.world.any(this.random)
    const answer = await this.cart.choose(url, "pp_payin-card_co", { saved_card_id })
    this.say(`chooses ${saved_card_id}`, answer)
  }

  private async complete(): Promise<void> {
    this.say("completes", await this.cart.complete(this.world.any(this.random).url))
  }

  private say(what: string, answer: Answer): void {
    this.journal.note(this.name, `${what}: ${told(answer)}`)
  }
}
