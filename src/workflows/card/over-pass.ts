import { anomalyReason } from "../../domain/anomaly-reason"
import { clockOffsetMs } from "../../domain/clock"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isPaymentOf } from "../settle/booked"
import { acquireOrderLock } from "../settle/order-lock"
import type { Order, Place } from "../settle/place"
import { reasonNotToCancel, type Kept } from "../settle/waiting-order"
import { CardAnomalies } from "./anomalies"
import { APPLIED, type CardApplied, type CardApplyDeps, later, WAITING } from "./apply"
import { endInMedusa } from "./held-pass"

const LOCK_WAIT_MS = 5_000

/** How long an order may still be on its way to being canceled or taken back. */
const SETTLES_MS = 60_000

/**
 * Ends a card payment that holds nothing, or whose captured money pays nothing here: Medusa shows
 * no payment of it, and no order waits for it.
 */
export class OverPass {
  constructor(
    private readonly deps: CardApplyDeps,
    private readonly row: CardTransaction
  ) {}

  async run(): Promise<CardApplied> {
    const { place, paid } = await this.endPayment()
    if (this.row.cycle_id !== null || !place?.order) {
      return APPLIED
    }
    return paid || this.wasPaid(place, place.order)
      ? this.showUnpaid(place.order)
      : this.endOrder(place.order)
  }

  /** A person dealt with the money elsewhere, and also decides about its order. */
  async runLeft(): Promise<CardApplied> {
    await this.endPayment()
    return APPLIED
  }

  private async endPayment(): Promise<{ place: Place | null; paid: boolean }> {
    const { core, subscriptions } = this.deps
    const before = await this.place()
    if (before?.cart_id != null) {
      // A running completion may still write the session after us, or take its order back.
      await core.afterCompletion(before.cart_id)
    }
    const place = await this.place()
    const paid = await endInMedusa(this.deps, place, this.row)
    await subscriptions.cards.abandoned(this.row.card_id)
    if (this.row.cycle_id !== null) {
      await subscriptions.subscriptions.requeueOfCycle(this.row.cycle_id)
    }
    return { place, paid }
  }

  /**
   * Whether the order was placed on the hold that was voided: then it is the operator's. An order
   * placed when the payment was already canceled was never paid, and neither was one that awaits
   * its payment.
   */
  private wasPaid({ collection }: Place, { created_at }: Order): boolean {
    return collection.payments.some(
      (payment) =>
        isPaymentOf(payment, this.row) &&
        (!payment.canceled_at || !created_at || payment.canceled_at > created_at)
    )
  }

  /**
   * Shows the operator an order that owes, unless somebody else is to pay it. Waits a while,
   * because Medusa's cancel cancels payments first.
   */
  private async showUnpaid({ id }: Order): Promise<CardApplied> {
    const kept = await this.reasonToKeep(id)
    if (kept === "other_link") {
      return WAITING
    }
    if (kept !== null && kept !== "fulfilled") {
      return APPLIED
    }
    if (Date.now() + clockOffsetMs() - this.row.status_changed_at.getTime() < SETTLES_MS) {
      return later(anomalyReason("order_busy"))
    }
    await new CardAnomalies(this.deps.ledger).unpaid(this.row, id)
    return APPLIED
  }

  private async endOrder({ id }: Order): Promise<CardApplied> {
    const { ledger, options, logger } = this.deps
    if (options.onPaymentFailed === "keep_order") {
      return APPLIED
    }
    const releaseLock = await acquireOrderLock(ledger, id, LOCK_WAIT_MS)
    if (releaseLock === null) {
      return later(anomalyReason("other_payment_under_way"))
    }
    try {
      const kept = await this.reasonToKeep(id)
      if (kept === "other_link") {
        return WAITING
      }
      if (kept === null) {
        await this.deps.core.cancelOrder(id)
        logger.info(`payin ${this.row.reference}: order ${id} was canceled: its card pays nothing`)
      }
      return APPLIED
    } finally {
      await releaseLock()
    }
  }

  /**
   * Reason not to cancel an order whose card pays nothing; null when nobody needs it. A renewal
   * decides about its own orders.
   */
  private async reasonToKeep(orderId: string): Promise<Kept | null> {
    const { read, subscriptions } = this.deps
    const order = await read.waitingOrder(orderId, this.row.payment_collection_id)
    if (order === null) {
      return "not_waiting"
    }
    const kept = reasonNotToCancel(order)
    if (kept === "renewal" && order.renewal !== null) {
      await subscriptions.subscriptions.requeueOfCycle(order.renewal)
    }
    return kept
  }

  private place(): Promise<Place | null> {
    return this.deps.read.place(this.row.payment_collection_id)
  }
}
