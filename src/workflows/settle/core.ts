import type { MedusaContainer } from "@medusajs/framework/types"
import {
  Modules,
  PaymentActions,
  PaymentEvents,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import {
  capturePaymentWorkflow,
  completeCartWorkflowId,
  createPaymentSessionsWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MajorAmount } from "../../domain/money"
import { refusedByCore } from "./failures"
import type { Payment, Session } from "./place"

/**
 * What we tell Medusa, each call once and by the road that books it whole. Never
 * `processPaymentWorkflow` while no order exists: it captures before it completes, and core would then
 * refund and open a new session (design.md 5, Apply).
 */
export class Core {
  constructor(private readonly container: MedusaContainer) {}

  /** Places the order; the provider answers `captured` from the ledger inside. */
  async completeCart(cartId: string): Promise<void> {
    const engine = this.container.resolve(Modules.WORKFLOW_ENGINE)
    const { errors } = await engine.run(completeCartWorkflowId, {
      input: { id: cartId },
      throwOnError: false,
    })
    const failed = errors.at(0)
    if (failed !== undefined) {
      throw refusedByCore(failed)
    }
  }

  /** Books money on an order that exists. `payment.captured` is emitted by this road itself. */
  async bookOnOrder(sessionId: string, amount: MajorAmount): Promise<void> {
    const { errors } = await processPaymentWorkflow(this.container).run({
      input: { action: PaymentActions.SUCCESSFUL, data: { session_id: sessionId, amount } },
      throwOnError: false,
    })
    const failed = errors.at(0)
    if (failed !== undefined) {
      throw refusedByCore(failed)
    }
  }

  /** Writes the order transaction of a capture that lacks one. Emits `payment.captured` by itself. */
  async repairCapture(payment: Payment): Promise<void> {
    const { errors } = await capturePaymentWorkflow(this.container).run({
      input: { payment_id: payment.id },
      throwOnError: false,
    })
    const failed = errors.at(0)
    if (failed !== undefined) {
      throw refusedByCore(failed)
    }
  }

  /** A new session of ours; its initiation adopts the money that is already there. */
  async openSession(paymentCollectionId: string, providerId: string): Promise<void> {
    const { errors } = await createPaymentSessionsWorkflow(this.container).run({
      input: { payment_collection_id: paymentCollectionId, provider_id: providerId, data: {} },
      throwOnError: false,
    })
    const failed = errors.at(0)
    if (failed !== undefined) {
      throw refusedByCore(failed)
    }
  }

  /** Core refuses a session at `error` or `canceled`; our provider's update calls nobody. */
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
   * Takes back what core's compensation booked for money that stays: its refunds, the capture and the
   * canceled payment. Only for a collection without an order, where no person can have refunded.
   */
  async undoCompensation(payment: Payment): Promise<void> {
    const payments = this.container.resolve(Modules.PAYMENT)
    if (!removesRows(payments)) {
      throw new Error("This Medusa has no deleteRefunds, deleteCaptures or deletePayments.")
    }
    await payments.deleteRefunds(payment.refunds.map((refund) => refund.id))
    await payments.deleteCaptures(payment.captures.map((capture) => capture.id))
    await payments.deletePayments([payment.id])
  }

  async emitCaptured(paymentId: string): Promise<void> {
    await this.container
      .resolve(Modules.EVENT_BUS)
      .emit({ name: PaymentEvents.CAPTURED, data: { id: paymentId } })
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
