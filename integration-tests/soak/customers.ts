import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { Bank } from "../faults/bank"
import { CardShopper } from "../faults/card-shopper"
import { Cart } from "../faults/cart"
import type { Dice } from "../faults/dice"
import { read, told } from "../faults/http"
import type { Journal } from "../faults/journal"
import { destinationOf } from "../faults/payout-destination"
import { Shopper } from "../faults/shopper"
import { askAs } from "../faults/signed-in"
import type { World } from "../faults/world"

const page = z.object({ order_id: z.string().nullable() })

/** Whoever only fills a cart and pays it waits for a slow store; who asks the admin does not. */
const PATIENCE_MS = 120_000
const BY_CARD = 0.3
/** Who does all that shoppers can do, in any order, as in npm run faults; the others buy as one should. */
const UNRULY = 0.25
const LEAVES = 0.08
const SAYS_WHERE_TO_REFUND = 0.5
const POLLS = 6
const POLL_EVERY_MS = 500
/** What a shopper does else before the next click. */
const PAUSE_MS = [100, 1_500] as const

/** People who come to the store one after the other, each with a cart of their own, and go again. */
export class Customers {
  readonly carts: Cart[] = []
  private readonly offered = new Set<string>()

  constructor(
    private readonly world: World,
    private readonly bank: Bank,
    private readonly dice: Dice,
    private readonly journal: Journal
  ) {}

  async visit(n: number): Promise<void> {
    const name = `sale-${n}`
    const dice = this.dice.of(name)
    const byCard = dice.chance(BY_CARD)
    const market = byCard || dice.chance(0.7) ? "co" : "pe"
    const cart = new Cart(this.world.store, market, name, null, PATIENCE_MS)
    this.carts.push(cart)
    const filled = await cart.fill(this.world.any(dice).url, dice)
    if (cart.collection === null) {
      this.journal.note(name, `could not fill a cart: ${told(filled)}`)
      return
    }
    if (byCard) {
      await this.buyByCard(name, cart, dice)
    } else {
      await this.buyByLink(name, cart, dice)
    }
  }

  private async buyByLink(name: string, cart: Cart, dice: Dice): Promise<void> {
    cart.refundTo = dice.chance(SAYS_WHERE_TO_REFUND) ? destinationOf(cart.market, dice) : null
    const shopper = new Shopper(this.world, this.bank, dice, this.journal, name, cart)
    await shopper.enter()
    if (dice.chance(UNRULY)) {
      await shopper.act()
      await sleep(dice.between(...PAUSE_MS))
      return shopper.act()
    }
    if (dice.chance(LEAVES)) {
      return
    }
    const completesFirst = dice.chance(0.5)
    if (completesFirst) {
      await this.complete(name, cart, dice)
    }
    await sleep(dice.between(...PAUSE_MS))
    await this.bank.pay(cart.links.at(-1), name, {})
    await this.watch(cart, dice)
    if (!completesFirst && dice.chance(0.7)) {
      await this.complete(name, cart, dice)
    }
  }

  private async buyByCard(name: string, cart: Cart, dice: Dice): Promise<void> {
    const shopper = new CardShopper(this.world, dice, this.journal, name, cart, this.offered)
    await shopper.enter()
    if (dice.chance(UNRULY)) {
      await shopper.act()
    } else {
      await this.complete(name, cart, dice)
    }
    await sleep(dice.between(...PAUSE_MS))
    await this.capture(name, cart, dice)
  }

  /** The result page asks until it knows. */
  private async watch(cart: Cart, dice: Dice): Promise<void> {
    const session = cart.sessions.at(-1)
    for (let n = 0; session !== undefined && n < POLLS; n++) {
      await sleep(POLL_EVERY_MS)
      const shown = read(page, await cart.poll(this.world.any(dice).url, session))
      if (shown !== null && shown.order_id !== null) {
        return
      }
    }
  }

  private async complete(name: string, cart: Cart, dice: Dice): Promise<void> {
    this.journal.note(name, `completes: ${told(await cart.complete(this.world.any(dice).url))}`)
  }

  /** Somebody in the admin takes what the card holds once the parcel is packed. */
  private async capture(name: string, cart: Cart, dice: Dice): Promise<void> {
    const payments: { id: string }[] = await this.world
      .pg("payment")
      .where({ payment_collection_id: cart.collection, captured_at: null, canceled_at: null })
      .select("id")
    for (const { id } of payments) {
      const url = `${this.world.any(dice).url}/admin/payments/${id}/capture`
      const answer = await askAs("user_maker", url, { body: {} })
      this.journal.note(name, `${id} is captured: ${told(answer)}`)
    }
  }
}
