import type { CardStatus } from "./card-state"
import type { KeptCardStatus } from "./kept-card"
import type { SubscriptionActor, SubscriptionCause } from "./subscription-state"

/** What a subscription began with: its first order, and the money that was held for it. */
export interface SubscriptionStart {
  canceled: boolean
  /** The order shows money, however it was paid. */
  paid: boolean
  hold: { status: CardStatus; letting_go: boolean } | null
}

/**
 * Whether nothing is to come of it: its order was canceled, or what was held was voided and nobody
 * paid otherwise. A shopper who never paid for the first period is not charged for the second.
 */
export function wasTakenBack({ canceled, paid, hold }: SubscriptionStart): boolean {
  const letGo = hold !== null && (hold.status === "released" || hold.letting_go)
  return canceled || (letGo && !paid)
}

/** How a subscription ends as it begins, because its card did before it; null: that card may be charged. */
export function endedBefore(card: KeptCardStatus): {
  cause: Extract<SubscriptionCause, "canceled" | "expired">
  actor: SubscriptionActor
} | null {
  switch (card) {
    case "active":
      return null
    case "expired":
      return { cause: "expired", actor: "service" }
    case "canceled":
      return { cause: "canceled", actor: "service" }
    default:
      return { cause: "canceled", actor: "system" }
  }
}
