import type { CardTransaction } from "../modules/subscriptions/card-rows"
import { failureOf, type CardDeps } from "./card-calls"

/**
 * What became of a hold that nobody wants.
 * - `released`: nothing is held any more
 * - `lapses`: it ends by itself, because its card pays something else too
 * - `nothing`: there was none to let go, or it is not known yet whether there is
 * - `later`: the service could not be asked; the same may be tried again
 * - `refused`: the service does not let it go, and why, for a person
 */
export type CardReleased =
  | { outcome: "released" | "lapses" | "nothing" | "later" }
  | { outcome: "refused"; message: string | null }

const LAPSES = "The card pays something else too: the hold ends by itself at the bank."

/** So long the process that began to let go has it to itself, before a job takes over. */
const OWN_SECONDS = 60

/**
 * Lets a hold go. The service has no call for that but canceling the subscription that the card is kept
 * under (gaps.md Card API, void), which is done only when nothing else rides on it. Safe to call again.
 */
export async function releaseOnCard(deps: CardDeps, id: string): Promise<CardReleased> {
  const { cards, cardTransactions, cardMoves } = deps.subscriptions
  // From here on nobody captures it, and a crash leaves it to the job.
  const wanted = await cardTransactions.wantRelease(id, OWN_SECONDS)
  if (wanted?.status !== "authorized") {
    return { outcome: "nothing" }
  }
  const card = await cards.present(wanted.card_id)
  if (await cards.isUsedElsewhere(card.id, id)) {
    await cardTransactions.leftToLapse(id, LAPSES)
    return { outcome: "lapses" }
  }
  if (card.status === "active" && card.subscription_id !== null) {
    const failed = await cancel(deps, wanted, card.subscription_id)
    if (failed !== null) {
      return failed
    }
    await cards.ended(card.id, "canceled")
  }
  await cardMoves.move(id, { to: "released", cause: "released" })
  return { outcome: "released" }
}

async function cancel(
  deps: CardDeps,
  { account }: CardTransaction,
  subscription_id: string
): Promise<CardReleased | null> {
  try {
    await deps.gateway.cards.cancel(account, subscription_id)
    return null
  } catch (error) {
    const { verdict, message } = failureOf(deps, error)
    return verdict.kind === "refused" || verdict.kind === "declined"
      ? { outcome: "refused", message }
      : { outcome: "later" }
  }
}
