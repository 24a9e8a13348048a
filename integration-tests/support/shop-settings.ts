import type { ShopSettings } from "./shop"

/** A failure of the service shows at once, and none of them opens the breaker. */
export const ONE_TRY: ShopSettings = {
  options: { retries: { attempts: 1 }, breaker: { failures: 100 } },
}

/** The usual payout of a test needs nobody's approval. */
export const NO_LIMIT: ShopSettings = { options: { approvalAbove: { COP: 500_000 } } }

/** The usual payout of a test needs a second person. */
export const LOW_LIMIT: ShopSettings = { options: { approvalAbove: { COP: 50_000 } } }

/** No payout of a test needs anybody's approval, in either country. */
export const NO_APPROVALS: ShopSettings = {
  options: { approvalAbove: { COP: 50_000_000, PEN: 50_000_000 } },
}

/**
 * Cards are charged as they are authorized, for the whole order's tax and under the store's own
 * plan name.
 */
export const CHARGED_AT_ONCE: ShopSettings = {
  options: { card: { captureOnAuthorize: true, tax: "order", planName: "Cordillera" } },
}

/**
 * Renewals differ from the usual in whatever a store may choose, each of which is what one test is
 * about.
 */
export const RENEWED_OTHERWISE: ShopSettings = {
  options: {
    card: { tax: "order" },
    renewal: { prices: "current", call: "authorize", missed: "charge", retryDays: [2, 9] },
  },
}
