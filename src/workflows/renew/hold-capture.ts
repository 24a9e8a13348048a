import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderStatus } from "@medusajs/framework/utils"
import { takenFor, capturableOfHold } from "../../domain/card/capturable-amount"
import { sameAmount, sumAmounts } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { renewalReason } from "../../domain/renewal/reason"
import type { RenewalHold } from "../../modules/subscriptions/renewal-holds"
import { applyCards } from "../card"
import { CardMedusaCalls } from "../card/card-medusa-calls"
import { isUnfinished } from "../card/unfinished"
import { moneyThatArrived } from "../payment-link/owing"
import { servicesOf } from "../settle"
import { hasTransaction, isCaptured, paymentOf } from "../settle/booked"
import { medusaBound } from "../settle/medusa-bound"
import { MedusaRefusedError } from "../../medusa/failures"
import { isCaptureShown } from "../../medusa/payment"
import {
  findSnapshot,
  type Order,
  type Payment,
  type PaymentSnapshot,
} from "../../medusa/payment-snapshot"
import { underOrderLock } from "./order-left"

const CANCELED: string = OrderStatus.CANCELED

/**
 * - `taken`: money and order agree
 * - `owes_nothing`: a person collected or forgave the debt, or canceled the order, and nothing of the
 *   hold is captured
 * - `given_back`: a person canceled the order or refunded the money, which pays nothing any more
 * - `not_yet`: with the reason
 */
export type Captured =
  | { outcome: "taken" }
  | { outcome: "owes_nothing"; reason: string }
  | { outcome: "given_back"; reason: string }
  | { outcome: "not_yet"; error: Error }

const TAKEN: Captured = { outcome: "taken" }

/**
 * Captures the hold of a subscription's order through Medusa, which books it, and at most what is
 * owed.
 */
export class HoldCapture {
  private readonly medusa: CardMedusaCalls

  constructor(
    private readonly container: MedusaContainer,
    private readonly options: Pick<PayInOptions, "coreConcurrency">
  ) {
    this.medusa = new CardMedusaCalls(container)
  }

  /**
   * Whether its order shows the captured money, and why that pays no order any more, for a person;
   * null while it may.
   */
  async shownOf(hold: RenewalHold): Promise<{ shown: boolean; given_back: string | null }> {
    const place = await this.placeOf(hold)
    const payment = place && paymentOf(place, hold)
    if (place && payment && showsTaken(place, payment, hold)) {
      return { shown: true, given_back: null }
    }
    const given_back = await this.givenBack(place, hold)
    const isWhole = given_back === null && !isPart(hold) && payment !== null && isCaptured(payment)
    return { shown: isWhole && (await this.isInBooks(payment)), given_back }
  }

  /** Captures the hold. Afterwards money and order agree. */
  async capture(hold: RenewalHold): Promise<Captured> {
    const place = await this.placeOf(hold)
    const known = place && paymentOf(place, hold)
    if (hold.status === "captured") {
      if (place && known && showsTaken(place, known, hold)) {
        return TAKEN
      }
      const reason = await this.givenBack(place, hold)
      if (reason !== null) {
        return { outcome: "given_back", reason }
      }
      if (isPart(hold)) {
        // A part was captured. Medusa would ask for the rest, which a hold never gives; the card
        // sweep books the captured part.
        return notYet(renewalReason("capture_not_shown"))
      }
    }
    const payment = known ?? (await this.paymentTold(hold))
    if (payment === null) {
      return notYet(renewalReason("no_payment_yet"))
    }
    const order_id = (place ?? (await this.placeOf(hold)))?.order?.id
    if (order_id === undefined) {
      return notYet(renewalReason("no_order_yet"))
    }
    const taking = isCaptured(payment) ? TAKEN : await this.take(hold, order_id)
    if (taking.outcome !== "taken") {
      return taking
    }
    return (await this.isInBooks(payment)) || (await this.isInBooksAfterPass(hold, payment))
      ? TAKEN
      : notYet(renewalReason("order_not_shown"))
  }

