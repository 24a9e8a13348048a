import { linkProblem } from "../domain/subscription/cart-plan"
import type { FieldProblem } from "../domain/privacy/customer-data"
import type { PayInOptions } from "../domain/options/options"
import type { CheckoutContext } from "../medusa/checkout-context"
import type { GraphReader } from "../medusa/links"
import { findSold } from "./sold-lines"

/**
 * Why a cart with a plan cannot be paid by a link. An order can be paid in any way: its
 * subscription has begun, or never does. null: it can.
 */
export async function planCartProblem(
  query: GraphReader,
  { cart_id, order_id }: Pick<CheckoutContext, "cart_id" | "order_id">,
  { card }: Pick<PayInOptions, "card">
): Promise<FieldProblem | null> {
  if (card?.planCarts !== "card_only" || cart_id === null || order_id !== null) {
    return null
  }
  const { lines } = await findSold(query, { cart_id, order_id })
  return linkProblem(lines, card.planCarts)
}
