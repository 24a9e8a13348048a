import { randomUUID } from "node:crypto"
import type { Logger } from "@medusajs/framework/types"
import { anomalyReason } from "../../domain/anomaly-reason"
import { reasonOf } from "../../domain/error-reason"
import { isStillAwaited, isWatchOver } from "../../domain/awaited-money"
import { isBelieved, type NotKnownRule } from "../../domain/not-known"
import { isFinal } from "../../domain/payin-state"
import { isCardProvider } from "../../domain/provider-id"
import { stateLine } from "../../domain/state-line"
import type { Lease } from "../../modules/ledger/lease"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { Observation } from "../../settlement/fetch-status"
import type { Core } from "./core"
import { MedusaRefusedError, isPassing } from "./failures"
import { acquireOrderLock } from "./order-lock"
import type { PaymentSnapshot } from "./payment-snapshot"
import { reasonNotToCancel, type Kept, type WaitingOrder } from "../../domain/waiting-order"

/** A booking or a link of the same order takes a second or two: longer is left to the next try. */
const LOCK_WAIT_MS = 5_000

/** Maximum age of the lookup that allows a cancel, however long the queue to Medusa. */
const WORD_LASTS_MS = 10_000

/** Dependencies of ending. */
export interface EndDeps {
  ledger: PayInLedgerService
  core: Pick<Core, "afterCompletion" | "endSession" | "cancelOrder">
  /** Limits parallel calls into Medusa; waits for a call slot. */
  inCore<T>(call: () => Promise<T>): Promise<T>
  read: {
    place(paymentCollectionId: string): Promise<PaymentSnapshot | null>
    waitingOrder(orderId: string, alsoOf: string): Promise<WaitingOrder | null>
  }
  fetchStatus(transaction: Transaction): Promise<Observation>
  /** False: the account was taken out or renamed, and its links cannot be looked up. */
  isConfigured(account: string): boolean
  /** False: another merchant made the link than is asked about it now (domain/merchant-print). */
  isOfMerchant(transaction: Transaction): boolean
  /** The renewal of a period looks at its order at once. */
  requeueRenewal(cycleId: string): Promise<void>
  options: {
    onPaymentFailed: "cancel_order" | "keep_order"
    notKnown: { payIn: NotKnownRule }
  }
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

/** Order lock: booking, a new link and this run one at a time per order. */
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
  await deps.core.afterCompletion(row.cart_id)
  return (await deps.read.place(row.payment_collection_id))?.order?.id ?? null
}

/** An operator's link for a renewal's order came to nothing: the renewal need not wait for it any more. */
async function requeueRenewal(deps: EndDeps, row: Transaction): Promise<void> {
  const place = await deps.read.place(row.payment_collection_id)
  const order = place?.order
    ? await deps.read.waitingOrder(place.order.id, row.payment_collection_id)
    : null
  if (order !== null && order.renewal !== null) {
    await deps.requeueRenewal(order.renewal)
  }
}