  /**
   * Captures a hold under the order lock, so that collecting or changing the order happens before
   * or after.
   */
  private async take(hold: RenewalHold, orderId: string): Promise<Captured> {
    try {
      return await medusaBound(this.options.coreConcurrency).execute(() =>
        underOrderLock(this.container, orderId, () => this.takeUnderLock(hold))
      )
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error))
      return { outcome: "not_yet", error: reason }
    }
  }

  private async takeUnderLock(hold: RenewalHold): Promise<Captured> {
    const place = await this.placeOf(hold)
    const order = place?.order ?? null
    const payment = place && paymentOf(place, hold)
    if (order === null || payment === null || isUnfinished(payment, order)) {
      return notYet(renewalReason("core_at_work"))
    }
    if (hold.status === "authorized") {
      return this.takeOwed(hold, { payment, order })
    }
    await this.medusa.repairCapture(payment)
    return TAKEN
  }

  private async takeOwed(
    hold: RenewalHold,
    { payment, order }: { payment: Payment; order: Order }
  ): Promise<Captured> {
    if (order.status === CANCELED) {
      // Medusa goes on with a cancel although it could not cancel the payment
      // (docs/medusa.md#swallowed-cancel-errors), and leaves what the order owed as it was.
      return { outcome: "owes_nothing", reason: renewalReason("called_off", { order: order.id }) }
    }
    const coming = await moneyThatArrived(this.container, order.id)
    if (coming !== null) {
      return notYet(coming)
    }
    const take = capturableOfHold(hold, order.owed.outstanding)
    if (take === "nothing") {
      return {
        outcome: "owes_nothing",
        reason: renewalReason("order_owes_no_more", { order: order.id }),
      }
    }
    if (take === "whole") {
      await this.medusa.repairCapture(payment)
    } else {
      await this.medusa.captureOnOrder(payment.id, take)
    }
    return TAKEN
  }

  private async isInBooks({ id }: Payment): Promise<boolean> {
    return isCaptureShown(this.container.resolve(ContainerRegistrationKeys.PG_CONNECTION), id)
  }

  /**
   * Settling the card writes the missing parts, including a link that a killed process left out.
   */
  private async isInBooksAfterPass({ id }: RenewalHold, payment: Payment): Promise<boolean> {
    await servicesOf(this.container).subscriptions.cardWatch.requeue(id)
    await applyCards(this.container, { id })
    return this.isInBooks(payment)
  }

  /** Medusa does not know a hold that only a webhook confirmed: applies it first. */
  private async paymentTold(hold: RenewalHold): Promise<Payment | null> {
    await applyCards(this.container, { id: hold.id })
    const place = await this.placeOf(hold)
    return place && paymentOf(place, hold)
  }

  private async givenBack(
    place: PaymentSnapshot | null,
    { reference }: RenewalHold
  ): Promise<string | null> {
    if (place?.order?.status === CANCELED) {
      return renewalReason("canceled_after", { order: place.order.id })
    }
    const { transactions, anomalies } = servicesOf(this.container).ledger
    const booked = await transactions.findByReference(reference)
    if (booked === null || booked.excluded_at === null) {
      return null
    }
    return (await anomalies.decisionOn(booked.id)) === "undecided"
      ? null
      : renewalReason("given_back")
  }

  private async placeOf(hold: RenewalHold): Promise<PaymentSnapshot | null> {
    return findSnapshot(this.container, hold.payment_collection_id)
  }
}

function isPart({ captured_amount, amount }: RenewalHold): boolean {
  return captured_amount !== null && !sameAmount(captured_amount, amount)
}

/** Whether the books show the whole captured amount, even if it is a part of the hold. */
function showsTaken(place: PaymentSnapshot, { captures }: Payment, hold: RenewalHold): boolean {
  return (
    hold.captured_amount !== null &&
    sameAmount(takenFor(hold, sumAmounts(captures)), hold.captured_amount) &&
    captures.every(({ id }) => place.order !== null && hasTransaction(place.order, id))
  )
}

function notYet(message: string): Captured {
  return { outcome: "not_yet", error: new MedusaRefusedError(message, true) }
}
