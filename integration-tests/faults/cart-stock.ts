import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MarketCode } from "../support/storefront"
import type { StoreDatabase } from "../support/store-database"
import { Cart } from "./cart"
import { registerCustomer, type Customer } from "./customer"
import { SeededRandom } from "./seeded-random"
import { UNHURRIED_MS } from "./http"

const MARKETS: readonly MarketCode[] = ["co", "co", "pe"]
/** Which carts of the first two stocks of carts are whose: two customers with three each, the rest are guests'. */
const OWNERS: readonly (readonly number[])[] = [
  [0, 0, 0, 1],
  [1, 1],
]
/** Of each process: few at a time are quicker. */
const AT_ONCE = 2

/**
 * Carts that are ready to be paid. They are made once, and every schedule finds them as they were:
 * filling one costs more than all that is done with it. Those that a schedule leaves alone are its
 * bystanders, which nothing may touch. The first of all has a session of Medusa's own provider: a
 * wrong filter would meet it (docs/medusa.md#deleted-sessions).
 */
export class CartStock {
  private constructor(
    private readonly carts: readonly Cart[],
    private readonly pg: Knex,
    private readonly untouched: ReadonlyMap<string, string>
  ) {}

  /** @param each how many carts stand on each of its boards */
  static async fill(
    sides: readonly { url: string }[],
    database: StoreDatabase,
    each: number
  ): Promise<CartStock> {
    const random = new SeededRandom(1)
    const [{ url }] = sides
    const { publishable_key } = database.store
    const customers: Customer[] = []
    for (const name of ["regular-0", "regular-1"]) {
      customers.push(await registerCustomer(url, publishable_key, name))
    }
    const first = new Cart(database.store, "co", "bystander", null, UNHURRIED_MS)
    await first.fill(url, random)
    await first.choose(url, "pp_system_default", {})
    const carts = MARKETS.flatMap((market, cartStock) =>
      Array.from({ length: each }, (_, n) => {
        const owner = customers.at(OWNERS.at(cartStock)?.at(n) ?? customers.length) ?? null
        return new Cart(database.store, market, `${cartStock}-${n}`, owner, UNHURRIED_MS)
      })
    )
    const waiting = [...carts.entries()]
    const lane = async (side: { url: string }) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [n, cart] = next
        // Chances of its own: who fills it is not to decide what is in it.
        await cart.fill(side.url, random.of(`cart-${n}`))
      }
    }
    await Promise.all(sides.flatMap((side) => Array.from({ length: AT_ONCE }, () => lane(side))))
    if ([first, ...carts].some((cart) => cart.collection === null)) {
      throw new Error("the stock of carts could not be filled")
    }
    return new CartStock(carts, database.pg, await statesOf(database.pg))
  }

  /** So many different carts, as new. */
  take(count: number, random: SeededRandom, market?: MarketCode): Cart[] {
    const left = this.carts.filter((cart) => market === undefined || cart.market === market)
    return Array.from({ length: count }, () => {
      const [taken] = left.splice(random.between(0, left.length - 1), 1)
      return taken.again()
    })
  }

  /** Carts that changed though they were not taken. */
  async touched(taken: readonly Cart[]): Promise<string[]> {
    const now = await statesOf(this.pg)
    const ids = new Set(taken.map(({ id }) => id))
    return [...this.untouched].flatMap(([id, state]) =>
      ids.has(id) || now.get(id) === state ? [] : [id]
    )
  }
}

async function statesOf(pg: Knex): Promise<Map<string, string>> {
  const { rows }: { rows: { id: string; state: string }[] } = await pg.raw(
    `select c.id, json_build_array(c.completed_at, c.updated_at,
        array(select order_id from order_cart where cart_id = c.id order by 1),
        array(select s.id || s.status from cart_payment_collection p
          join payment_session s on s.payment_collection_id = p.payment_collection_id
          where p.cart_id = c.id order by 1))::text as state
     from cart c`
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}
