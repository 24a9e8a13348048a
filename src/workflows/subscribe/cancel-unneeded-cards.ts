import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isCardQuestion } from "../../domain/card/question"
import { cardNeed } from "../../domain/card/kept-card"
import type { Card } from "../../modules/subscriptions/card-rows"
import { cancelCard } from "../../settlement/card-release"
import { cardDeps } from "../card"
import { servicesOf } from "../settle"

const BATCH = 10

/**
 * Gives up cards that nobody needs any more, by canceling them at the service: of guests and of
 * single payments, declined ones, deleted ones, those whose subscription ended. A copy of the
 * database cancels none. Canceling also voids holds, so open holds are waited for. The call is
 * idempotent (docs/service.md#cancel).
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
  const need = cardNeed({
    status,
    saved: saved_at !== null,
    renews: await subscriptions.livesOn(id),
    doubted: await isDoubted(container, id),
  })
  if (need !== "give_up") {
    return need === "keep" ? unneededCards.keep(card) : unneededCards.later(card)
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
      return failed.outcome === "refused" && failed.lasting
        ? unneededCards.keep(card)
        : unneededCards.later(card)
    }
  }
}

/** Whether a person still decides what became of a payment with it: it may be held after all. */
async function isDoubted(container: MedusaContainer, cardId: string): Promise<boolean> {
  const { subscriptions, ledger } = servicesOf(container)
  const payments = await subscriptions.cardTransactions.ofCard(cardId)
  return (await ledger.anomalies.openAbout(payments.map(({ id }) => id))).some(isCardQuestion)
}
