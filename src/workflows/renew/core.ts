import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderStatus } from "@medusajs/framework/utils"
import { takeOfHold } from "../../domain/hold-take"
import { isPositive, sameAmount, sumAmounts, type MajorAmount } from "../../domain/money"
import type { PayInOptions } from "../../domain/options"
import type { OrderFate } from "../../domain/unpaid-order"
import { wasTakenBack } from "../../domain/subscription-start"
import { isBeingLetGo, type RenewalHold } from "../../modules/subscriptions/renewal-holds"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { applyCards } from "../card"
import { roomsOf } from "../settle"
import { hasTransaction, isCaptured, paymentOf } from "../settle/booked"
import { Core } from "../settle/core"
import { coreBound } from "../settle/core-bound"
import { CoreRefusedError } from "../settle/failures"
import { findOrder, findPlace, orderOfCart, type Payment, type Place } from "../settle/place"
import { whyNotOwners } from "./owner"
import { makeCart, payableCart, type RenewalCart } from "./cart"
import { settleKeptOrder, showKeptOrder } from "./kept-order"
import { billOfOrder, chargeOrder, type Bill } from "./order-charge"
import { freeOrder, inOrderTurn } from "./order-left"

const CANCELED: string = OrderStatus.CANCELED

/**
 * - `taken`: money and order agree; so much, in major units
 * - `owes_nothing`: a person collected, or forgave it: nothing is taken of what is held
 * - `given_back`: a person canceled the order, or gave the money back: it pays nothing any more
 * - `not_yet`: and why
 */
export type Captured =
  | { outcome: "taken"; amount: MajorAmount }
  | { outcome: "owes_nothing"; reason: string }
  | { outcome: "given_back"; reason: string }
  | { outcome: "not_yet"; error: Error }

/** What a renewal asks of Medusa; a few calls at a time, in order of arrival (design.md 5). */
export class RenewalCore {
  private readonly core: Core

  constructor(
    private readonly container: MedusaContainer,
    private readonly options: PayInOptions
  ) {
    this.core = new Core(container)
  }

  async makeCart(subscription: Subscription, cycle: Cycle): Promise<string> {
    const { subscriptions } = this.options
    return this.bound(() => makeCart(this.container, { subscription, cycle }, subscriptions))
  }

  async payableCart(cartId: string): Promise<RenewalCart | null> {
    return this.bound(() => payableCart(this.container, cartId))
  }

  async orderOf(cartId: string): Promise<string | null> {
    return orderOfCart(this.container, cartId)
  }

  async openSession(collectionId: string, providerId: string): Promise<void> {
    await this.bound(() => this.core.openSession(collectionId, providerId))
  }

  async completeCart(cartId: string): Promise<void> {
    await this.bound(() => this.core.completeCart(cartId))
  }

  /** Takes what is held, through core, which books it: money and order agree afterwards. */
  async capture(hold: RenewalHold): Promise<Captured> {
    const place = await this.placeOf(hold)
    const known = place && paymentOf(place, hold)
    if (hold.status === "captured") {
      if (place && known && showsTaken(place, known, hold)) {
        return taken(hold)
      }
      const reason = await this.givenBack(place, hold)
      if (reason !== null) {
        return { outcome: "given_back", reason }
      }
      if (hold.captured_amount !== null && !sameAmount(hold.captured_amount, hold.amount)) {
        // A part was taken. Core would ask for the rest, which a hold never gives; the card's own sweep
        // books what was.
        return notYet("Medusa does not show yet what was taken.")
      }
    }
    const payment = known ?? (await this.paymentTold(hold))
    if (payment === null) {
      return notYet("Medusa has no payment for what is held yet: the order still awaits it.")
    }
    const taking = isCaptured(payment) ? taken(hold) : await this.take(hold, payment, place)
    if (taking.outcome !== "taken") {
      return taking
    }
    return (await this.isInBooks(payment)) || (await this.isInBooksAfterPass(hold, payment))
      ? taking
      : notYet("The order does not show yet what was taken.")
  }

  /** What is held only is taken in the order's turn: whoever collects or changes it comes before or after. */
  private async take(hold: RenewalHold, payment: Payment, place: Place | null): Promise<Captured> {
    const order_id = (place ?? (await this.placeOf(hold)))?.order?.id
    if (order_id === undefined) {
      return notYet("The order of what is held is not there yet.")
    }
    try {
      return await inOrderTurn(this.container, order_id, () =>
        this.takeInTurn(hold, payment, order_id)
      )
    } catch (error) {
      return {
        outcome: "not_yet",
        error: error instanceof Error ? error : new Error(String(error)),
      }
    }
  }

