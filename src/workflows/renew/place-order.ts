import { sameAmount } from "../../domain/money"
import { renewalReason } from "../../domain/renewal-reason"
import type { RenewalHold } from "../../modules/subscriptions/renewal-holds"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { RenewalCart } from "./cart"
import type { RenewalCore } from "./core"
import { RenewalStuckError } from "./outcome"

const COST_CHANGED = renewalReason("cost_changed")

interface OrderDeps {
  subscriptions: Pick<PayInSubscriptionsService, "renewalHolds">
  core: RenewalCore
}

/**
 * Has Medusa make the order of a renewal's cart; our provider asks for the prepared hold inside.
 *
 * @returns why the card was refused, for a person; null when there is an order
 */
export async function placeOrder(
  { subscriptions, core }: OrderDeps,
  hold: RenewalHold,
  cart: RenewalCart
): Promise<string | null> {
  const { renewalHolds } = subscriptions
  if (!cart.sessions.some(({ id }) => id === hold.session_id)) {
    if (hold.status === "creating") {
      if (!sameAmount(hold.order_amount, cart.total)) {
        // The prepared amount is not the cart's current price, and was never sent.
        await renewalHolds.drop(hold.id, COST_CHANGED)
        throw new RenewalStuckError(COST_CHANGED, true)
      }
      await renewalHolds.unbind(hold.id)
    }
    await core.openSession(cart.collection_id, hold.provider_id)
  }
  try {
    await core.completeCart(cart.id)
    return null
  } catch (error) {
    return refusalBehind(error, renewalHolds, hold)
  }
}

/**
 * Why the card was refused, for a person: the hold's row explains Medusa's failure. Any other
 * failure is thrown again.
 */
export async function refusalBehind(
  error: unknown,
  renewalHolds: OrderDeps["subscriptions"]["renewalHolds"],
  hold: RenewalHold
): Promise<string> {
  const now = await renewalHolds.find(hold.id)
  if (now === null || now.status === hold.status) {
    throw error
  }
  return refusalOf(now)
}

/** Has Medusa make the order of a cart that costs nothing, once: a crash may have left it made. */
export async function placeFreeOrder(core: RenewalCore, cart: RenewalCart): Promise<string> {
  const there = await core.orderOf(cart.id)
  if (there !== null) {
    return there
  }
  await core.completeCart(cart.id)
  const made = await core.orderOf(cart.id)
  if (made === null) {
    throw new RenewalStuckError(renewalReason("no_free_order"), true)
  }
  return made
}

/** The service's text about a card, for a person. */
export function refusalOf(hold: RenewalHold | null): string {
  return hold?.refusal_message ?? hold?.refusal_code ?? renewalReason("refused")
}
