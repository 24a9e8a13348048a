import OrderModule from "@medusajs/medusa/order"
import { defineLink } from "@medusajs/framework/utils"
import SubscriptionsModule from "../modules/subscriptions"

/** `order.payin_subscriptions`: what an order began. Kept from storefronts: see `hidePayouts`. */
export default defineLink(
  { linkable: OrderModule.linkable.order, field: "id" },
  {
    ...SubscriptionsModule.linkable.payinSubscription.id,
    primaryKey: "order_id",
    alias: "payin_subscription",
  },
  { readOnly: true, isList: true }
)
