import { anomalyReason } from "../../domain/anomaly-reason"
import { bookableAmount, receivedDiffers } from "../../domain/received-amount"
import type { AnomalyKind } from "../../domain/anomaly"
import { sameAmount, type MajorAmount } from "../../domain/money"
import { stateLine } from "../../domain/state-line"
import { systemNote } from "../../domain/system-note"
import type { Lease } from "../../modules/ledger/lease"
import type { Transaction } from "../../modules/ledger/rows"
import type { Payout } from "../../modules/payouts/rows"
import type { Applied, ApplyDeps } from "./apply"
import {
  hasTransaction,
  holdsMoney,
  inOrder,
  isBooked,
  isCaptured,
  isSummed,
  paymentOf,
} from "./booked"
import { supersededByAnother } from "./claims"
import { acquireOrderLock } from "./order-lock"
import { notOwed } from "./owed"
import { ownSession } from "./own-session"
import type { Order, Payment, Place, Session } from "./place"
import { postpone, report, SETTLEMENT_ANOMALIES } from "./postpone"
import { undoFailedBookings, undoFailedCompletions } from "./undo"

/**
 * Wait for an operator's link or another booking on the same order; longer work is left to the next
 * try.
 */
const LOCK_WAIT_MS = 5_000

/**
 * Settles one approved pay-in, under its lease: reads Medusa's state and takes the next step
 * (docs/decisions/0005-no-workflows-for-settlement.md).
 */
export class Pass {
  /** The order of this money, once it was found. */
  orderId: string | null = null
  /** The row under the lease; read again when a new session took it over. */
  private row: Transaction

  constructor(
    private readonly deps: ApplyDeps,
    private readonly lease: Lease
  ) {
    this.row = lease.transaction
  }

  /** The amount that Medusa should show. */
  private get amount(): MajorAmount {
    return bookableAmount(this.row)
  }

  async run(): Promise<Applied> {
    if (this.row.settled_at !== null) {
      return "settled"
    }
    if (this.row.status !== "approved") {
      return "nothing"
    }
    if (this.row.excluded_at !== null) {
      return this.restAside()
    }
    const difference = receivedDiffers(this.row)
    if (difference !== null) {
      return this.anomaly(difference, {})
    }
    const place = await this.lastingPlace()
    if (place === null) {
      return this.anomaly("paid_without_order", { reason: anomalyReason("collection_gone") })
    }
    if (place.order !== null) {
      return this.onOrder(place, place.order)
    }
    if (place.cart_id === null) {
      return this.anomaly("paid_without_order", { reason: anomalyReason("cart_gone") })
    }
    return this.onCart(place, place.cart_id)
  }

  /**
   * Excluded from settlement: a person decided that this money pays nothing here. A completion that
   * was running at that moment may still have booked it: that is shown, and nothing else is done.
   */
  private async restAside(): Promise<Applied> {
    const place = await this.deps.read.place(this.row.payment_collection_id)
    const payment = place && paymentOf(place, this.row)
    if (place?.order && payment && isCaptured(payment) && place.order.status !== "canceled") {
      return this.anomaly(
        "settled_incompletely",
        { reason: anomalyReason("set_aside"), payment_id: payment.id },
        place.order.id
      )
    }
    await this.deps.ledger.application.rest(this.lease.transaction)
    return "nothing"
  }

  /**
   * Medusa may still be completing the order. It may add missing parts, or undo the order and
   * refund. So an order that Medusa has not announced is waited for.
   */
  private async lastingPlace(): Promise<Place | null> {
    const place = await this.deps.read.place(this.row.payment_collection_id)
    this.orderId = place?.order?.id ?? null
    if (place === null || place.cart_id === null) {
      return place
    }
    const over = this.row.placed_seen_at !== null && isBooked(place, this.row)
    const untouched =
      place.order === null &&
      !place.collection.payments.some((payment) => payment.data?.reference === this.row.reference)
    if (over || untouched) {
      return place
    }
    await this.deps.core.afterCompletion(place.cart_id)
    await this.readRow()
    return this.deps.read.place(this.row.payment_collection_id)
  }

