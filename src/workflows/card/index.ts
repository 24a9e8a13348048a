import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { CardDeps } from "../../settlement/card-calls"
import { moneyThatArrived } from "../payment-link/owing"
import { medusaBound } from "../settle/medusa-bound"
import { servicesOf } from "../settle/index"
import { findCartTotal, findSnapshot } from "../../medusa/payment-snapshot"
import { findWaitingOrder } from "../settle/waiting-order"
import type { CardApplied, CardApplyDeps } from "./applied"
import { applyCard } from "./apply"
import { CardMedusaCalls } from "./card-medusa-calls"

/*
 * What happens to a hold:
 * - Its order is canceled before the capture: voided, by canceling the card's subscription at the
 *   service. If something else is paid with that card, nothing is captured any more and the hold
 *   lapses.
 * - Its order was marked as paid meanwhile: the capture is refused, in Medusa too, and the hold is
 *   voided.
 * - It is not captured for `card.releaseHoldsAfterDays`: voided. The order stays unpaid
 *   (`orphan_order` until it is canceled or owes nothing); `hold_not_released` when the service
 *   does not void it.
 * - A completion fails after the hold: voided, its session ends, and the shopper enters the card
 *   again. If Medusa still places an order on it, the order is canceled.
 * - A card was chosen and the cart not completed for an hour: the card is not charged any more and
 *   its token is erased. An order that waited for this card alone is canceled.
 * - A capture is killed before Medusa has booked it: after two minutes it is booked, or removed so
 *   that it can be captured again.
 * - An answer contradicts a webhook: nothing is booked, and a person sees both
 *   (`status_changed_after_final`).
 * - A capture is not clearly answered: it is not repeated; a webhook or a person reports whether
 *   the money was captured.
 * - A webhook reports a capture or a hold that the plugin did not ask for, for instance a capture in
 *   the service's own console: nothing is booked, and a person says whether it is so
 *   (`status_changed_after_final`). A card that was not asked yet is not asked before.
 * - A captured payment is refunded: by a payout in whole pesos. The cents that the card paid stay.
 */

/** Resolves the dependencies of card calls from a container. */
export function cardDeps(container: MedusaContainer): CardDeps {
  const { subscriptions, gateway, ledger } = servicesOf(container)
  return { subscriptions, gateway, ledger, options: gateway.options }
}

/** Resolves the dependencies of applying a card payment from a container. */
export function cardApplyDeps(container: MedusaContainer): CardApplyDeps {
  const { ledger, subscriptions, gateway } = servicesOf(container)
  return {
    ledger,
    subscriptions,
    options: gateway.options,
    medusa: new CardMedusaCalls(container),
    read: {
      place: (id) => findSnapshot(container, id),
      cartTotal: (id) => findCartTotal(container, id),
      waitingOrder: (id, alsoOf) => findWaitingOrder(container, id, alsoOf),
      arriving: (id) => moneyThatArrived(container, id),
    },
    isPaused: (account) => gateway.background.isPaused(account, "captures"),
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  }
}

/**
 * Apply outcome: updates Medusa about due card payments, one or a batch; a few at a time. Safe to
 * call at any time, several times at once.
 */
export async function applyCards(
  container: MedusaContainer,
  which: { id: string } | { limit: number }
): Promise<CardApplied[]> {
  const { subscriptions, gateway } = servicesOf(container)
  const due = await subscriptions.cardWatch.claimToApply(which)
  const deps = cardApplyDeps(container)
  const bound = medusaBound(gateway.options.coreConcurrency)
  return Promise.all(due.map((row) => bound.execute(() => applyCard(deps, row))))
}
