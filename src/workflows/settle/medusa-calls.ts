import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
  PaymentActions,
  PaymentEvents,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  capturePaymentWorkflow,
  completeCartWorkflow,
  createPaymentSessionsWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { reasonOf } from "../../domain/error/reason"
import type { MajorAmount } from "../../domain/money/amount"
import { JOB_CONTEXT } from "../../domain/session/opener"
import { shiftedNow } from "../../domain/time/clock"
import { sessionView } from "../../domain/session/view"
import type { Transaction } from "../../modules/ledger/rows"
import { recountCollection } from "../../medusa/payment-collection"
import { cancelAuthorizedSessions, endOpenSession } from "../../medusa/payment-session"
import { removeDeadLock, acquireCartLock } from "./cart-lock"
import { MedusaRefusedError, refusedByMedusa } from "../../medusa/failures"
import { isChanging } from "../../medusa/repairs/order-change"
import { recountOrder } from "../../medusa/repairs/order-summary"
import type { Payment, PaymentSnapshot, Session } from "../../medusa/payment-snapshot"

/**
 * How long we wait for a running completion. It holds its cart's lock until it is through, mostly a second
 * or two (docs/medusa.md#locks-of-a-cart).
 */
const COMPLETION_WAIT_MS = 25_000
const COMPLETION_POLL_MS = 50
/**
 * A process of ours that dies with the lock blocks the cart for this long. The work below it reads an
 * order with its payments and ends a session. On a busy database that lasts for seconds, and a lock
 * that ends before would let a completion take the money that is about to go back.
 */
const COMPLETION_LOCK_SECONDS = 20

/**
 * Calls into Medusa, each made once and by the workflow that books it completely. Never
 * `processPaymentWorkflow` while no order exists: it captures before it completes, and Medusa would
 * then refund and open a new session (docs/medusa.md#capture-before-completion).
 */
export class MedusaCalls {
  constructor(private readonly container: MedusaContainer) {}

  /** Places the order; the provider answers `captured` from the ledger inside. */
  async completeCart(cartId: string): Promise<void> {
    const releaseLock = await acquireCartLock(this.container, cartId)
    try {
      const { errors } = await completeCartWorkflow(this.container).run({
        input: { id: cartId },
        throwOnError: false,
      })
      refuseOn(errors)
    } finally {
      await releaseLock()
    }
  }

  /** Returns when no completion of this cart runs: the state is then stable. */
  async afterCompletion(cartId: string): Promise<void> {
    await this.betweenCompletions(cartId, async () => undefined)
  }

  /**
   * Runs work of a statement or two while no completion of this cart runs. A completion locks the
   * cart under its id: we take that lock, and release it after the work.
   */
  async betweenCompletions<Result>(cartId: string, work: () => Promise<Result>): Promise<Result> {
    await removeDeadLock(this.container, cartId)
    const locking = this.container.resolve(Modules.LOCKING)
    const ownerId = randomUUID()
    const until = Date.now() + COMPLETION_WAIT_MS
    for (;;) {
      try {
        await locking.acquire(cartId, { ownerId, expire: COMPLETION_LOCK_SECONDS })
        break
      } catch (error) {
        if (Date.now() > until) {
          // A failure of the lock says nothing about the money.
          throw new MedusaRefusedError(reasonOf(error), true)
        }
      }
      await sleep(COMPLETION_POLL_MS)
    }
    try {
      return await work()
    } finally {
      await locking.release(cartId, { ownerId }).catch((error: unknown) => {
        // The work is done. The lock expires by itself, in PostgreSQL by `removeDeadLock`.
        const logger = this.container.resolve(ContainerRegistrationKeys.LOGGER)
        logger.warn(`payin: the lock of ${cartId} was not given back: ${reasonOf(error)}`)
      })
    }
  }

  /** Books money on an existing order. This flow emits `payment.captured`. */
  async bookOnOrder(sessionId: string, amount: MajorAmount): Promise<void> {
    const { errors } = await processPaymentWorkflow(this.container).run({
      input: { action: PaymentActions.SUCCESSFUL, data: { session_id: sessionId, amount } },
      throwOnError: false,
    })
    refuseOn(errors)
  }

  /**
   * Writes the order transaction of a capture that lacks one. Emits `payment.captured` by itself.
   */
  async repairCapture(payment: Pick<Payment, "id">): Promise<void> {
    const { errors } = await capturePaymentWorkflow(this.container).run({
      input: { payment_id: payment.id },
      throwOnError: false,
    })
    refuseOn(errors)
  }

  /** Counts the sums of an order anew, after payments that were booked while it changed. */
  async recountOrder(orderId: string): Promise<void> {
    await recountOrder(this.container, orderId)
  }

  /** A new session of ours; its initiation adopts the money that is already there. */
  async openSession(paymentCollectionId: string, providerId: string): Promise<void> {
    const { errors } = await createPaymentSessionsWorkflow(this.container).run({
      input: {
        payment_collection_id: paymentCollectionId,
        provider_id: providerId,
        data: {},
        context: JOB_CONTEXT,
      },
      throwOnError: false,
    })
    refuseOn(errors)
  }

