import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { StoreDatabase } from "../support/store-database"
import { Cart } from "./cart"
import { Dice } from "./dice"

/** Carts of people who do nothing: the first ones in their tables, whom a wrong filter would meet (medusa.md H1). */
export interface Bystanders {
  carts: string[]
  /** How they stand, to be compared. */
  state(pg: Knex): Promise<string>
}

/** One cart with a session of Medusa's own provider, one with a link of ours that nobody uses, one empty. */
export async function makeBystanders(url: string, database: StoreDatabase): Promise<Bystanders> {
  const dice = new Dice(1)
  const carts: string[] = []
  for (const provider of ["pp_system_default", null]) {
    const cart = new Cart(database.store, "co", `bystander-${carts.length}`)
    await cart.fill(url, dice)
    if (cart.id === null) {
      throw new Error("a bystander's cart could not be made")
    }
    carts.push(cart.id)
    if (provider !== null) {
      await cart.choose(url, provider, {})
    }
  }
  const state = (pg: Knex) => stateOf(pg, carts)
  return { carts, state }
}

async function stateOf(pg: Knex, carts: readonly string[]): Promise<string> {
  const { rows }: { rows: unknown[] } = await pg.raw(
    `select c.id, c.completed_at, c.updated_at::text, o.order_id, s.id as session, s.status
     from cart c
     left join order_cart o on o.cart_id = c.id
     left join cart_payment_collection p on p.cart_id = c.id
     left join payment_session s on s.payment_collection_id = p.payment_collection_id
     where c.id = any(?) order by c.id, s.id`,
    [[...carts]]
  )
  return JSON.stringify(rows)
}