  /** A session that adopted this money meanwhile owns the row now. */
  private async readRow(): Promise<void> {
    this.row = (await this.deps.ledger.transactions.find(this.row.id)) ?? this.row
  }

  /** No order yet: completes the cart, if it is still the cart that was paid. */
  private async onCart(place: Place, cartId: string): Promise<Applied> {
    const cart = await this.deps.read.cartTotal(cartId)
    if (cart === null) {
      return this.anomaly("paid_without_order", { reason: anomalyReason("cart_gone") })
    }
    if (!sameAmount(cart.total, this.row.order_amount) || cart.currency !== this.row.currency) {
      return this.later("paid_after_replaced", {
        reason: anomalyReason("cart_changed"),
        cart: { amount: cart.total, currency: cart.currency },
      })
    }
    if (await supersededByAnother(this.deps, this.row, place)) {
      return this.later("duplicate_payment", {
        reason: anomalyReason("other_link_first"),
      })
    }
    const sent = await undoFailedCompletions(this.deps, this.row, place, null)
    if (sent !== null) {
      return this.wentBack("paid_without_order", sent)
    }
    const live = await this.ownSession(place)
    if (live === null) {
      return this.later("paid_after_replaced", { reason: anomalyReason("no_session") })
    }
    await this.deps.core.completeCart(cartId)
    const after = await this.deps.read.place(this.row.payment_collection_id)
    if (after === null || after.order === null) {
      return this.postponed(anomalyReason("no_order_shown"))
    }
    return this.onOrder(after, after.order)
  }

  /** The order exists: writes the missing parts of payment, capture and order transaction. */
  private async onOrder(place: Place, order: Order): Promise<Applied> {
    this.orderId = order.id
    if (place.missing_links.length > 0) {
      await this.deps.core.restoreLinks(place, order.id)
      await this.deps.ledger.anomalies.settle(
        { transaction_id: this.row.id, kinds: ["orphan_order"], subjects: [order.id] },
        systemNote("links_back")
      )
    }
    const payment = paymentOf(place, this.row)
    if (payment !== null) {
      const sent = await undoFailedCompletions(this.deps, this.row, place, payment)
      if (sent !== null) {
        return this.wentBack("settled_incompletely", sent)
      }
      if (!isCaptured(payment) || inOrder(place, payment)) {
        return this.verify(payment, order)
      }
    }
    const releaseLock = await acquireOrderLock(this.deps.ledger, order.id, LOCK_WAIT_MS)
    if (releaseLock === null) {
      return this.postponed(anomalyReason("other_payment_under_way"))
    }
    try {
      return await this.book(order.id)
    } finally {
      await releaseLock()
    }
  }

  /** Order lock: books the money on the order, if the order still owes any. */
  private async book(orderId: string): Promise<Applied> {
    await this.deps.core.countPayments(orderId)
    const place = await this.deps.read.place(this.row.payment_collection_id)
    if (!place?.order) {
      return this.postponed(anomalyReason("order_gone"))
    }
    const { order } = place
    const own = paymentOf(place, this.row)
    if (own !== null) {
      return this.verify(own, order)
    }
    const refused = notOwed(place, order)
    if (refused !== null) {
      return this.anomaly(refused, { order_id: orderId }, orderId)
    }
    const sent = await undoFailedBookings(this.deps, this.row, place)
    if (sent !== null) {
      return this.wentBack("settled_incompletely", sent)
    }
    const session = await this.ownSession(place)
    if (session === null || !sameAmount(session.amount, this.amount)) {
      return this.anomaly("paid_after_replaced", { order_id: order.id }, order.id)
    }
    await this.deps.ledger.leases.write(
      this.lease,
      { captured_event_at: "now", order_id: order.id },
      "captured_event_at"
    )
    await this.deps.core.bookOnOrder(session.id, this.amount)
    const after = await this.deps.read.place(this.row.payment_collection_id)
    const booked = after && paymentOf(after, this.row)
    if (!after?.order || !booked) {
      return this.postponed(anomalyReason("payment_not_booked"))
    }
    if (after.order.status === "canceled") {
      return this.anomaly("paid_after_canceled", { order_id: order.id }, order.id)
    }
    return this.verify(booked, after.order)
  }

