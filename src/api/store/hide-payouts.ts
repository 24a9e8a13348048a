import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/**
 * Keeps payouts, which `links/order-payouts` puts on orders, out of what a storefront may ask for in `fields`:
 * core shows an order to whoever knows its id, and sellers' banks are nobody's business there.
 */
export function hidePayouts(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  req.restrictedFields?.add(["payin_payout", "payin_payouts"])
  next()
}
