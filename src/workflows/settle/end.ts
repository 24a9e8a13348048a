import { randomUUID } from "node:crypto"
import type { Logger } from "@medusajs/framework/types"
import { anomalyReason } from "../../domain/anomaly/reason"
import { decideEnd, type EndStep } from "../../domain/ending/decide"
import { reasonOf } from "../../domain/error/reason"
import { stateLine } from "../../domain/text/state-line"
import type { WaitingOrder } from "../../domain/order/waiting"
import type { Lease } from "../../modules/ledger/lease"
import type { Transaction } from "../../modules/ledger/rows"
import type { Observation } from "../../settlement/fetch-status"
import type { MedusaCalls } from "./medusa-calls"
import {
  lookupOf,
  newRun,
  readEndFacts,
  type EndReading,
  type EndRun,
  type EndSeen,
} from "./end-facts"
import { MedusaRefusedError, isPassing } from "../../medusa/failures"
import { acquireOrderLock } from "./order-lock"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"

/** A booking or a link of the same order takes a second or two: longer is left to the next try. */
const LOCK_WAIT_MS = 5_000

/** Maximum age of the lookup that allows a cancel, however long the queue to Medusa. */
const LOOKUP_LASTS_MS = 10_000

/** More than any end takes, so that a decision that repeats itself ends. */
const MOST_STEPS = 8

/** Dependencies of ending. */
export interface EndDeps extends EndReading {
  medusa: Pick<MedusaCalls, "afterCompletion" | "endSession" | "cancelOrder">
  /** Makes the call once fewer than `coreConcurrency` calls into Medusa are under way. */
  inMedusa<T>(call: () => Promise<T>): Promise<T>
  read: {
    place(paymentCollectionId: string): Promise<PaymentSnapshot | null>
    waitingOrder(orderId: string, alsoOf: string): Promise<WaitingOrder | null>
  }
  fetchStatus(transaction: Transaction): Promise<Observation>
  /** The renewal of a period looks at its order at once. */
  requeueRenewal(cycleId: string): Promise<void>
  logger: Logger
}

export type Ended =
  /**
   * The session ended; `released` when the order that waited for this money was canceled as well.
   */
  | "ended"
  | "released"
  /** The session ended. The order waits for money until the link's end and grace have passed. */
  | "waiting"
  /** Money arrived after all: it is settled as usual. */
  | "paid"
  /** Another worker holds the row's lease or the order lock. */
  | "busy"
  /**
   * Not now: Medusa, the service or another link of the order is in the way. The next try is
   * scheduled.
   */
  | "postponed"

/**
 * Apply outcome: ends a link that was rejected, expired, failed or lapsed. Its session ends. An
 * order that waited for this money alone is canceled, which frees its stock
 * (docs/decisions/0016-orders-that-wait.md). Called for a claimed row. Needs its lease, as every
 * update of Medusa about a pay-in.
 */
export async function end(deps: EndDeps, transactionId: string): Promise<Ended> {
  const { leases, endings } = deps.ledger
  const lease = await leases.acquire(transactionId, randomUUID())
  if (lease === null) {
    await endings.retrySoon(transactionId)
    return "busy"
  }
  try {
    const ended = await endLeased(deps, lease)
    if (ended === "busy") {
      await endings.retrySoon(transactionId)
    }
    if (ended === "postponed") {
      await endings.postpone(lease)
    }
    return ended
  } catch (error) {
    await endings.postpone(lease)
    const passing = error instanceof MedusaRefusedError ? error.passing : isPassing(error)
    const line = `payin ${lease.transaction.reference}: not ended yet: ${reasonOf(error)}`
    deps.logger[passing ? "warn" : "error"](line)
    return "postponed"
  } finally {
    await leases.release(lease)
  }
}

/** Takes the order lock: booking, a new link and this run happen one at a time for an order. */
async function endLeased(deps: EndDeps, lease: Lease): Promise<Ended> {
  const orderId = await checkoutOrder(deps, lease.transaction)
  if (orderId === null) {
    const ended = await endLink(deps, lease, null)
    if (ended === "ended") {
      await requeueRenewal(deps, lease.transaction)
    }
    return ended
  }
  const releaseLock = await acquireOrderLock(deps.ledger, orderId, LOCK_WAIT_MS)
  if (releaseLock === null) {
    return "busy"
  }
  try {
    return await endLink(deps, lease, orderId)
  } finally {
    await releaseLock()
  }
}

