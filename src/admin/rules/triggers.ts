import type { AdminPayoutRule } from "../../api/admin/payin/beneficiary-types"
import type { Say } from "../text/use-texts"

/** What makes a rule pay, in words. */
export function ruleTriggers(say: Say): Record<AdminPayoutRule["trigger"], string> {
  return {
    "order.fulfillment_created": say("rules.on.made"),
    "shipment.created": say("rules.on.sent"),
    "delivery.created": say("rules.on.delivered"),
  }
}
