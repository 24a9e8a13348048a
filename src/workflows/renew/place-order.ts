import { renewalReason } from "../../domain/renewal/reason"
import type { RenewalHold } from "../../modules/subscriptions/renewal-holds"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { RenewalCart } from "./cart"
import type { RenewalMedusaCalls } from "./renewal-medusa-calls"
import { RenewalStuckError } from "./outcome"

interface OrderDeps {
  subscriptions: Pick<PayInSubscriptionsService, "renewalHolds">
  medusa: RenewalMedusaCalls
}

/**
 * Has Medusa make the order of a renewal's cart; our provider asks for the prepared hold inside.
 *
 * @param session `new`: the cart lacks the session of the hold, which is opened first
 * @returns why the card was refused, for a person; null when there is an order
 */
export async function placeOrder(
  { subscriptions, medusa }: OrderDeps,
  hold: RenewalHold,
  { id, collection }: RenewalCart,
  session: "there" | "new"
): Promise<string | null> {
  const { renewalHolds } = subscriptions
  if (session === "new" && collection !== null) {
    await renewalHolds.unbind(hold.id)
    await medusa.openSession(collection.id, hold.provider_id)
  }
  try {
    await medusa.completeCart(id)
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

/** Has Medusa make the order of a cart that costs nothing. */
export async function placeFreeOrder(medusa: RenewalMedusaCalls, cartId: string): Promise<string> {
  await medusa.completeCart(cartId)
  const made = await medusa.orderOf(cartId)
  if (made === null) {
    throw new RenewalStuckError(renewalReason("no_free_order"), true)
  }
  return made.id
}

/** The service's text about a card, for a person. */
export function refusalOf(hold: RenewalHold): string {
  return hold.refusal_message ?? hold.refusal_code ?? renewalReason("refused")
}
