import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderStatus } from "@medusajs/framework/utils"
import { isPositive } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { renewalReason } from "../../domain/renewal/reason"
import type { OrderDecision } from "../../domain/card/failed-hold-order"
import { wasTakenBack } from "../../domain/subscription/start"
import { isBeingVoided, type RenewalHold } from "../../modules/subscriptions/renewal-holds"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { moneyThatArrived } from "../payment-link/owing"
import { servicesOf } from "../settle"
import { MedusaCalls } from "../settle/medusa-calls"
import { medusaBound } from "../settle/medusa-bound"
import { recountOrder } from "../../medusa/repairs/order-summary"
import { orderOfCart } from "../../medusa/links"
import { findOrder, snapshotOfCart } from "../../medusa/payment-snapshot"
import { askLinks } from "./asked-links"
import { whyNotOwners } from "./owner"
import { whyDoubted, whyInQuestion } from "./contradicted"
import { findRenewalCart, makeCart, priceCart, type RenewalCart } from "./cart"
import { closeKeptOrder, showKeptOrder } from "./kept-order"
import { billOfOrder, chargeOrder, type Bill } from "./order-charge"
import { HoldCapture, type Captured } from "./hold-capture"
import { RenewalStuckError } from "./outcome"
import { decisionOnOrder, finalDecisionOnOrder, freeOrder } from "./order-left"

const CANCELED: string = OrderStatus.CANCELED

/**
 * Calls of a renewal into Medusa; a few at a time, in order of arrival
 * (docs/decisions/0019-few-calls-into-medusa.md).
 */
export class RenewalMedusaCalls {
  private readonly medusa: MedusaCalls

  constructor(
    private readonly container: MedusaContainer,
    private readonly options: PayInOptions
  ) {
    this.medusa = new MedusaCalls(container)
  }

  async makeCart(subscription: Subscription, cycle: Cycle): Promise<string> {
    const { renewal } = this.options
    return this.bound(() => makeCart(this.container, { subscription, cycle }, renewal))
  }

  /** See {@link findRenewalCart}. */
  async cart(cartId: string): Promise<RenewalCart | null> {
    return this.bound(() => findRenewalCart(this.container, cartId))
  }

  /** See {@link priceCart}. */
  async priceCart(cartId: string, priced: { collection: boolean }): Promise<void> {
    await this.bound(() => priceCart(this.container, cartId, priced))
  }

  /** The order of a renewal's cart, and whether a killed process left out a link between them. */
  async orderOf(cartId: string): Promise<{ id: string; lacks_links: boolean } | null> {
    const query = this.container.resolve(ContainerRegistrationKeys.QUERY)
    const id = await orderOfCart(query, cartId)
    if (id !== null) {
      return { id, lacks_links: false }
    }
    const place = await snapshotOfCart(this.container, cartId)
    return place?.order ? { id: place.order.id, lacks_links: true } : null
  }

  /** Without its link Medusa takes the cart for one that was never completed. */
  async restoreLinks(cartId: string): Promise<void> {
    const place = await snapshotOfCart(this.container, cartId)
    if (place?.order) {
      await this.medusa.restoreLinks(place, place.order.id)
    }
  }

  async openSession(collectionId: string, providerId: string): Promise<void> {
    await this.bound(() => this.medusa.openSession(collectionId, providerId))
  }

  async completeCart(cartId: string): Promise<void> {
    await this.bound(() => this.medusa.completeCart(cartId))
  }

  /** See {@link HoldCapture}. */
  async capture(hold: RenewalHold): Promise<Captured> {
    return new HoldCapture(this.container, this.options).capture(hold)
  }

  /** See {@link HoldCapture.shownOf}. */
  async shownOf(hold: RenewalHold): Promise<{ shown: boolean; given_back: string | null }> {
    return new HoldCapture(this.container, this.options).shownOf(hold)
  }

  /** Why a subscription is over without having been ended, for a person; null while it is not. */
  async whyOver(subscription: Subscription): Promise<string | null> {
    // The event of its order's cancellation comes once, and may have been lost.
    if (await this.startWasTakenBack(subscription)) {
      return renewalReason("start_taken_back")
    }
    return whyNotOwners(this.container, subscription)
  }

  /** See {@link whyDoubted}. */
  async whyDoubted(subscription: Subscription): Promise<string | null> {
    return whyDoubted(this.container, subscription)
  }

  /** See {@link whyInQuestion}. */
  async whyInQuestion(cycle: Cycle): Promise<string | null> {
    return whyInQuestion(this.container, cycle)
  }

  /** Whether a subscription must not go on, because its first order or payment was taken back. */
  private async startWasTakenBack(subscription: Subscription): Promise<boolean> {
    const { order_id, latest_order_id, latest_transaction_id } = subscription
    if (latest_order_id !== order_id) {
      return false
    }
    const { renewalHolds } = servicesOf(this.container).subscriptions
    const latest = await renewalHolds.find(latest_transaction_id)
    // The original of a renewal was captured by then, whatever the renewal's own outcome.
    const hold = latest?.kind === "renewal" ? null : latest
    if (hold?.status !== "captured") {
      await recountOrder(this.container, order_id)
    }
    const order = await findOrder(this.container, order_id)
    if (order === null) {
      return false
    }
    const canceled = order.status === CANCELED
    const isOver = wasTakenBack({
      canceled,
      paid: isPositive(order.owed.paid),
      hold: hold && { status: hold.status, voiding: isBeingVoided(hold) },
    })
    const coming = isOver && !canceled ? await moneyThatArrived(this.container, order_id) : null
    if (coming !== null) {
      throw new RenewalStuckError(coming, true)
    }
    return isOver
  }

  /** See {@link decisionOnOrder}. */
  async decisionOnOrder(orderId: string): Promise<OrderDecision> {
    return decisionOnOrder(this.container, orderId)
  }

  /** See {@link finalDecisionOnOrder}. */
  async finalDecisionOnOrder(orderId: string): Promise<OrderDecision> {
    return finalDecisionOnOrder(this.container, orderId)
  }

  /** See {@link askLinks}. */
  async askLinks(orderId: string): Promise<void> {
    await askLinks(this.container, orderId)
  }

  /** See {@link freeOrder}. */
  async freeOrder(orderId: string, claim: () => Promise<void>): Promise<OrderDecision> {
    const { coreConcurrency } = this.options
    return freeOrder(this.container, orderId, { coreConcurrency, claim })
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

  /** See {@link closeKeptOrder}. */
  async settleKept(orderId: string, became: "paid" | "canceled"): Promise<void> {
    await closeKeptOrder(this.container, orderId, became)
  }

  private async bound<Result>(call: () => Promise<Result>): Promise<Result> {
    return medusaBound(this.options.coreConcurrency).execute(call)
  }
}
