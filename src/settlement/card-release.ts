import { randomUUID } from "node:crypto"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import { failureOf, isInQuestion, type CardDeps } from "./card-calls"

/**
 * The result of voiding a hold.
 * - `released`: it is never captured; the bank may block the money for some days more
 * - `lapses`: it ends by itself, because its card pays something else too, or its shopper keeps it
 * - `nothing`: there is no hold, or its outcome is not known yet
 * - `later`: the service could not be asked; the same may be tried again
 * - `refused`: the service does not void it, with the reason for a person
 */
export type CardReleased = { outcome: "released" | "lapses" | "nothing" } | NotCanceled

/** The service did not cancel a card. A refusal that is not `lasting` is about the account. */
export type NotCanceled =
  { outcome: "later" } | { outcome: "refused"; message: string | null; lasting: boolean }

/** For this long only the process that began to void it works on it, before a job takes over. */
const OWN_SECONDS = 60

/**
 * Voids a hold. The service has no call for that but canceling the subscription that the card is
 * kept under (docs/service.md#cancel). That is done only when nobody else needs the card. Safe to
 * call again.
 */
export async function releaseOnCard(deps: CardDeps, id: string): Promise<CardReleased> {
  const { cards, cardTransactions } = deps.subscriptions
  // From here on it is not captured, and a crash leaves it to the job.
  const wanted = await cardTransactions.wantRelease(id, { inSeconds: OWN_SECONDS })
  if (wanted?.status !== "authorized") {
    return { outcome: "nothing" }
  }
  // A copy of the database does not know what else needs the card by now. While a person is asked
  // whether it was captured, nobody may call it released.
  if ((await deps.ledger.installations.isHeld()) || (await isInQuestion(deps, wanted))) {
    return { outcome: "later" }
  }
  switch (await cards.retire(wanted.card_id, id)) {
    case "used":
      return end(deps, wanted, "lapses")
    case "over":
      return end(deps, wanted, "released")
    case "ending":
      return (await cancelCard(deps, wanted.card_id, id)) ?? end(deps, wanted, "released")
  }
}

/** It is never captured, whatever the bank still blocks. A later capture is a contradiction. */
async function end(
  { subscriptions }: CardDeps,
  { id }: CardTransaction,
  cause: "released" | "lapses"
): Promise<CardReleased> {
  const { transition } = await subscriptions.cardMoves.move(id, { to: "released", cause })
  return { outcome: transition === "forbidden" ? "nothing" : cause }
}

/**
 * Cancels a retired card at the service.
 *
 * @param of the hold that this voids; null: none
 * @returns null when the service canceled it
 */
export async function cancelCard(
  deps: CardDeps,
  cardId: string,
  of: string | null
): Promise<NotCanceled | null> {
  const { cards } = deps.subscriptions
  const { account, subscription_id } = await cards.present(cardId)
  try {
    if (subscription_id !== null) {
      const id = randomUUID()
      const about = { account, card_id: cardId, card_transaction_id: of }
      await deps.subscriptions.cardRequests.keep({ id, call: "cancel", ...about })
      await deps.gateway.cards.cancel(account, subscription_id, id)
    }
  } catch (error) {
    const { outcome, message } = failureOf(deps, error)
    if (outcome.kind !== "refused" && outcome.kind !== "declined") {
      // It may have been canceled: the card is not charged before that is known.
      return { outcome: "later" }
    }
    await cards.stays(cardId)
    const ofAccount =
      outcome.kind === "refused" && ["credentials", "forbidden"].includes(outcome.reason)
    return { outcome: "refused", message, lasting: !ofAccount }
  }
  await cards.ended(cardId, "canceled")
  return null
}
