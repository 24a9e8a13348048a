import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { reasonOf } from "../../domain/error-reason"
import { stateLine } from "../../domain/state-line"
import type { Subscription } from "./subscription-rows"

/** What is told of a subscription. An expired one is `canceled` too: its `status` says which. */
export type SubscriptionNews = "created" | "renewed" | "past_due" | "canceled"

/**
 * Tells Medusa's bus and the log what became of a subscription, whoever caused it. Events carry ids
 * and states only (docs/decisions/0026-events-carry-ids.md). A failing bus never undoes what was
 * written. Called after the commit.
 */
export class SubscriptionAnnouncements {
  constructor(
    private readonly bus: () => IEventBusModuleService | undefined,
    private readonly logger: () => Logger | undefined
  ) {}

  async told(news: SubscriptionNews, subscription: Subscription): Promise<void> {
    const { id, status, status_cause: cause, account, latest_order_id: order_id } = subscription
    this.logger()?.info(
      stateLine("payin.subscription", { id, news, to: status, cause, account, order: order_id })
    )
    const name = `payin.subscription_${news}`
    try {
      const { customer_id } = subscription
      await this.bus()?.emit({ name, data: { id, status, order_id, customer_id } })
    } catch (error) {
      this.logger()?.error(`payin: event ${name} was not emitted: ${reasonOf(error)}`)
    }
  }
}