  /** Settled means: payment, capture, order and order transaction exist and agree. */
  private async verify(payment: Payment, order: Order): Promise<Applied> {
    const capture = payment.captures.at(0)
    if (!isCaptured(payment) || capture === undefined) {
      return this.later("settled_incompletely", { order_id: order.id, payment_id: payment.id })
    }
    if (!sameAmount(capture.amount, this.amount)) {
      return this.anomaly(
        "settled_incompletely",
        { order_id: order.id, payment_id: payment.id, captured: capture.amount },
        order.id
      )
    }
    // Medusa may cancel an order during its own completion, and capture on it afterwards
    // (docs/medusa.md#canceled-orders).
    if (order.status === "canceled" && holdsMoney([payment])) {
      return this.anomaly("paid_after_canceled", { order_id: order.id }, order.id)
    }
    const first = await this.deps.ledger.leases.write(
      this.lease,
      { captured_event_at: "now" },
      "captured_event_at"
    )
    let shown = order
    if (!hasTransaction(order, capture.id)) {
      await this.deps.core.repairCapture(payment)
      const after = await this.deps.read.place(this.row.payment_collection_id)
      if (!after?.order || !hasTransaction(after.order, capture.id)) {
        return this.postponed(anomalyReason("no_transaction"))
      }
      shown = after.order
    } else if (first) {
      await this.deps.core.emitCaptured(payment.id)
    }
    if (!isSummed(shown)) {
      await this.deps.core.countPayments(order.id)
    }
    // Before the mark: a settled row is never settled again.
    await this.deps.ledger.anomalies.settle(
      { transaction_id: this.row.id, kinds: SETTLEMENT_ANOMALIES },
      systemNote("booked", { order: order.id })
    )
    await this.deps.ledger.leases.write(this.lease, {
      settled_at: "now",
      order_id: order.id,
      apply_error: null,
    })
    const { id, reference, account } = this.row
    this.deps.logger.info(
      stateLine("payin.settlement", { id, reference, to: "settled", account, order: order.id })
    )
    return "settled"
  }

  /** The session that pays with this money; it may be a new one afterwards. */
  private async ownSession(place: Place): Promise<Session | null> {
    const session = await ownSession(this.deps, this.row, place)
    if (session !== null && session.id !== this.row.session_id) {
      await this.readRow()
    }
    return session
  }

  private async postponed(reason: string): Promise<Applied> {
    this.deps.logger.info(`payin ${this.row.reference}: ${reason}`)
    return postpone(this.deps, this.lease.transaction, this.orderId, { reason, passing: true })
  }

  /** A payout refunded this money before it found its order: no order may use it any more. */
  private async wentBack(kind: AnomalyKind, payout: Payout): Promise<Applied> {
    await this.deps.ledger.leases.write(this.lease, { excluded_at: "now" })
    const reason = anomalyReason("went_back", { payout: payout.id })
    return this.anomaly(kind, { reason, payout_id: payout.id }, this.orderId)
  }

  /** Shows it to a person and tries again: the reason may go away. */
  private async later(kind: AnomalyKind, facts: Record<string, unknown>): Promise<Applied> {
    const { transaction } = this.lease
    const orderId = this.orderId ?? this.row.order_id
    const reported = await report(this.deps, transaction, kind, facts, orderId)
    await this.deps.ledger.application.postpone(transaction, kind)
    return reported
  }

  /** Shows it to a person and leaves it to them. */
  private async anomaly(
    kind: AnomalyKind,
    facts: Record<string, unknown>,
    orderId: string | null = this.row.order_id
  ): Promise<Applied> {
    const { transaction } = this.lease
    const reported = await report(this.deps, transaction, kind, facts, orderId)
    await this.deps.ledger.application.rest(transaction)
    return reported
  }
}
