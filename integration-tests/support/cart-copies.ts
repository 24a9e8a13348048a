import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Storefront } from "./storefront"

type FilledCart = Awaited<ReturnType<Storefront["cart"]>>

/**
 * Carts that a storefront fills once and that are copied in the database afterwards, each with its
 * own ids: filling a cart is half of Medusa's work on a sale.
 */
export class CartCopies {
  private readonly filled = new Map<string, Promise<FilledCart>>()

  constructor(private readonly pg: () => Knex) {}

  /** @param kind name of the cart's content */
  async like(kind: string, fill: () => Promise<FilledCart>): Promise<FilledCart> {
    const first = this.filled.get(kind) ?? fill()
    this.filled.set(kind, first)
    const cart = await first
    const { CartRows } = await import("./cart-rows.mjs")
    const [suffix] = await new CartRows((sql) => this.pg().raw(sql)).copy(cart.id, 1)
    return { ...cart, id: cart.id + suffix }
  }
}
