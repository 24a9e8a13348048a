import { anomalyReason } from "../../domain/anomaly-reason"
import type { OrderFate } from "../../domain/unpaid-order"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { CoreRefusedError } from "../settle/failures"
import type { RenewalCore } from "./core"

const KEPT = anomalyReason("renewal_order_kept")

/** What the order of a period asks of core and of our books. */
export interface PeriodDeps {
  subscriptions: PayInSubscriptionsService
  core: RenewalCore
}

/** An open period as it stands. */
export interface Period {
  subscription: Subscription
  cycle: Cycle
}

/** An order of the period that stands without being paid by its card. */
export interface StandingOrder {
  id: string
  fate: Exclude<OrderFate, "gone" | "free">
}

/**
 * The order that stands although nothing is held for it: its goods left, or a person collects.
 *
 * @param orKeep a period does not wait for ever for what core refuses to cancel
 * @returns the period as it is then; no order when there is none, or it could be canceled
 * @throws CoreRefusedError when core does not cancel it now
 */
export async function standingOrder(
  { core, subscriptions: { cycles } }: PeriodDeps,
  { subscription, cycle }: Period,
  { orKeep }: { orKeep: boolean }
): Promise<{ cycle: Cycle; left: StandingOrder | null }> {
  const { cart_id } = cycle
  const id = cart_id && (await core.orderOf(cart_id))
  if (!id) {
    return { cycle, left: null }
  }
  const fate = await core.freeOrder(id).catch((error: unknown) => {
    if (orKeep && error instanceof CoreRefusedError && !error.passing) {
      return "kept" as const
    }
    throw error
  })
  if (fate === "gone" || fate === "free") {
    await core.settleKept(id, "canceled")
    return { cycle: await cycles.write(cycle, { cart_id: null, order_id: null }), left: null }
  }
  const now = cycle.order_id === id ? cycle : await cycles.write(cycle, { order_id: id })
  if (fate !== "paid") {
    await core.showKept(id, { subscription, cycle: now, reason: KEPT })
  }
  return { cycle: now, left: { id, fate } }
}

/** A person collected what its order owed: no card is asked for that period. */
export async function paidOtherwise(
  { core, subscriptions }: PeriodDeps,
  { subscription, cycle }: Period,
  order_id: string
): Promise<void> {
  const hold = await subscriptions.renewalHolds.latestOf(cycle.id)
  // A renewal that was asked for canceled what it was linked to: the next one begins anew (gaps.md Card API).
  const transaction_id =
    hold?.kind === "renewal" && hold.status !== "error"
      ? hold.id
      : subscription.latest_transaction_id
  await core.settleKept(order_id, "paid")
  const { amount } = subscription
  await subscriptions.cycles.paid(cycle, { order_id, transaction_id, amount })
}
