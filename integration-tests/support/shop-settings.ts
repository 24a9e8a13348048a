import type { ShopSettings } from "./shop"

/** A failure of the service shows at once, and none of them opens the breaker. */
export const ONE_TRY: ShopSettings = {
  options: { retries: { attempts: 1 }, breaker: { failures: 100 } },
}

/** The payouts of a test need nobody's approval. */
export const NO_LIMIT: ShopSettings = { options: { approvalAbove: { COP: 500_000 } } }
