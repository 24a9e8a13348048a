import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Card } from "../../modules/subscriptions/card-rows"
import { cancelCard } from "../../settlement/card-release"
import { cardDeps } from "../card"
import { servicesOf } from "../settle"

const BATCH = 10

/**
 * Cancels cards at the service whose subscription ended here, so that the service lists no unused
 * ones. A copy of the database cancels none. Canceling also voids holds, so open holds are waited for. The call is idempotent
 * (docs/service.md#cancel).
 */
export async function cancelUnneededCards(container: MedusaContainer): Promise<void> {
  const { subscriptions, ledger, gateway } = servicesOf(container)
  if (await ledger.installations.isHeld()) {
    return
  }
  const permit = gateway.background.enter(gateway.options.card?.id ?? "", "releases")
  if (permit === null) {
    return
  }
  try {
    const due = await subscriptions.unneededCards.claim(permit.alone ? 1 : BATCH)
    await Promise.all(due.map((card) => cancelIfUnneeded(container, card)))
  } finally {
    permit.leave()
  }
}

async function cancelIfUnneeded(container: MedusaContainer, card: Card): Promise<void> {
  const { cards, unneededCards, subscriptions } = servicesOf(container).subscriptions
  const { id, status, saved_at } = card
  if ((status !== "active" && status !== "ending") || saved_at !== null) {
    return unneededCards.keep(card)
  }
  if (await subscriptions.livesOn(id)) {
    return unneededCards.keep(card)
  }
  switch (await cards.retire(id, null)) {
    case "used":
      return unneededCards.later(card)
    case "over":
      return unneededCards.keep(card)
    case "ending": {
      const failed = await cancelCard(cardDeps(container), id, null)
      if (failed === null) {
        return
      }
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`payin ${id}: the service still keeps a card that nobody needs: ${failed.outcome}`)
      return failed.outcome === "refused" ? unneededCards.keep(card) : unneededCards.later(card)
    }
  }
}
