import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { reasonOf } from "../../domain/error/reason"
import { stateLine } from "../../domain/text/state-line"
import type { Subscription } from "./subscription-rows"

/** Published news of a subscription. An expired one is `canceled` too: its `status` tells which. */
export type SubscriptionNews = "created" | "renewed" | "past_due" | "canceled"

/**
 * Publishes the state changes of subscriptions on Medusa's bus and in the log. Events carry ids and
 * states only (docs/decisions/0026-events-carry-ids.md). A failing bus never undoes a write. Called
 * after the commit.
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
