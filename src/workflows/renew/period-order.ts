import { anomalyReason } from "../../domain/anomaly-reason"
import type { OrderDecision } from "../../domain/failed-hold-order"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { MedusaRefusedError } from "../../medusa/failures"
import type { RenewalCore } from "./core"

const KEPT = anomalyReason("renewal_order_kept")

/** Dependencies on Medusa and our books for the order of a period. */
export interface PeriodDeps {
  subscriptions: PayInSubscriptionsService
  core: RenewalCore
}

/** An open period. */
export interface Period {
  subscription: Subscription
  cycle: Cycle
}

/**
 * An order of the period that its card does not pay: it exists, or a person canceled it
 * (`called_off`). A canceled one is not made again.
 */
export interface LeftOrder {
  id: string
  decision: Exclude<OrderDecision, "gone" | "free"> | "called_off"
}

/**
 * The remaining order without a hold: its goods left, a person collects, or a person canceled it.
 *
 * @param orKeep keep the order if Medusa refuses to cancel it, so that the period does not wait for
 * ever
 * @returns the period afterwards; no order when there is none, or it could be canceled
 * @throws MedusaRefusedError when Medusa does not cancel it now
 */
export async function leftOrder(
  deps: PeriodDeps,
  { subscription, cycle }: Period,
  { orKeep }: { orKeep: boolean }
): Promise<{ cycle: Cycle; left: LeftOrder | null }> {
  const { core, subscriptions } = deps
  const { cycles } = subscriptions
  const { cart_id } = cycle
  const id = cart_id && (await core.orderOf(cart_id))
  if (!id) {
    return { cycle, left: null }
  }
  await core.askLinks(id)
  const { decision, cycle: freed } = await free(deps, { cycle, id, orKeep })
  if (decision === "gone" || decision === "free") {
    await core.settleKept(id, "canceled")
    if (freed.freed_order_id !== id) {
      return { cycle: freed, left: { id, decision: "called_off" } }
    }
    const over = { cart_id: null, order_id: null, freed_order_id: null }
    return { cycle: await cycles.write(freed, over), left: null }
  }
  const now = freed.order_id === id ? freed : await cycles.write(freed, { order_id: id })
  if (decision !== "paid") {
    await core.showKept(id, { subscription, cycle: now, reason: KEPT })
  }
  return { cycle: now, left: { id, decision } }
}

/**
 * Has Medusa cancel the order. The intent is written before, and taken back if the order stays,
 * which is then a person's to cancel.
 */
async function free(
  { core, subscriptions: { cycles } }: PeriodDeps,
  { cycle, id, orKeep }: { cycle: Cycle; id: string; orKeep: boolean }
): Promise<{ decision: OrderDecision; cycle: Cycle }> {
  let now = cycle
  let asked = false
  const claim = async () => {
    asked = true
    now = await cycles.freeing(now, id)
  }
  const stands = async () => {
    if (now.freed_order_id !== null) {
      now = await cycles.write(now, { freed_order_id: null })
    }
  }
  try {
    const decision = await core.freeOrder(id, claim)
    if (decision !== "gone") {
      await stands()
    }
    return { decision, cycle: now }
  } catch (error) {
    if (asked) {
      await stands()
    }
    if (orKeep && error instanceof MedusaRefusedError && !error.passing) {
      return { decision: "kept", cycle: now }
    }
    throw error
  }
}

/** A person collected the order's debt: no card is charged for that period. */
export async function paidOtherwise(
  { core, subscriptions }: PeriodDeps,
  { subscription, cycle }: Period,
  order_id: string
): Promise<void> {
  await core.settleKept(order_id, "paid")
  const { amount } = subscription
  await subscriptions.cycles.paid(cycle, { order_id, transaction_id: null, amount, taken_at: null })
}
