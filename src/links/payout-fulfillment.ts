import FulfillmentModule from "@medusajs/medusa/fulfillment"
import { defineLink } from "@medusajs/framework/utils"
import PayoutsModule from "../modules/payouts"

/** `payin_payout.fulfillment`: the parcel that a rule paid for. Read-only: the payout's column holds it. */
export default defineLink(
  { linkable: PayoutsModule.linkable.payinPayout, field: "fulfillment_id" },
  { linkable: FulfillmentModule.linkable.fulfillment },
  { readOnly: true }
)