  /**
   * A new session of ours of exactly this amount, in place of all others; its initiation adopts the
   * money that is already there. Medusa's own flow knows the collection's amount only.
   */
  async openSessionOf(
    place: PaymentSnapshot,
    providerId: string,
    { amount, currency }: { amount: MajorAmount; currency: string }
  ): Promise<void> {
    const payments = this.container.resolve(Modules.PAYMENT)
    try {
      await payments.createPaymentSession(place.collection.id, {
        provider_id: providerId,
        amount,
        currency_code: currency.toLowerCase(),
        data: {},
        context: JOB_CONTEXT,
      })
      for (const { id } of place.collection.payment_sessions) {
        await payments.deletePaymentSession(id)
      }
    } catch (error) {
      throw refusedByMedusa(error)
    }
  }

  /**
   * Restores links that a process killed inside Medusa's completion left out. Without its
   * collection no order shows the payment. Without its cart Medusa sees no order of the cart, and
   * completes it a second time.
   */
  async restoreLinks(
    { collection, cart_id, missing_links }: PaymentSnapshot,
    orderId: string
  ): Promise<void> {
    const links = this.container.resolve(ContainerRegistrationKeys.LINK)
    const order = { [Modules.ORDER]: { order_id: orderId } }
    if (missing_links.includes("collection")) {
      const payment_collection_id = collection.id
      await links.create({ ...order, [Modules.PAYMENT]: { payment_collection_id } })
    }
    if (missing_links.includes("cart") && cart_id !== null) {
      await links.create({ ...order, [Modules.CART]: { cart_id } })
    }
  }

  /** Ends a session that will not be paid, unless it was authorized meanwhile. */
  async endSession(row: Transaction): Promise<void> {
    const { session_id: id, provider_id } = row
    if (id === null) {
      return
    }
    const pg = this.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await endOpenSession(pg, { id, provider_id }, sessionView(id, row, shiftedNow()))
  }

  /**
   * Ends the sessions that have a payment of this money, canceled or not: Medusa would complete the cart
   * with them, and ask no provider (docs/medusa.md#canceled-payments).
   */
  async endPaidSessions({ collection }: PaymentSnapshot, reference: string): Promise<void> {
    const paid = collection.payments
      .filter(({ data }) => data?.reference === reference)
      .flatMap(({ payment_session_id }) => payment_session_id ?? [])
    if (paid.length === 0) {
      return
    }
    const pg = this.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await cancelAuthorizedSessions(pg, paid)
  }

  /**
   * Cancels an order that will not be paid, which frees its stock. Medusa refuses fulfilled and
   * completed orders. It always writes a credit line on the way, which it cannot do while somebody
   * changes the order, nor ever after a process died during that: see {@link isChanging}.
   */
  async cancelOrder(orderId: string): Promise<void> {
    if (await isChanging(this.container, orderId)) {
      throw new MedusaRefusedError(`order ${orderId} is being changed`, true)
    }
    const { errors } = await cancelOrderWorkflow(this.container).run({
      input: { order_id: orderId },
      throwOnError: false,
    })
    refuseOn(errors)
  }

  /** Medusa refuses a session at `error` or `canceled`; our provider's update calls nobody. */
  async resetSession(session: Session): Promise<void> {
    await this.container.resolve(Modules.PAYMENT).updatePaymentSession({
      id: session.id,
      amount: session.amount,
      currency_code: session.currency_code,
      data: session.data ?? {},
      status: PaymentSessionStatus.PENDING,
    })
  }

  /**
   * Removes the bookings of Medusa's compensation for money that stays: its refunds, the capture
   * and the canceled payment. Only for leftovers, payments that no order shows. Their collection may
   * have an order all the same, which was not booked with this payment.
   */
  async undoCompensation(payment: Payment): Promise<void> {
    const payments = this.container.resolve(Modules.PAYMENT)
    if (!removesRows(payments)) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        "This Medusa has no deleteRefunds, deleteCaptures or deletePayments."
      )
    }
    await payments.deleteRefunds(payment.refunds.map((refund) => refund.id))
    await payments.deleteCaptures(payment.captures.map((capture) => capture.id))
    await payments.deletePayments([payment.id])
  }

  /** Removes captures without any further bookings. */
  protected async undoCaptures(ids: string[]): Promise<void> {
    const payments = this.container.resolve(Modules.PAYMENT)
    if (!removesRows(payments)) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        "This Medusa has no deleteRefunds, deleteCaptures or deletePayments."
      )
    }
    if (ids.length > 0) {
      await payments.deleteCaptures(ids)
    }
  }

  /** Has Medusa count the collection's money again after rows were removed. */
  async recountCollection({ collection }: { collection: { id: string } }): Promise<void> {
    await recountCollection(this.container.resolve(Modules.PAYMENT), collection.id)
  }

  async emitCaptured(paymentId: string): Promise<void> {
    await this.container
      .resolve(Modules.EVENT_BUS)
      .emit({ name: PaymentEvents.CAPTURED, data: { id: paymentId } })
  }
}

function refuseOn(errors: readonly unknown[]): void {
  if (errors.length > 0) {
    throw refusedByMedusa(errors[0])
  }
}

interface RowRemoval {
  deleteRefunds(ids: string[]): Promise<void>
  deleteCaptures(ids: string[]): Promise<void>
  deletePayments(ids: string[]): Promise<void>
}

/** Generated module methods that exist at run time and are not in the published types. */
function removesRows(service: object): service is RowRemoval {
  return ["deleteRefunds", "deleteCaptures", "deletePayments"].every((name) => name in service)
}
