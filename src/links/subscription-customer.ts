import CustomerModule from "@medusajs/medusa/customer"
import { defineLink } from "@medusajs/framework/utils"
import SubscriptionsModule from "../modules/subscriptions"

/** `payin_subscription.customer`: whose it is. Read-only: the subscription's column holds it. */
export default defineLink(
  { linkable: SubscriptionsModule.linkable.payinSubscription, field: "customer_id" },
  { linkable: CustomerModule.linkable.customer },
  { readOnly: true }
)
