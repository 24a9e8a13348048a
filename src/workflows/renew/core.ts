import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderStatus } from "@medusajs/framework/utils"
import type { PayInOptions } from "../../domain/options"
import type { RenewalHold } from "../../modules/subscriptions/renewal-holds"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { applyCards } from "../card"
import { Core } from "../settle/core"
import { coreBound } from "../settle/core-bound"
import { CoreRefusedError } from "../settle/failures"
import { findOrder, findPlace, orderOfCart, type Payment } from "../settle/place"
import { makeCart, payableCart, type RenewalCart } from "./cart"

const CANCELED: string = OrderStatus.CANCELED

export type Captured = { done: true } | { done: false; error: Error }

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
    const payment = (await this.paymentOf(hold)) ?? (await this.paymentTold(hold))
    if (payment === null) {
      const message = "Medusa has no payment for what is held yet: the order still awaits it."
      return { done: false, error: new CoreRefusedError(message, true) }
    }
    if (payment.captured_at) {
      return { done: true }
    }
    try {
      await this.bound(() => this.core.repairCapture(payment))
    } catch (error) {
      return { done: false, error: error instanceof Error ? error : new Error(String(error)) }
    }
    return { done: true }
  }

  /** Frees the stock of an order that is not paid, and lets go what is held for it. */
  async cancelOrder(orderId: string): Promise<void> {
    const order = await findOrder(this.container, orderId)
    if (order !== null && order.status !== CANCELED) {
      await this.bound(() => this.core.cancelOrder(orderId))
    }
  }

  /** Of a hold that only a webhook confirmed core knows nothing until it is told. */
  private async paymentTold(hold: RenewalHold): Promise<Payment | null> {
    await applyCards(this.container, { id: hold.id })
    return this.paymentOf(hold)
  }

  private async paymentOf(hold: RenewalHold): Promise<Payment | null> {
    const place = await findPlace(this.container, hold.payment_collection_id)
    return place?.collection.payments.find(({ canceled_at }) => !canceled_at) ?? null
  }

  private async bound<Result>(call: () => Promise<Result>): Promise<Result> {
    return coreBound(this.options.coreConcurrency).execute(call)
  }
}
