import { randomUUID } from "node:crypto"
import { anomalyReason } from "../../domain/anomaly-reason"
import { capturedFor, takenFor } from "../../domain/hold-take"
import { sameAmount, sumAmounts, type MajorAmount } from "../../domain/money"
import type { Transaction } from "../../modules/ledger/rows"
import { bookCardCapture } from "../../settlement/card-in-ledger"
import { hasTransaction, holdsMoney, isPaymentOf, isSummed } from "../settle/booked"
import type { Order, Payment, Place, Session } from "../settle/place"
import { APPLIED, type CardApplied, later } from "./apply"
import { CardAnomalies } from "./anomalies"
import { CardPass } from "./card-pass"
import { OverPass } from "./over-pass"
import { isUnfinished } from "./unfinished"

/**
 * Settles captured card money: Medusa shows exactly that capture, once, and the ledger has a row to
 * refund it from. The capturing process may have died before writing that, or only a webhook may
 * have reported the capture.
 */
export class TakenPass extends CardPass {
  /** Whether Medusa published the capture itself this time. */
  private emitted = false
  private readonly anomalies = new CardAnomalies(this.deps.ledger)

  async run(): Promise<CardApplied> {
    // First, so that it can be refunded whatever happens to the order.
    await this.intoLedger()
    const { ledger } = this.deps
    const booked = await ledger.transactions.findByReference(this.row.reference)
    // A person's decision needs the same lease: one of both comes first.
    const lease = booked && (await ledger.leases.acquire(booked.id, randomUUID()))
    if (lease === null) {
      return later(anomalyReason("being_decided"))
    }
    try {
      return lease.transaction.excluded_at === null
        ? await this.intoMedusa()
        : await this.aside(lease.transaction)
    } finally {
      await ledger.leases.release(lease)
    }
  }

  /** Excluded money is not booked: it is refunded, or a person dealt with it elsewhere. */
  private async aside({ id }: Pick<Transaction, "id">): Promise<CardApplied> {
    const decision = await this.deps.ledger.anomalies.decisionOn(id)
    if (decision === "undecided") {
      return { outcome: "anomaly" }
    }
    const over = new OverPass(this.deps, this.row)
    const applied = await (decision === "left" ? over.runLeft() : over.run())
    if (applied.outcome === "applied" || applied.outcome === "waiting") {
      await this.anomalies.told(this.row)
    }
    return applied
  }

  protected async withoutOrder(reason: string): Promise<CardApplied> {
    await this.anomalies.withoutOrder(this.row, reason)
    return { outcome: "anomaly" }
  }

  protected async book({ id }: Session): Promise<void> {
    // Only the payment: the capture follows with the captured amount, which may be a part.
    await this.deps.core.authorizeOnOrder(id)
  }

  /**
   * Captured money may replace other sessions, unless their payment is already made, or Medusa
   * refunded this money.
   */
  protected override mayReplaceSessions({ collection }: Place): boolean {
    return collection.payments.every((payment) =>
      isPaymentOf(payment, this.row) ? payment.refunds.length === 0 : payment.canceled_at != null
    )
  }

  protected async onPayment(payment: Payment, { order }: Place): Promise<CardApplied> {
    if (order === null) {
      return holdsMoney([payment]) || payment.captures.length === 0
        ? this.withoutOrder(anomalyReason("no_order"))
        : APPLIED
    }
    if (payment.captures.length > 0 && !isUnfinished(payment, order)) {
      return payment.captures.every(({ id }) => hasTransaction(order, id))
        ? this.verify(payment, order)
        : this.underLock(order.id, payment.id, (now, there) => this.verify(now, there.order))
    }
    if (order.status === "canceled") {
      return this.withoutOrder(anomalyReason("order_canceled", { order: order.id }))
    }
    return this.underLock(order.id, payment.id, (now, there) => this.capture(now, there))
  }

  /**
   * Read under the order's lock: two captures of a part would both be booked
   * (docs/medusa.md#repeated-partial-captures).
   */
  private async capture(payment: Payment, place: Place & { order: Order }): Promise<CardApplied> {
    const { core } = this.deps
    const { captures } = isUnfinished(payment, place.order)
      ? await core.dropDeadCaptures(payment, place)
      : payment
    if (isUnfinished({ ...payment, captures }, place.order)) {
      return later(anomalyReason("capture_under_way"))
    }
    if (captures.length === 0) {
      // Its Capture was removed as dead while it was being written: Medusa makes none for a payment
      // marked as captured.
      await core.unmarkCaptured(payment)
      await core.captureOnOrder(payment.id, capturedFor(this.row, this.taken))
      this.emitted = true
    }
    const after = await this.shown(payment.id)
    return after === null || after.payment.captures.length === 0
      ? later(anomalyReason("no_capture", { order: place.order.id }))
      : this.verify(after.payment, after.place.order)
  }

  /** Booked means that the captures equal the captured money, and the order shows each. */
  private async verify(payment: Payment, order: Order): Promise<CardApplied> {
    const booked = sumAmounts(payment.captures)
    if (!sameAmount(takenFor(this.row, booked), this.taken)) {
      await this.anomalies.unbooked(
        this.row,
        anomalyReason("captured_differs", { booked, taken: this.taken })
      )
      return { outcome: "anomaly" }
    }
    if (order.status === "canceled" && holdsMoney([payment])) {
      return this.withoutOrder(anomalyReason("order_canceled", { order: order.id }))
    }
    const first = await this.deps.ledger.cardPayments.markTold(this.row.reference)
    let shown = order
    if (payment.captures.some(({ id }) => !hasTransaction(order, id))) {
      await this.deps.core.repairCapture(payment)
      const after = await this.shown(payment.id)
      if (!after?.payment.captures.every(({ id }) => hasTransaction(after.place.order, id))) {
        return later(anomalyReason("no_transaction"))
      }
      shown = after.place.order
    } else if (first && this.wasTakenFirst(payment)) {
      await this.deps.core.emitCaptured(payment.id)
    }
    if (!isSummed(shown)) {
      await this.deps.core.countPayments(order.id)
    }
    const placed = { id: order.id, customer_id: null }
    await this.deps.ledger.application.placedSeen(placed, [this.row.payment_collection_id])
    await this.anomalies.booked(this.row, order.id)
    return APPLIED
  }

  /**
   * Whether the money was captured before Medusa had a payment of it. Medusa emits no
   * `payment.captured` for a payment that is already captured when it authorizes
   * (docs/medusa.md#missing-captured-event), and emits it for every other capture.
   */
  private wasTakenFirst({ created_at }: Payment): boolean {
    const { captured_at } = this.row
    return !this.emitted && created_at != null && captured_at !== null && captured_at <= created_at
  }

  private get taken(): MajorAmount {
    return this.row.captured_amount ?? this.row.amount
  }

  private async intoLedger(): Promise<void> {
    const { subscriptions, ledger, options } = this.deps
    if (this.row.settled_at === null) {
      await bookCardCapture({ subscriptions, ledger, options }, this.row)
    }
  }
}
