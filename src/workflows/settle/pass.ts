import { approvalDiffers } from "../../domain/approval"
import type { AnomalyKind } from "../../domain/anomaly"
import { sameAmount } from "../../domain/money"
import type { Lease } from "../../modules/ledger/lease"
import type { Transaction } from "../../modules/ledger/rows"
import type { Applied, ApplyDeps } from "./apply"
import { hasTransaction, isBooked, isCaptured, paymentOf } from "./booked"
import type { Order, Payment, Place, Session } from "./place"
import { postpone, report, VERDICTS } from "./setback"

/** One pass over one approved pay-in, under its lease. */
export class Pass {
  /** The order that this money belongs to, once it was found. */
  orderId: string | null = null
  /** As it was under the lease; read again when a new session took it over. */
  private row: Transaction

  constructor(
    private readonly deps: ApplyDeps,
    private readonly lease: Lease
  ) {
    this.row = lease.transaction
  }

  async run(): Promise<Applied> {
    if (this.row.settled_at !== null) {
      return "settled"
    }
    if (this.row.status !== "approved") {
      return "nothing"
    }
    const difference = approvalDiffers(this.row)
    if (difference !== null) {
      return this.anomaly(difference, {})
    }
    const place = await this.lastingPlace()
    if (place === null) {
      return this.anomaly("paid_without_order", { reason: "the payment collection is gone" })
    }
    if (place.order !== null) {
      return this.onOrder(place, place.order)
    }
    if (place.cart_id === null) {
      return this.anomaly("paid_without_order", { reason: "the cart is gone" })
    }
    return this.onCart(place, place.cart_id)
  }

