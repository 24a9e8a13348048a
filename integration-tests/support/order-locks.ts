import type { Shop } from "./shop"

/**
 * Waits until nobody has a turn. Whoever was answered a moment ago gives its own back just now, and
 * a sweep goes past an order that is another's turn.
 */
export async function locksReleased(shop: Pick<Shop, "pg" | "until">): Promise<void> {
  await shop.until(async () => ((await shop.pg("payin_order_lock").first("id")) ? null : true))
}
