import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Card } from "../../modules/subscriptions/card-rows"
import { failureOf } from "../../settlement/card-calls"
import { cardDeps } from "../card"
import { roomsOf } from "../settle"
import { reasonOf } from "../settle/failures"

const BATCH = 10
/** No transaction has this id: everything that a card pays counts. */
const NONE = ""

/**
 * Has the service forget cards whose subscription ended here, so that it shows none that nobody renews.
 * Canceling takes along what is held: that is waited for. Idempotent at the service (interface.md 4.8).
 */
export async function forgetCards(container: MedusaContainer): Promise<void> {
  const { unneededCards } = roomsOf(container).subscriptions
  const due = await unneededCards.claim(BATCH)
  await Promise.all(due.map((card) => forget(container, card)))
}

async function forget(container: MedusaContainer, card: Card): Promise<void> {
  const { cards, unneededCards, subscriptions } = roomsOf(container).subscriptions
  const { id, account, subscription_id, status, saved_at } = card
  if (status !== "active" || saved_at !== null || subscription_id === null) {
    return unneededCards.keep(card)
  }
  if (await subscriptions.livesOn(id)) {
    return unneededCards.keep(card)
  }
  if (await cards.isUsedElsewhere(id, NONE)) {
    return unneededCards.later(card)
  }
  const deps = cardDeps(container)
  try {
    await deps.gateway.cards.cancel(account, subscription_id)
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`payin ${id}: the service still keeps a card nobody needs: ${reasonOf(error)}`)
    const { verdict } = failureOf(deps, error)
    return verdict.kind === "refused" ? unneededCards.keep(card) : unneededCards.later(card)
  }
  await cards.ended(id, "canceled")
}