  /**
   * An order that core has not announced may still be in the making: core may yet write what it lacks, or
   * take it back, refund included, when a store's hook fails at the very end. So a completion under way is
   * waited for, and all of it read again.
   */
  private async lastingPlace(): Promise<Place | null> {
    const place = await this.deps.read.place(this.row.payment_collection_id)
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

  /** No order yet: the cart is completed, if it still is the cart that was paid for. */
  private async onCart(place: Place, cartId: string): Promise<Applied> {
    const cart = await this.deps.read.cartTotal(cartId)
    if (cart === null) {
      return this.anomaly("paid_without_order", { reason: "the cart is gone" })
    }
    if (!sameAmount(cart.total, this.row.exact_amount) || cart.currency !== this.row.currency) {
      return this.later("paid_after_replaced", {
        reason: "the cart changed after the link was made",
        cart: { amount: cart.total, currency: cart.currency },
      })
    }
    if (await this.otherClaims(place)) {
      return this.later("duplicate_payment", {
        reason: "another paid link of the same cart goes first",
      })
    }
    await this.undoFailedCompletions(place, null)
    const live = await this.ownSession(place)
    if (live === null) {
      return this.later("paid_after_replaced", { reason: "no payment session could be made" })
    }
    await this.deps.core.completeCart(cartId)
    const after = await this.deps.read.place(this.row.payment_collection_id)
    if (after === null || after.order === null) {
      return this.postponed("core completed the cart and shows no order")
    }
    return this.onOrder(after, after.order)
  }

  /** The order exists: what is missing of payment, capture and order transaction is written. */
  private async onOrder(place: Place, order: Order): Promise<Applied> {
    this.orderId = order.id
    const payment = paymentOf(place, this.row)
    if (payment !== null) {
      if (await this.undoFailedCompletions(place, payment)) {
        await this.deps.core.recount(payment)
      }
      return this.verify(payment, order)
    }
    if (order.status === "canceled") {
      return this.anomaly("paid_after_canceled", { order_id: order.id }, order.id)
    }
    // Another payment of this order, captured or held, must not be touched to make room for this one.
    if (place.collection.payments.some((other) => other.canceled_at == null)) {
      return this.anomaly("duplicate_payment", { order_id: order.id }, order.id)
    }
    const session = await this.ownSession(place)
    if (session === null || !sameAmount(session.amount, this.row.exact_amount)) {
      return this.anomaly("paid_after_replaced", { order_id: order.id }, order.id)
    }
    await this.deps.ledger.leases.write(
      this.lease,
      { captured_event_at: "now", order_id: order.id },
      "captured_event_at"
    )
    await this.deps.core.bookOnOrder(session.id, this.row.exact_amount)
    const after = await this.deps.read.place(this.row.payment_collection_id)
    const booked = after && paymentOf(after, this.row)
    if (!after?.order || !booked) {
      return this.postponed("core booked no payment on the order")
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
    if (!sameAmount(capture.amount, this.row.exact_amount)) {
      return this.anomaly(
        "settled_incompletely",
        { order_id: order.id, payment_id: payment.id, captured: capture.amount },
        order.id
      )
    }
    if (order.status === "canceled" && !hasTransaction(order, capture.id)) {
      return this.anomaly("paid_after_canceled", { order_id: order.id }, order.id)
    }
    const first = await this.deps.ledger.leases.write(
      this.lease,
      { captured_event_at: "now" },
      "captured_event_at"
    )
    if (!hasTransaction(order, capture.id)) {
      await this.deps.core.repairCapture(payment)
    } else if (first) {
      await this.deps.core.emitCaptured(payment.id)
    }
    // Before the mark: a settled row is never looked at again.
    await this.deps.ledger.anomalies.settle(
      { transaction_id: this.row.id, kinds: VERDICTS },
      `The money was booked on order ${order.id}.`
    )
    await this.deps.ledger.leases.write(this.lease, {
      settled_at: "now",
      order_id: order.id,
      apply_error: null,
    })
    this.deps.logger.info(`payin ${this.row.reference}: settled on order ${order.id}`)
    return "settled"
  }

  /**
   * The live session of the collection, bound to this row; a session of another row, of another provider
   * or none at all is replaced by one that adopts this money. null when that did not work.
   * Several are replaced as well: core authorizes whichever it reads first (core-flows complete-cart).
   */
  private async ownSession(place: Place): Promise<Session | null> {
    const sessions = place.collection.payment_sessions
    let live = sessions.find((one) => one.id === this.row.session_id)
    if (live === undefined || sessions.length > 1) {
      if (!sameAmount(place.collection.amount, this.row.exact_amount)) {
        return null
      }
      await this.deps.core.openSession(place.collection.id, this.row.provider_id)
      await this.readRow()
      const renewed = await this.deps.read.place(place.collection.id)
      live = renewed?.collection.payment_sessions.find((one) => one.id === this.row.session_id)
    }
    if (live === undefined) {
      return null
    }
    if (live.status === "error" || live.status === "canceled") {
      await this.deps.core.resetSession(live)
    }
    return live
  }

  private async otherClaims(place: Place): Promise<boolean> {
    const approved = await this.deps.ledger.transactions.approvedUnsettled(place.collection.id)
    const fitting = approved.filter(
      (other) =>
        approvalDiffers(other) === null && sameAmount(other.exact_amount, this.row.exact_amount)
    )
    const live = new Set(place.collection.payment_sessions.map((session) => session.id))
    const first = fitting.find((other) => live.has(other.session_id ?? "")) ?? fitting.at(0)
    return first !== undefined && first.id !== this.row.id
  }

  /**
   * Takes back what failed completions left of this money, which never left: payments that core canceled or
   * refunded, and captured ones whose session a new choice of the shopper deleted in the middle of a
   * completion, so that core found nothing to take back itself.
   */
  private async undoFailedCompletions(place: Place, booked: Payment | null): Promise<boolean> {
    const live = new Set(place.collection.payment_sessions.map((session) => session.id))
    const leftovers = place.collection.payments.filter(
      (payment) =>
        payment.id !== booked?.id &&
        payment.data?.reference === this.row.reference &&
        (payment.canceled_at != null ||
          payment.refunds.length > 0 ||
          !live.has(payment.payment_session_id ?? ""))
    )
    for (const payment of leftovers) {
      await this.undo(payment)
    }
    return leftovers.length > 0
  }

  private async undo(payment: Payment): Promise<void> {
    // Closed first: once the refunds are gone, nothing would tell which anomalies were about them.
    const closed = await this.deps.ledger.anomalies.settle(
      {
        transaction_id: this.row.id,
        kinds: ["refund_without_payout"],
        subjects: payment.refunds.map((refund) => refund.id),
      },
      "The refund was booked by a failed cart completion; the money stays and pays the order."
    )
    await this.deps.core.undoCompensation(payment)
    this.deps.logger.warn(
      `payin ${this.row.reference}: removed payment ${payment.id} and ${payment.refunds.length} ` +
        `refund(s) of a failed completion (${closed} anomaly closed)`
    )
  }

  private async postponed(reason: string): Promise<Applied> {
    this.deps.logger.info(`payin ${this.row.reference}: ${reason}`)
    return postpone(this.deps, this.lease.transaction, this.orderId, { reason, passing: true })
  }

  /** Shown to a person, and tried again: the reason may go away. */
  private async later(kind: AnomalyKind, facts: Record<string, unknown>): Promise<Applied> {
    await report(this.deps, this.row, kind, facts, this.orderId ?? this.row.order_id)
    await this.deps.ledger.application.postpone(this.lease.transaction, kind)
    return "anomaly"
  }

  /** Shown to a person, and left to them. */
  private async anomaly(
    kind: AnomalyKind,
    facts: Record<string, unknown>,
    orderId: string | null = this.row.order_id
  ): Promise<Applied> {
    await report(this.deps, this.row, kind, facts, orderId)
    await this.deps.ledger.application.rest(this.lease.transaction)
    return "anomaly"
  }
}
