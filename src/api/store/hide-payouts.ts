import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

const HIDDEN = ["payin_payout", "payin_payouts", "payin_subscription", "payin_subscriptions"]

/**
 * Keeps payouts and subscriptions, which our links put on orders and customers, out of what a
 * storefront may ask for in `fields`: Medusa shows an order to whoever knows its id, and sellers'
 * banks and whose card pays again are nobody's business there.
 */
export function hidePayouts(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  req.restrictedFields?.add(HIDDEN)
  next()
}
