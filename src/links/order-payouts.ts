import OrderModule from "@medusajs/medusa/order"
import { defineLink } from "@medusajs/framework/utils"
import PayoutsModule from "../modules/payouts"

/** `order.payin_payouts`: every payout of an order. Kept from storefronts: see `hidePayouts`. */
export default defineLink(
  { linkable: OrderModule.linkable.order, field: "id" },
  { ...PayoutsModule.linkable.payinPayout.id, primaryKey: "order_id", alias: "payin_payout" },
  { readOnly: true, isList: true }
)
