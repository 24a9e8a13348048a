import { anomalyReason } from "../../domain/anomaly-reason"
import { sameAmount } from "../../domain/money"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { acquireOrderLock } from "../settle/order-lock"
import { paymentOf } from "../settle/booked"
import { openOwnSession } from "../settle/own-session"
import { notOwed } from "../settle/owed"
import type { Order, Payment, Place, Session } from "../settle/place"
import { type CardApplied, type CardApplyDeps, later } from "./apply"

/**
 * Wait for an operator or another payment of the same order; longer work is left to the next try.
 */
const LOCK_WAIT_MS = 5_000

/**
 * State in which a completion leaves its session when it dies before authorizing: Medusa then never
 * announces the order (docs/medusa.md#killed-completion). A completion that reached the provider
 * leaves `pending_authorization`.
 */
const UNANNOUNCED = "pending"

/** The payment that the order now has of this money. */
interface Booked {
  payment: Payment
  place: Place
}

/** Settles one claimed card payment that Medusa should show, held or captured. */
export abstract class CardPass {
  protected row: CardTransaction

  constructor(
    protected readonly deps: CardApplyDeps,
    row: CardTransaction
  ) {
    this.row = row
  }

  /**
   * No order found: Medusa has no place for the money, with the reason; `order` is the one that
   * cannot take it.
   */
  protected abstract withoutOrder(reason: string, order: Order | null): Promise<CardApplied>

  /** The order now has a payment: writes the missing parts. */
  protected abstract onPayment(payment: Payment, place: Place): Promise<CardApplied>

  /** Books it on the order through this session, which makes the payment. */
  protected abstract book(session: Session): Promise<void>

  /** Finds its place: an existing payment, a waiting order, or a cart that was to be completed. */
  protected async intoMedusa(): Promise<CardApplied> {
    const place = await this.lastingPlace()
    if (place === null) {
      return this.withoutOrder(anomalyReason("collection_gone"), null)
    }
    if (place.order !== null && place.missing_links.length > 0) {
      // Without its link Medusa writes no transaction of a capture to the order.
      await this.deps.core.restoreLinks(place, place.order.id)
    }
    const payment = paymentOf(place, this.row)
    if (payment !== null) {
      return this.onPayment(payment, place)
    }
    if (place.order !== null) {
      return this.onOrder(place.order)
    }
    if (this.row.cycle_id !== null) {
      // The renewal completes its cart on its own schedule.
      await this.deps.subscriptions.subscriptions.requeueOfCycle(this.row.cycle_id)
      return this.whileRenewing()
    }
    return place.cart_id === null
      ? this.withoutOrder(anomalyReason("cart_gone"), null)
      : this.onCart(place, place.cart_id)
  }

  /** The renewal goes on without this code. */
  protected async whileRenewing(): Promise<CardApplied> {
    return later(anomalyReason("renewal_makes_order"))
  }

  /**
   * Waits for a running completion, which may write missing parts or take the order back, then
   * reads everything.
   */
  private async lastingPlace(): Promise<Place | null> {
    let place = await this.place()
    const isThere = place?.order != null && paymentOf(place, this.row) !== null
    if (place?.cart_id != null && !isThere) {
      await this.deps.core.afterCompletion(place.cart_id)
      await this.refresh()
      place = await this.place()
    }
    if (place?.order) {
      await this.deps.subscriptions.cardWatch.placed(this.row, place.order.id)
      await this.refresh()
    }
    return place
  }

  private async onOrder(order: Order): Promise<CardApplied> {
    const releaseLock = await acquireOrderLock(this.deps.ledger, order.id, LOCK_WAIT_MS)
    if (releaseLock === null) {
      return later(anomalyReason("other_payment_under_way"))
    }
    let booked: CardApplied | Booked
    try {
      booked = await this.bookOn(order.id)
    } finally {
      await releaseLock()
    }
    return "payment" in booked ? this.onPayment(booked.payment, booked.place) : booked
  }

