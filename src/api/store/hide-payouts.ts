import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

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
