import OrderModule from "@medusajs/medusa/order"
import { defineLink } from "@medusajs/framework/utils"
import PayoutsModule from "../modules/payouts"

/** `payin_payout.order`: the order that money goes out for. Read-only: the payout's column holds it. */
export default defineLink(
  { linkable: PayoutsModule.linkable.payinPayout, field: "order_id" },
  { linkable: OrderModule.linkable.order },
  { readOnly: true }
)
