import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Storefront } from "./storefront"

type FilledCart = Awaited<ReturnType<Storefront["cart"]>>

/**
 * Carts of one database that are filled once by a storefront and copied there afterwards, each with ids of its own: to
 * fill one is half of what a sale takes Medusa.
 */
export class CartCopies {
  private readonly filled = new Map<string, Promise<FilledCart>>()

  constructor(private readonly pg: () => Knex) {}

  /** @param kind what tells it from carts that hold something else */
  async like(kind: string, fill: () => Promise<FilledCart>): Promise<FilledCart> {
    const first = this.filled.get(kind) ?? fill()
    this.filled.set(kind, first)
    const cart = await first
    const { CartRows } = await import("./cart-rows.mjs")
    const [suffix] = await new CartRows((sql) => this.pg().raw(sql)).copy(cart.id, 1)
    return { ...cart, id: cart.id + suffix }
  }
}
