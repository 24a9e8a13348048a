import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { Bank } from "../faults/bank"
import { CardShopper } from "../faults/card-shopper"
import { Cart } from "../faults/cart"
import type { SeededRandom } from "../faults/seeded-random"
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
    private readonly random: SeededRandom,
    private readonly journal: Journal
  ) {}

  async visit(n: number): Promise<void> {
    const name = `sale-${n}`
    const random = this.random.of(name)
    const byCard = random.chance(BY_CARD)
    const market = byCard || random.chance(0.7) ? "co" : "pe"
    const cart = new Cart(this.world.store, market, name, null, PATIENCE_MS)
    this.carts.push(cart)
    const filled = await cart.fill(this.world.any(random).url, random)
    if (cart.collection === null) {
      this.journal.note(name, `could not fill a cart: ${told(filled)}`)
      return
    }
    if (byCard) {
      await this.buyByCard(name, cart, random)
    } else {
      await this.buyByLink(name, cart, random)
    }
  }

  private async buyByLink(name: string, cart: Cart, random: SeededRandom): Promise<void> {
    cart.refundTo = random.chance(SAYS_WHERE_TO_REFUND) ? destinationOf(cart.market, random) : null
    const shopper = new Shopper(this.world, this.bank, random, this.journal, name, cart)
    await shopper.enter()
    if (random.chance(UNRULY)) {
      await shopper.act()
      await sleep(random.between(...PAUSE_MS))
      return shopper.act()
    }
    if (random.chance(LEAVES)) {
      return
    }
    const completesFirst = random.chance(0.5)
    if (completesFirst) {
      await this.complete(name, cart, random)
    }
    await sleep(random.between(...PAUSE_MS))
    await this.bank.pay(cart.links.at(-1), name, {})
    await this.watch(cart, random)
    if (!completesFirst && random.chance(0.7)) {
      await this.complete(name, cart, random)
    }
  }

  private async buyByCard(name: string, cart: Cart, random: SeededRandom): Promise<void> {
    const shopper = new CardShopper(this.world, random, this.journal, name, cart, this.offered)
    await shopper.enter()
    if (random.chance(UNRULY)) {
      await shopper.act()
    } else {
      await this.complete(name, cart, random)
    }
    await sleep(random.between(...PAUSE_MS))
    await this.capture(name, cart, random)
  }

  /** The result page asks until it knows. */
  private async watch(cart: Cart, random: SeededRandom): Promise<void> {
    const session = cart.sessions.at(-1)
    for (let n = 0; session !== undefined && n < POLLS; n++) {
      await sleep(POLL_EVERY_MS)
      const shown = read(page, await cart.poll(this.world.any(random).url, session))
      if (shown !== null && shown.order_id !== null) {
        return
      }
    }
  }

  private async complete(name: string, cart: Cart, random: SeededRandom): Promise<void> {
    this.journal.note(name, `completes: ${told(await cart.complete(this.world.any(random).url))}`)
  }

  /** Somebody in the admin takes what the card holds once the parcel is packed. */
  private async capture(name: string, cart: Cart, random: SeededRandom): Promise<void> {
    const payments: { id: string }[] = await this.world
      .pg("payment")
      .where({ payment_collection_id: cart.collection, captured_at: null, canceled_at: null })
      .select("id")
    for (const { id } of payments) {
      const url = `${this.world.any(random).url}/admin/payments/${id}/capture`
      const answer = await askAs("user_maker", url, { body: {} })
      this.journal.note(name, `${id} is captured: ${told(answer)}`)
    }
  }
}
