import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { CardDeps } from "../../settlement/card-calls"
import { moneyThatArrived } from "../payment-link/owing"
import { coreBound } from "../settle/core-bound"
import { roomsOf } from "../settle/index"
import { findCartTotal, findPlace } from "../settle/place"
import { findWaitingOrder } from "../settle/waiting-order"
import { applyCard, type CardApplied, type CardApplyDeps } from "./apply"
import { CardCore } from "./core"

/*
 * What becomes of a hold:
 * - Its order is canceled before it is captured: let go, by canceling at the service what is kept of the card. If
 *   something else is paid with that card, nothing is captured any more and the hold lapses.
 * - Its order was marked as paid meanwhile: the capture is refused, in Medusa too, and the hold let go by itself.
 * - Nobody captures for `card.releaseHoldsAfterDays`: let go; the order stands, unpaid (`orphan_order` until it is
 *   canceled or owes nothing); `hold_not_released` when the service does not let go.
 * - A completion fails after the hold: let go, its session ends, the shopper enters the card again; an order that
 *   Medusa places on it all the same is canceled.
 * - A card was chosen and the cart not completed for an hour: the card is not asked any more and its token erased; an
 *   order that waited for it alone is canceled.
 * - A capture is killed before Medusa has booked it: booked, or taken back so that it can be captured again, after
 *   two minutes.
 * - An answer contradicts a webhook: nothing is booked, a person sees both (`status_changed_after_final`).
 * - A capture is not clearly answered: nothing is taken again; a webhook, or a person, says whether it was taken.
 * - A webhook tells of a capture that Medusa did not ask: booked, once; without an order `captured_without_order`.
 * - A captured payment is refunded: by a payout in whole pesos; the centavos that a card paid stay.
 */

/** What asking the card-payment API needs, resolved from a container. */
export function cardDeps(container: MedusaContainer): CardDeps {
  const { subscriptions, gateway, ledger } = roomsOf(container)
  return { subscriptions, gateway, ledger, options: gateway.options }
}

/** What telling Medusa of a card needs, resolved from a container. */
export function cardApplyDeps(container: MedusaContainer): CardApplyDeps {
  const { ledger, subscriptions, gateway } = roomsOf(container)
  return {
    ledger,
    subscriptions,
    options: gateway.options,
    core: new CardCore(container),
    read: {
      place: (id) => findPlace(container, id),
      cartTotal: (id) => findCartTotal(container, id),
      waitingOrder: (id) => findWaitingOrder(container, id),
      arriving: (id) => moneyThatArrived(container, id),
    },
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  }
}

/**
 * Tells Medusa of card payments as far as that is due: one of them, or a batch; a few at a time. Safe to
 * call at any time, several times at once.
 */
export async function applyCards(
  container: MedusaContainer,
  which: { id: string } | { limit: number }
): Promise<CardApplied[]> {
  const { subscriptions, gateway } = roomsOf(container)
  const due = await subscriptions.cardWatch.claimToApply(which)
  const deps = cardApplyDeps(container)
  const bound = coreBound(gateway.options.coreConcurrency)
  return Promise.all(due.map((row) => bound.execute(() => applyCard(deps, row))))
}