  /** Reads and books under the order lock. */
  private async bookOn(orderId: string): Promise<CardApplied | Booked> {
    await this.deps.core.countPayments(orderId)
    const place = await this.place()
    const own = place && paymentOf(place, this.row)
    if (!place?.order) {
      return later(anomalyReason("order_gone"))
    }
    if (own !== null) {
      return { payment: own, place }
    }
    if (notOwed(place, place.order) !== null) {
      const state = place.order.status === "canceled" ? "order_canceled" : "order_owes_nothing"
      return this.withoutOrder(anomalyReason(state, { order: orderId }), place.order)
    }
    const session = await this.liveSession(place)
    if (session === null) {
      return this.withoutOrder(
        anomalyReason("order_without_session", { order: orderId }),
        place.order
      )
    }
    await this.book(session)
    const after = await this.place()
    const payment = after && paymentOf(after, this.row)
    if (!after || !payment) {
      return later(anomalyReason("payment_not_made"))
    }
    const was = place.collection.payment_sessions.find(({ id }) => id === session.id)
    if (place.cart_id !== null && was?.status === UNANNOUNCED) {
      await this.deps.core.emitPlaced(orderId)
    }
    return { payment, place: after }
  }

  private async onCart(place: Place, cartId: string): Promise<CardApplied> {
    const cart = await this.deps.read.cartTotal(cartId)
    const { order_amount, currency } = this.row
    if (cart === null) {
      return this.withoutOrder(anomalyReason("cart_gone"), null)
    }
    if (!sameAmount(cart.total, order_amount) || cart.currency !== currency) {
      return this.withoutOrder(anomalyReason("cart_changed_for_card"), null)
    }
    if ((await this.liveSession(place)) === null) {
      return this.withoutOrder(anomalyReason("cart_paid_otherwise"), null)
    }
    await this.deps.core.completeCart(cartId)
    await this.refresh()
    const after = await this.place()
    const payment = after && paymentOf(after, this.row)
    if (!after?.order || !payment) {
      return later(anomalyReason("no_payment_shown"))
    }
    await this.deps.subscriptions.cardWatch.placed(this.row, after.order.id)
    await this.refresh()
    return this.onPayment(payment, after)
  }

  /**
   * The session that owns the row, ready to be authorized; a new one of the same hold if needed.
   * Never the session whose payment Medusa canceled: Medusa returns that payment again whatever the
   * session's state, and places orders on it.
   */
  private async liveSession(place: Place): Promise<Session | null> {
    const { core } = this.deps
    const { payment_sessions: sessions, payments } = place.collection
    const { session_id } = this.row
    const spent = payments.some(
      ({ canceled_at, payment_session_id }) =>
        canceled_at != null && payment_session_id != null && payment_session_id === session_id
    )
    if (spent && !this.mayReplaceSessions(place)) {
      return null
    }
    let live = spent ? undefined : sessions.find(({ id }) => id === this.row.session_id)
    if (live === undefined && (sessions.length === 0 || this.mayReplaceSessions(place))) {
      if (!(await openOwnSession(core, place, this.row, this.row.order_amount))) {
        return null
      }
      await this.refresh()
      const renewed = await this.place()
      live = renewed?.collection.payment_sessions.find(({ id }) => id === this.row.session_id)
    }
    if (live?.status === "error" || live?.status === "canceled") {
      await core.resetSession(live)
    }
    return live ?? null
  }

  /**
   * Whether this money may replace a session of the shopper's other choice or of another provider.
   */
  protected mayReplaceSessions(_: Place): boolean {
    return false
  }

  /** Order lock: only one worker at a time books captures on an order. */
  protected async underLock(
    orderId: string,
    paymentId: string,
    work: (payment: Payment, place: Place & { order: Order }) => Promise<CardApplied>
  ): Promise<CardApplied> {
    const releaseLock = await acquireOrderLock(this.deps.ledger, orderId, LOCK_WAIT_MS)
    if (releaseLock === null) {
      return later(anomalyReason("order_busy"))
    }
    try {
      const found = await this.shown(paymentId)
      return found === null
        ? later(anomalyReason("payment_gone"))
        : await work(found.payment, found.place)
    } finally {
      await releaseLock()
    }
  }

  /** The payment, read again; null when it or its order is gone. */
  protected async shown(
    id: string
  ): Promise<{ payment: Payment; place: Place & { order: Order } } | null> {
    const place = await this.place()
    const payment = place?.collection.payments.find((one) => one.id === id)
    return place?.order && payment ? { payment, place: { ...place, order: place.order } } : null
  }

  protected place(): Promise<Place | null> {
    return this.deps.read.place(this.row.payment_collection_id)
  }

  /** Reads the row again; the claim stays that of the first read. */
  protected async refresh(): Promise<void> {
    this.row = await this.deps.subscriptions.cardTransactions.present(this.row.id)
  }
}
