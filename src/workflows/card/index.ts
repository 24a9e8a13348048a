import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { CardDeps } from "../../settlement/card-calls"
import { coreBound } from "../settle/core-bound"
import { roomsOf } from "../settle/index"
import { findCartTotal, findPlace } from "../settle/place"
import { findWaitingOrder } from "../settle/waiting-order"
import { applyCard, type CardApplied, type CardApplyDeps } from "./apply"
import { CardCore } from "./core"

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
