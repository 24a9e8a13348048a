import type { CardStatus } from "../card/state"
import type { KeptCardStatus } from "../card/kept-card"
import type { SubscriptionActor, SubscriptionCause } from "./state"

/** The beginning of a subscription: its first order, and the hold for it. */
export interface SubscriptionStart {
  canceled: boolean
  /** The order shows money, however it was paid. */
  paid: boolean
  hold: { status: CardStatus; voiding: boolean } | null
}

/**
 * Whether a subscription must not start: its order was canceled, or its hold was voided and the
 * order is not paid otherwise. A shopper who never paid the first period is not charged for the
 * second.
 */
export function wasTakenBack({ canceled, paid, hold }: SubscriptionStart): boolean {
  const voided = hold !== null && (hold.status === "released" || hold.voiding)
  return canceled || (voided && !paid)
}

/**
 * How a subscription ends at once because its card has already ended; null: the card may be
 * charged.
 */
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
