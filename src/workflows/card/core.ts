import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentActions } from "@medusajs/framework/utils"
import { capturePaymentWorkflow, processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MajorAmount } from "../../domain/money"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import {
  endCardSession,
  reopenCardSession,
  wantReleaseOfEnded,
} from "../../settlement/card-session-end"
import { Core } from "../settle/core"
import { refusedByCore } from "../settle/failures"
import { roomsOf } from "../settle/index"
import type { Payment, Place } from "../settle/place"
import { deadCaptures } from "./unfinished"

/** What we tell Medusa of cards, beside what it is told of every payment. */
export class CardCore extends Core {
  constructor(private readonly shop: MedusaContainer) {
    super(shop)
  }

  /** A hold on an order that exists. Never while there is none: see {@link Medusa}. */
  async authorizeOnOrder(sessionId: string): Promise<void> {
    const { errors } = await processPaymentWorkflow(this.shop).run({
      input: { action: PaymentActions.AUTHORIZED, data: { session_id: sessionId, amount: 0 } },
      throwOnError: false,
    })
    refuseOn(errors)
  }

  /** Books what was taken of a hold. `payment.captured` is emitted by this road itself. */
  async captureOnOrder(paymentId: string, amount: MajorAmount): Promise<void> {
    const { errors } = await capturePaymentWorkflow(this.shop).run({
      input: { payment_id: paymentId, amount },
      throwOnError: false,
    })
    refuseOn(errors)
  }

  /**
   * Takes back captures that died before they were through, so that Medusa captures anew.
   *
   * @returns the payment without them
   */
  async dropDeadCaptures(payment: Payment, place: Place): Promise<Payment> {
    const dead = await deadCaptures(this.shop, payment.id)
    await this.undoCaptures(dead)
    await this.recount(place)
    return { ...payment, captures: payment.captures.filter(({ id }) => !dead.includes(id)) }
  }

  /** Medusa's mark on a payment that no Capture stands for. */
  async unmarkCaptured({ id, captured_at }: Payment): Promise<void> {
    if (captured_at != null) {
      await this.shop
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)("payment")
        .where({ id })
        .whereRaw(
          "not exists (select 1 from capture c where c.payment_id = payment.id and c.deleted_at is null)"
        )
        .update({ captured_at: null })
    }
  }

  /** Nothing is held for it any more: nobody is offered to capture it. */
  async cancelPayment(paymentId: string): Promise<void> {
    try {
      await this.shop.resolve(Modules.PAYMENT).cancelPayment(paymentId)
    } catch (error) {
      throw refusedByCore(error)
    }
  }

  /** The announcement that a completion which died owes. */
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
    const { subscriptions } = roomsOf(this.shop)
    const pg = this.shop.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    return wantReleaseOfEnded(pg, subscriptions, row)
  }

  /** The session of a hold that an order stands on after all. */
  async reopenCardSession(row: CardTransaction): Promise<void> {
    const pg = this.shop.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await reopenCardSession(pg, row)
  }
}

function refuseOn(errors: readonly unknown[]): void {
  if (errors.length > 0) {
    throw refusedByCore(errors[0])
  }
}
