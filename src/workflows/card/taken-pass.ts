import { addAmounts, majorAmount, sameAmount, type MajorAmount } from "../../domain/money"
import { bookCardCapture } from "../../settlement/card-in-ledger"
import { hasTransaction, holdsMoney } from "../settle/booked"
import { waitForTurn } from "../settle/order-turn"
import type { Order, Payment, Place, Session } from "../settle/place"
import { APPLIED, type CardApplied, later } from "./apply"
import { CardAnomalies } from "./anomalies"
import { CardPass } from "./card-pass"

const TURN_WAIT_MS = 5_000
const ZERO = majorAmount(0)

/**
 * Money was taken: Medusa is to show exactly that capture, once, and the ledger a row that it can be given
 * back from. Whoever took it may have died before saying so, and a webhook may have told alone.
 */
export class TakenPass extends CardPass {
  /** Core told of the capture by itself in this pass. */
  private emitted = false
  private readonly anomalies = new CardAnomalies(this.deps.ledger)

  async run(): Promise<CardApplied> {
    // First of all: whatever becomes of the order, it can be given back.
    await this.intoLedger()
    const booked = await this.deps.ledger.transactions.findByReference(this.row.reference)
    // A person gave it back: no order takes it any more.
    return booked?.set_aside_at == null ? this.intoMedusa() : APPLIED
  }

  protected async homeless(reason: string): Promise<CardApplied> {
    await this.anomalies.withoutOrder(this.row, reason)
    return { outcome: "anomaly" }
  }

  protected async book({ id }: Session): Promise<void> {
    // Only the payment: the capture follows with the amount that was taken, which may be a part.
    await this.deps.core.authorizeOnOrder(id)
  }

  protected async onPayment(payment: Payment, place: Place): Promise<CardApplied> {
    if (place.order === null) {
      return holdsMoney([payment]) || payment.captures.length === 0
        ? this.homeless("no order stands for it")
        : APPLIED
    }
    if (payment.captures.length > 0) {
      return this.verify(payment, place.order)
    }
    if (place.order.status === "canceled") {
      return this.homeless(`order ${place.order.id} is canceled`)
    }
    const give = await waitForTurn(this.deps.ledger, `capture:${payment.id}`, TURN_WAIT_MS)
    if (give === null) {
      return later("somebody else captures this payment")
    }
    try {
      return await this.capture(payment.id, place.order.id)
    } finally {
      await give()
    }
  }

  /** Read under the turn: two captures of a part would both be booked (medusa.md H6). */
  private async capture(paymentId: string, orderId: string): Promise<CardApplied> {
    const before = await this.payment(paymentId)
    if (before === null) {
      return later("core shows the payment no more")
    }
    if (before.payment.captures.length === 0) {
      await this.deps.core.captureOnOrder(paymentId, this.taken)
      this.emitted = true
    }
    const after = await this.payment(paymentId)
    return after === null || after.payment.captures.length === 0
      ? later(`order ${orderId} shows no capture`)
      : this.verify(after.payment, after.order)
  }

  /** Booked means: the captures are what was taken, and the order shows each. */
  private async verify(payment: Payment, order: Order): Promise<CardApplied> {
    const booked = payment.captures.reduce((sum, one) => addAmounts(sum, one.amount), ZERO)
    if (!sameAmount(booked, this.taken)) {
      await this.anomalies.unbooked(
        this.row,
        `Medusa shows ${booked} captured, and ${this.taken} was taken`
      )
      return { outcome: "anomaly" }
    }
    if (order.status === "canceled" && holdsMoney([payment])) {
      return this.homeless(`order ${order.id} is canceled`)
    }
    const first = await this.deps.ledger.cardPayments.markTold(this.row.reference)
    if (payment.captures.some(({ id }) => !hasTransaction(order, id))) {
      await this.deps.core.repairCapture(payment)
      const after = await this.payment(payment.id)
      if (!after?.payment.captures.every(({ id }) => hasTransaction(after.order, id))) {
        return later("the order shows no transaction of the capture")
      }
    } else if (first && this.wasTakenFirst(payment)) {
      await this.deps.core.emitCaptured(payment.id)
    }
    await this.deps.ledger.application.placedSeen(order.id, [this.row.payment_collection_id])
    await this.anomalies.booked(this.row, order.id)
    return APPLIED
  }

  /**
   * Whether the money was taken before core had a payment of it: core emits no `payment.captured` for what
   * it finds captured while it authorizes (medusa.md H4), and for every other capture it does.
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

  private async payment(id: string): Promise<{ payment: Payment; order: Order } | null> {
    const place = await this.place()
    const payment = place?.collection.payments.find((one) => one.id === id)
    return place?.order && payment ? { payment, order: place.order } : null
  }
}
