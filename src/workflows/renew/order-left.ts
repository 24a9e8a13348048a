import type { MedusaContainer } from "@medusajs/framework/types"
import type { PayInOptions } from "../../domain/options/options"
import { renewalReason } from "../../domain/renewal/reason"
import { decisionAfterFailedHold, type OrderDecision } from "../../domain/card/failed-hold-order"
import { servicesOf } from "../settle"
import { MedusaCalls } from "../settle/medusa-calls"
import { medusaBound } from "../settle/medusa-bound"
import { recountOrder } from "../../medusa/repairs/order-summary"
import { acquireOrderLock } from "../settle/order-lock"
import { findWaitingOrder } from "../settle/waiting-order"
import { RenewalStuckError } from "./outcome"

/**
 * Wait for an operator or another payment of the same order; longer work is left to the next try.
 */
const LOCK_WAIT_MS = 5_000

/**
 * Order lock: runs `work` while nobody else books money on an order, makes a link for it or cancels
 * it, after everything booked is known. The lock expires after a while, so `work` must not wait for
 * slow calls.
 */
export async function underOrderLock<Result>(
  container: MedusaContainer,
  orderId: string,
  work: () => Promise<Result>
): Promise<Result> {
  const releaseLock = await acquireOrderLock(servicesOf(container).ledger, orderId, LOCK_WAIT_MS)
  if (releaseLock === null) {
    throw new RenewalStuckError(renewalReason("payment_under_way"), true)
  }
  try {
    await recountOrder(container, orderId)
    return await work()
  } finally {
    await releaseLock()
  }
}

/** Unpaid order: the decision about a renewal's order that its card does not pay now. */
export async function decisionOnOrder(
  container: MedusaContainer,
  orderId: string
): Promise<OrderDecision> {
  const order = await findWaitingOrder(container, orderId)
  if (order === null) {
    return "gone"
  }
  const coming = order.coming.some(({ is_settled }) => !is_settled)
  const byCard = order.cards.some(({ cycle_id, is_told }) => cycle_id === null || is_told)
  return decisionAfterFailedHold({
    ...order,
    is_being_collected: order.other_sessions > 0 || coming || byCard,
  })
}

/**
 * Unpaid order: the same while nobody writes the order, and after its sums were completed.
 *
 * @throws RenewalStuckError while somebody else holds the order's lock
 */
export async function finalDecisionOnOrder(
  container: MedusaContainer,
  orderId: string
): Promise<OrderDecision> {
  return underOrderLock(container, orderId, () => decisionOnOrder(container, orderId))
}

/**
 * Unpaid order: cancels it to free its stock, and voids its hold. An order with fulfillments or
 * payments stays: Medusa cancels no order whose goods left, and a cancel would refund the payments.
 *
 * @param claim written before Medusa is asked: an order canceled without it was canceled by
 * somebody else
 * @throws MedusaRefusedError when Medusa does not cancel an order that may be canceled
 */
export async function freeOrder(
  container: MedusaContainer,
  orderId: string,
  { coreConcurrency, claim }: Pick<PayInOptions, "coreConcurrency"> & { claim: () => Promise<void> }
): Promise<OrderDecision> {
  return medusaBound(coreConcurrency).execute(() =>
    underOrderLock(container, orderId, () => freeUnderLock(container, orderId, claim))
  )
}

async function freeUnderLock(
  container: MedusaContainer,
  orderId: string,
  claim: () => Promise<void>
): Promise<OrderDecision> {
  const decision = await decisionOnOrder(container, orderId)
  if (decision !== "free") {
    return decision
  }
  await claim()
  try {
    await new MedusaCalls(container).cancelOrder(orderId)
    return "gone"
  } catch (error) {
    // It may have been fulfilled or canceled at this moment.
    const now = await decisionOnOrder(container, orderId)
    if (now === "free") {
      throw error
    }
    return now
  }
}