  private async takeInTurn(
    hold: RenewalHold,
    payment: Payment,
    order_id: string
  ): Promise<Captured> {
    const order = await findOrder(this.container, order_id)
    if (order === null) {
      return notYet(`Order ${order_id} is gone.`)
    }
    const take = hold.status === "captured" ? "whole" : takeOfHold(hold, order.summary.outstanding)
    if (take === "nothing") {
      return { outcome: "owes_nothing", reason: `Order ${order_id} owes nothing any more.` }
    }
    const part = take === "whole" ? undefined : take
    await this.bound(() => this.core.repairCapture(payment, part))
    return part === undefined ? taken(hold) : { outcome: "taken", amount: part }
  }

  /**
   * Whether the order shows the capture. Core marks the payment first and writes the order's transaction last,
   * and takes that one alone back when it fails in between.
   */
  private async isInBooks({ id }: Payment): Promise<boolean> {
    const pg = this.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const found: { rows: unknown[] } = await pg.raw(
      `select 1 from capture c join order_transaction x on x.reference_id = c.id
       where c.payment_id = ? and c.deleted_at is null and x.deleted_at is null limit 1`,
      [id]
    )
    return found.rows.length > 0
  }

  /** The card's own pass writes what is missing, be it a link that a kill left out. */
  private async isInBooksAfterPass({ id }: RenewalHold, payment: Payment): Promise<boolean> {
    await roomsOf(this.container).subscriptions.cardWatch.wake(id)
    await applyCards(this.container, { id })
    return this.isInBooks(payment)
  }

  /** Why a subscription is over though nobody said so, for a person; null while it is not. */
  async whyOver(subscription: Subscription): Promise<string | null> {
    // Whoever canceled its order said so once, and that may have been lost.
    if (await this.startWasTakenBack(subscription)) {
      return "What the subscription began with was taken back."
    }
    return whyNotOwners(this.container, subscription)
  }

  /** Whether nothing is to come of a subscription, because what it began with was taken back. */
  private async startWasTakenBack(subscription: Subscription): Promise<boolean> {
    const { order_id, latest_order_id, latest_transaction_id } = subscription
    if (latest_order_id !== order_id) {
      return false
    }
    const { renewalHolds } = roomsOf(this.container).subscriptions
    const order = await findOrder(this.container, order_id)
    const hold = await renewalHolds.find(latest_transaction_id)
    return (
      order !== null &&
      wasTakenBack({
        canceled: order.status === CANCELED,
        paid: isPositive(order.summary.paid),
        hold: hold && { status: hold.status, letting_go: isBeingLetGo(hold) },
      })
    )
  }

  /** See {@link freeOrder}. */
  async freeOrder(orderId: string): Promise<OrderFate> {
    return freeOrder(this.container, orderId, this.options)
  }

  /** See {@link billOfOrder}. */
  async billOfOrder(orderId: string, account: string): Promise<Bill | string> {
    return billOfOrder(this.container, orderId, account)
  }

  /** See {@link chargeOrder}. */
  async chargeOrder(hold: RenewalHold, orderId: string): Promise<string | null> {
    return this.bound(() => chargeOrder(this.container, hold, orderId))
  }

  /** See {@link showKeptOrder}. */
  async showKept(orderId: string, of: Parameters<typeof showKeptOrder>[2]): Promise<void> {
    await showKeptOrder(this.container, orderId, of)
  }

  /** See {@link settleKeptOrder}. */
  async settleKept(orderId: string, became: "paid" | "canceled"): Promise<void> {
    await settleKeptOrder(this.container, orderId, became)
  }

  /** Of a hold that only a webhook confirmed core knows nothing until it is told. */
  private async paymentTold(hold: RenewalHold): Promise<Payment | null> {
    await applyCards(this.container, { id: hold.id })
    const place = await this.placeOf(hold)
    return place && paymentOf(place, hold)
  }

  /** Why what was taken pays no order any more, for a person; null while it may. */
  private async givenBack(place: Place | null, { reference }: RenewalHold): Promise<string | null> {
    if (place?.order?.status === CANCELED) {
      return `Order ${place.order.id} was canceled after the card was asked.`
    }
    const { transactions } = roomsOf(this.container).ledger
    const booked = await transactions.findByReference(reference)
    return booked?.set_aside_at == null ? null : "A person gave back what was taken."
  }

  private async placeOf(hold: RenewalHold): Promise<Place | null> {
    return findPlace(this.container, hold.payment_collection_id)
  }

  private async bound<Result>(call: () => Promise<Result>): Promise<Result> {
    return coreBound(this.options.coreConcurrency).execute(call)
  }
}

/** The whole of what was taken stands in the books, be it a part of what was held. */
function showsTaken(
  place: Place,
  { captures }: Payment,
  { captured_amount }: RenewalHold
): boolean {
  return (
    captured_amount !== null &&
    sameAmount(sumAmounts(captures), captured_amount) &&
    captures.every(({ id }) => place.order !== null && hasTransaction(place.order, id))
  )
}

function taken({ captured_amount, amount }: RenewalHold): Captured {
  return { outcome: "taken", amount: captured_amount ?? amount }
}

function notYet(message: string): Captured {
  return { outcome: "not_yet", error: new CoreRefusedError(message, true) }
}
