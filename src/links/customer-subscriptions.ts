import CustomerModule from "@medusajs/medusa/customer"
import { defineLink } from "@medusajs/framework/utils"
import SubscriptionsModule from "../modules/subscriptions"

/** `customer.payin_subscriptions`: every subscription of a customer. Kept from storefronts: see `hidePayouts`. */
export default defineLink(
  { linkable: CustomerModule.linkable.customer, field: "id" },
  {
    ...SubscriptionsModule.linkable.payinSubscription.id,
    primaryKey: "customer_id",
    alias: "payin_subscription",
  },
  { readOnly: true, isList: true }
)
