import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { FeatureFlag } from "@medusajs/framework/utils"

const HIDDEN = ["payin_payout", "payin_payouts", "payin_subscription", "payin_subscriptions"]

/**
 * Hides payouts and subscriptions, which our links put on orders and customers, from the `fields`
 * of storefronts. Medusa shows an order to anybody who knows its id, and sellers' banks and
 * renewing cards must not appear there.
 */
export function hidePayouts(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  req.restrictedFields?.add(HIDDEN)
  next()
}

/**
 * Hides the same from the `fields` of the admin where roles are on: Medusa asks for the policy of the order
 * alone, and `GET /admin/payin/payouts?q=<order id>` asks for that of payouts.
 */
export function hidePayoutsFromRoles(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  if (FeatureFlag.isFeatureEnabled("rbac")) {
    hidePayouts(req, res, next)
    return
  }
  next()
}
