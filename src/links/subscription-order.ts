import OrderModule from "@medusajs/medusa/order"
import { defineLink } from "@medusajs/framework/utils"
import SubscriptionsModule from "../modules/subscriptions"

/** `payin_subscription.order`: the order that it began with. Read-only: the subscription's column holds it. */
export default defineLink(
  { linkable: SubscriptionsModule.linkable.payinSubscription, field: "order_id" },
  { linkable: OrderModule.linkable.order },
  { readOnly: true }
)