async function endLink(deps: EndDeps, lease: Lease, orderId: string | null): Promise<Ended> {
  let row = await reread(deps, lease.transaction)
  if (row.status === "approved" && row.excluded_at === null) {
    return "paid"
  }
  const order =
    orderId === null ? null : await deps.read.waitingOrder(orderId, row.payment_collection_id)
  let kept = order && reasonToKeep(deps, row, order)
  const asked = performance.now()
  let isBlind = !deps.isConfigured(row.account)
  // A final state comes from the service; a lapse only from our own clock.
  if (!isBlind && row.status !== "approved" && (waits(order, kept) || !isFinal(row.status))) {
    const observation = await deps.fetchStatus(row)
    row = observation.transaction
    if (row.status === "approved") {
      return "paid"
    }
    isBlind = observation.outcome === "not_known" && !deps.isOfMerchant(row)
    // A person is asked whether it was paid: a service that never finds it says nothing of that.
    const isUnseen =
      observation.outcome === "not_known" &&
      waits(order, kept) &&
      (await deps.ledger.anomalies.isOpen(row.id, ["unknown_status"]))
    if (isUnseen) {
      return "postponed"
    }
    if (!isBlind && !saysUnpaid(observation, deps.options.notKnown.payIn, await now(deps))) {
      return "postponed"
    }
  }
  // Nobody can say whether money came. It is looked for as long as the account may come back.
  const isOver = isBlind && isWatchOver(row, await now(deps))
  if (isBlind && waits(order, kept) && !isOver) {
    return "postponed"
  }
  if (isOver && (waits(order, kept) || kept === "other_link")) {
    kept = "asked"
  }
  const releases = waits(order, kept)
  await deps.core.endSession(row)
  if (releases && row.lapses_at !== null && isStillAwaited(row, await now(deps))) {
    await deps.ledger.endings.wait(lease, row.lapses_at)
    return "waiting"
  }
  if (kept === "other_link") {
    return "postponed"
  }
  const canceled = releases && (await deps.inCore(() => cancel(deps, order.id, asked)))
  if (releases && !canceled) {
    return "postponed"
  }
  if (kept === "renewal" && order !== null && order.renewal !== null) {
    await deps.requeueRenewal(order.renewal)
  }
  if (order !== null && kept === "other_payment") {
    await askAboutOrder(deps, row, order.id, "link_unpaid")
  }
  if (order !== null && kept === "asked" && isBlind) {
    await askAboutOrder(deps, row, order.id, "link_never_asked")
  }
  await deps.ledger.endings.ended(lease, row.status)
  const { id, reference, status, account } = row
  const to = releases ? "released" : "ended"
  deps.logger.info(
    stateLine("payin.ending", { id, reference, to, cause: status, account, order: orderId, kept })
  )
  return to
}

/** Whether an order waits for the money of this link alone. */
function waits(order: WaitingOrder | null, kept: Kept | null): order is WaitingOrder {
  return order !== null && kept === null
}

/** An order that nobody cancels any more: open until it is canceled or owes nothing (`closeOrphans`). */
async function askAboutOrder(
  { ledger }: EndDeps,
  { id, account, reference }: Transaction,
  order_id: string,
  reason: "link_never_asked" | "link_unpaid"
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

async function cancel(deps: EndDeps, orderId: string, asked: number): Promise<boolean> {
  if (performance.now() - asked > WORD_LASTS_MS) {
    return false
  }
  await deps.core.cancelOrder(orderId)
  return true
}

function reasonToKeep({ options }: EndDeps, row: Transaction, order: WaitingOrder): Kept | null {
  if (options.onPaymentFailed === "keep_order") {
    return "by_option"
  }
  const kept = reasonNotToCancel(order, row.id)
  // A person excluded this card payment from settlement: it went back, or is that person's
  // business. Its period is not charged afterwards (renewDue).
  const ofCard = isCardProvider(row.provider_id)
  const wentBack = row.status === "approved" && ofCard
  if (kept === "renewal" && wentBack) {
    return null
  }
  return kept === null && !ofCard && order.had_other_payment ? "other_payment" : kept
}

async function now({ ledger }: Pick<EndDeps, "ledger">): Promise<Date> {
  return ledger.observations.now()
}

async function reread({ ledger }: EndDeps, row: Transaction): Promise<Transaction> {
  return (await ledger.transactions.find(row.id)) ?? row
}

/**
 * Whether a lookup now confirms that no money came. If the link already ended, the answer "not
 * known" also means that no money came. For any other link that answer must be repeated often and
 * long enough (docs/service.md#not-known). After a contradiction a person decides. A link that ended
 * and is pending again counts as unpaid once its end and grace have passed, as on a lapse.
 */
function saysUnpaid(
  { outcome, transaction, answer }: Observation,
  rule: NotKnownRule,
  at: Date
): boolean {
  switch (outcome) {
    case "stale":
      return (
        typeof answer !== "string" &&
        answer.status !== "approved" &&
        (isFinal(answer.status) || (transaction.lapses_at !== null && transaction.lapses_at <= at))
      )
    case "same":
    case "moved":
      return true
    case "not_known":
      return isFinal(transaction.status) || isBelieved(transaction, rule)
    default:
      return false
  }
}
