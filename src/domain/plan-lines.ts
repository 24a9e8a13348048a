import { readSubscriptionPlan, type SubscriptionPlan } from "./subscription-plan"

/** A line of a cart or an order with all that may say it is a subscription. */
export interface PlanLine {
  metadata?: unknown
  variant?: { metadata?: unknown; product?: { metadata?: unknown } | null } | null
}

/**
 * The plan of a line: of the line itself, else of its variant, else of its product (design.md 3.3). Null for
 * what is sold once, and for what is written wrongly: a cart with such a line is not paid by card.
 */
export function planOfLine({ metadata, variant }: PlanLine): SubscriptionPlan | null {
  for (const said of [metadata, variant?.metadata, variant?.product?.metadata]) {
    const { plan, problems } = readSubscriptionPlan(said)
    if (plan !== null || problems.length > 0) {
      return plan
    }
  }
  return null
}
