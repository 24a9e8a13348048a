/** The states of a subscription. It begins `active`, with its order. */
export const SUBSCRIPTION_STATUSES = ["active", "past_due", "canceled", "expired"] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** Who moves a subscription. `service`: a signed webhook, or the answer to a call. */
export type SubscriptionActor = "operator" | "shopper" | "system" | "service"

/**
 * Why a subscription has its state.
 * - `created`: started with its order
 * - `refused`: the bank refused a renewal for the first time
 * - `renewed`: a past-due renewal is paid, or its period is over because a person canceled its
 *   order
 * - `given_up`: every try of a refused renewal failed
 * - `canceled`: by a person, or `subscription.cancelled` of the service
 * - `expired`: `subscription.expired` of the service
 */
export const SUBSCRIPTION_CAUSES = [
  "created",
  "refused",
  "renewed",
  "given_up",
  "canceled",
  "expired",
] as const
export type SubscriptionCause = (typeof SUBSCRIPTION_CAUSES)[number]

export type SubscriptionTransition = "move" | "stay" | "forbidden"

interface Move {
  by: readonly SubscriptionActor[]
  from: readonly SubscriptionStatus[]
  to: SubscriptionStatus
}

const LIVING = ["active", "past_due"] as const

const MOVES: Record<SubscriptionCause, Move> = {
  created: { by: ["system", "service"], from: [], to: "active" },
  refused: { by: ["system"], from: ["active"], to: "past_due" },
  renewed: { by: ["system"], from: ["past_due"], to: "active" },
  given_up: { by: ["system"], from: ["past_due"], to: "canceled" },
  canceled: { by: ["operator", "shopper", "system", "service"], from: LIVING, to: "canceled" },
  expired: { by: ["service"], from: LIVING, to: "expired" },
}

/**
 * The effect of a cause on a subscription, and its next state. A report of the service about an
 * ended subscription contradicts nothing: webhooks come late and in any order, and both ends are
 * ends.
 */
export function subscriptionTransition(
  from: SubscriptionStatus,
  cause: SubscriptionCause,
  actor: SubscriptionActor
): { transition: SubscriptionTransition; to: SubscriptionStatus } {
  const move = MOVES[cause]
  if (!move.by.includes(actor)) {
    return { transition: "forbidden", to: from }
  }
  if (move.from.includes(from)) {
    return { transition: "move", to: move.to }
  }
  const known = from === move.to || actor === "service"
  return { transition: known ? "stay" : "forbidden", to: from }
}

/** Whether a new period may be charged: not while an earlier one is past due. */
export function mayOpenCycle(status: SubscriptionStatus): boolean {
  return status === "active"
}

/** Whether no move leads out of this state. */
export function isEndedSubscription(status: SubscriptionStatus): boolean {
  return status === "canceled" || status === "expired"
}

/**
 * The states of one period of a subscription: one row, one order, at most one transaction alive
 * (docs/decisions/0025-renewal-periods.md).
 * - `open`: due, being charged, or waiting for its next try
 * - `paid`: its order is captured
 * - `failed`: every try was refused, or the subscription ended before it was paid
 */
export const CYCLE_STATUSES = ["open", "paid", "failed"] as const
export type CycleStatus = (typeof CYCLE_STATUSES)[number]

const CYCLE_MOVES: Record<CycleStatus, readonly CycleStatus[]> = {
  open: ["paid", "failed"],
  paid: [],
  failed: [],
}

/** The states that a period may come to this one from: a statement that moves it asks for them. */
export function cycleStatesBefore(to: CycleStatus): CycleStatus[] {
  return CYCLE_STATUSES.filter((from) => CYCLE_MOVES[from].includes(to))
}
