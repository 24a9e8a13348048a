import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentActions } from "@medusajs/framework/utils"
import { capturePaymentWorkflow, processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MajorAmount } from "../../domain/money/amount"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { endCardSession, reopenCardSession } from "../../medusa/card-session"
import { deadCaptures, unmarkUncaptured } from "../../medusa/repairs/unfinished-capture"
import { wantReleaseOfEnded } from "../../settlement/card-session-end"
import { MedusaCalls } from "../settle/medusa-calls"
import { refusedByMedusa } from "../../medusa/failures"
import { servicesOf } from "../settle/index"
import type { Payment, PaymentSnapshot } from "../../medusa/payment-snapshot"

/** Calls into Medusa for cards, beside those for every payment. */
export class CardMedusaCalls extends MedusaCalls {
  constructor(private readonly shop: MedusaContainer) {
    super(shop)
  }

  /** A hold on an order that exists. Never while there is none: see {@link MedusaCalls}. */
  async authorizeOnOrder(sessionId: string): Promise<void> {
    const { errors } = await processPaymentWorkflow(this.shop).run({
      input: { action: PaymentActions.AUTHORIZED, data: { session_id: sessionId, amount: 0 } },
      throwOnError: false,
    })
    refuseOn(errors)
  }

  /** Books captured money of a hold. This flow emits `payment.captured`. */
  async captureOnOrder(paymentId: string, amount: MajorAmount): Promise<void> {
    const { errors } = await capturePaymentWorkflow(this.shop).run({
      input: { payment_id: paymentId, amount },
      throwOnError: false,
    })
    refuseOn(errors)
  }

  /** Captures of a payment whose process died. */
  async deadCaptures(paymentId: string): Promise<string[]> {
    return deadCaptures(this.shop.resolve(ContainerRegistrationKeys.PG_CONNECTION), paymentId)
  }

  /** Removes captures whose process died, so that Medusa captures anew. */
  async dropCaptures(ids: readonly string[], place: PaymentSnapshot): Promise<void> {
    await this.undoCaptures([...ids])
    await this.recountCollection(place)
  }

  /** Removes Medusa's capture mark from a payment without a Capture. */
  async unmarkCaptured({ id, captured_at }: Payment): Promise<void> {
    if (captured_at != null) {
      await unmarkUncaptured(this.shop.resolve(ContainerRegistrationKeys.PG_CONNECTION), id)
    }
  }

  /** Cancels the payment of a voided hold, so that Medusa no longer offers its capture. */
  async cancelPayment(paymentId: string): Promise<void> {
    try {
      await this.shop.resolve(Modules.PAYMENT).cancelPayment(paymentId)
    } catch (error) {
      throw refusedByMedusa(error)
    }
  }

  /** Emits the announcement that a killed completion left out. */
  async emitPlaced(orderId: string): Promise<void> {
    await this.shop.resolve(Modules.EVENT_BUS).emit({ name: "order.placed", data: { id: orderId } })
  }

  /** Ends a session whose card holds nothing. */
  async endCardSession(row: CardTransaction): Promise<void> {
    const pg = this.shop.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await endCardSession(pg, row)
  }

  /** See {@link wantReleaseOfEnded}. */
  async wantReleaseOfEnded(row: CardTransaction): Promise<CardTransaction | null> {
    const { subscriptions } = servicesOf(this.shop)
    const pg = this.shop.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    return wantReleaseOfEnded(pg, subscriptions, row)
  }

  /** Reopens the session of a hold that an order has after all. */
  async reopenCardSession(row: CardTransaction): Promise<void> {
    const pg = this.shop.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await reopenCardSession(pg, row)
  }
}

function refuseOn(errors: readonly unknown[]): void {
  if (errors.length > 0) {
    throw refusedByMedusa(errors[0])
  }
}