/**
 * The order that may wait for this link, or for an earlier one of its checkout; null without one. A link
 * that was made for an order alone has no cart: the order does not hang on it.
 */
async function checkoutOrder(deps: EndDeps, row: Transaction): Promise<string | null> {
  const place = row.cart_id === null ? null : await deps.read.place(row.payment_collection_id)
  if (row.cart_id === null || place === null || place.order === null) {
    return null
  }
  // A running completion may still take the order back, or write the session after us.
  await deps.medusa.afterCompletion(row.cart_id)
  return (await deps.read.place(row.payment_collection_id))?.order?.id ?? null
}

/** If the link's order belongs to a renewal, the renewal need not wait for the link any more. */
async function requeueRenewal(deps: EndDeps, row: Transaction): Promise<void> {
  const place = await deps.read.place(row.payment_collection_id)
  const order = place?.order
    ? await deps.read.waitingOrder(place.order.id, row.payment_collection_id)
    : null
  if (order !== null && order.renewal !== null) {
    await deps.requeueRenewal(order.renewal)
  }
}

/**
 * Facts, decision, step, until nothing is left to do. A process that dies in between leaves the rest
 * to the next try, which begins with the facts.
 */
async function endLink(deps: EndDeps, lease: Lease, orderId: string | null): Promise<Ended> {
  const run = newRun()
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const seen = await readEndFacts(deps, lease.transaction, orderId, run)
    const ended = await take(deps, lease, decideEnd(seen.facts), { seen, run })
    if (ended !== null) {
      return ended
    }
  }
  return "postponed"
}

/** @returns what became of the link; null: the next step follows */
async function take(
  deps: EndDeps,
  lease: Lease,
  step: EndStep,
  { seen, run }: { seen: EndSeen; run: EndRun }
): Promise<Ended | null> {
  const { row } = seen
  switch (step.act) {
    case "leave":
      await deps.ledger.endings.leave(lease)
      return "paid"
    case "postpone":
      return "postponed"
    case "look_up":
      run.asked_at = performance.now()
      run.lookup = await lookupOf(deps, await deps.fetchStatus(row))
      return null
    case "end_session":
      await deps.medusa.endSession(row)
      run.done.session_ended = true
      run.ended_with = row.status
      return null
    case "wait":
      await deps.ledger.endings.wait(lease, step.until)
      return "waiting"
    case "cancel_order":
      run.done.order_canceled = await deps.inMedusa(() => cancel(deps, step.order_id, run.asked_at))
      return run.done.order_canceled ? null : "postponed"
    case "requeue_renewal":
      await deps.requeueRenewal(step.period_id)
      run.done.renewal_requeued = true
      return null
    case "ask":
      await askAboutOrder(deps, row, step)
      run.done.person_asked = true
      return null
    case "finish":
      return finish(deps, lease, step, { ...row, status: run.ended_with ?? row.status })
  }
}

/**
 * Opens the anomaly of an order that the plugin does not cancel. `closeOrphans` closes it once the order is
 * canceled or owes nothing.
 */
async function askAboutOrder(
  { ledger }: EndDeps,
  { id, account, reference }: Transaction,
  { order_id, reason }: Extract<EndStep, { act: "ask" }>
): Promise<void> {
  await ledger.anomalies.open({
    kind: "orphan_order",
    subject: order_id,
    account,
    transaction_id: id,
    order_id,
    facts: { reason: anomalyReason(reason, { reference }) },
  })
}

/** Not on a lookup that is too old: the money may have come since. */
async function cancel({ medusa }: EndDeps, orderId: string, askedAt: number): Promise<boolean> {
  if (performance.now() - askedAt > LOOKUP_LASTS_MS) {
    return false
  }
  await medusa.cancelOrder(orderId)
  return true
}

async function finish(
  { ledger, logger }: EndDeps,
  lease: Lease,
  { order_canceled, order, reason_not_to_cancel: kept }: Extract<EndStep, { act: "finish" }>,
  { id, reference, status, account }: Transaction
): Promise<Ended> {
  await ledger.endings.ended(lease, status)
  const to = order_canceled ? "released" : "ended"
  logger.info(stateLine("payin.ending", { id, reference, to, cause: status, account, order, kept }))
  return to
}
