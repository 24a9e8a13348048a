import { dayIn } from "../../src/domain/time/calendar-day"
import { CANARY } from "./personal-data"
import type { ShopSettings } from "./shop"

/** A failure of the service shows at once, and none of them opens the breaker. */
export const ONE_TRY: ShopSettings = {
  options: { retries: { attempts: 1 }, breaker: { failures: 100 } },
}

/** The usual payout of a test needs a second person. */
export const LOW_LIMIT: ShopSettings = { options: { approvalAbove: { COP: 50_000 } } }

const { username, password, token } = CANARY.service
const CREDENTIALS = { username, password, token }

/** A store in three countries. An amount of operators' is below or above its limit; an order whose voucher failed stays. */
export const THREE_COUNTRIES: ShopSettings = {
  options: {
    accounts: ["CO", "PE", "MX"].map((country) => ({
      ...{ id: country.toLowerCase(), country },
      ...CREDENTIALS,
    })),
    countries: { MX: { enabled: true } },
    onPaymentFailed: "keep_order",
    language: "en",
    approvalAbove: { COP: 100_000 },
  },
}

/** The Colombian account answers all that can be answered without a hosted page. */
export const DIRECT: ShopSettings = {
  options: {
    accounts: [
      { ...CREDENTIALS, id: "co", country: "CO", direct: ["PSE", "BREB", "TRANSFIYA"] },
      { ...CREDENTIALS, id: "pe", country: "PE" },
    ],
  },
}

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

/** Days after which a STRICT store voids a hold that nobody captured. */
export const STRICT_HOLD_DAYS = 3

/** The store refuses, or leaves to a person, what others do by themselves: each choice is what one spec is about. */
export const STRICT: ShopSettings = {
  options: {
    refunds: "block",
    payouts: { enabled: false },
    approvalAbove: { COP: 100_000 },
    card: { id: "co", releaseHoldsAfterDays: STRICT_HOLD_DAYS, limits: { max: 150_000 } },
    renewal: { retryDays: [] },
  },
}

const [AHEAD, BEHIND] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]
/**
 * Where it is another day than in Colombia at most times. Of a store that is opened while midnight comes to Colombia no
 * place is on another day before and after it.
 */
export const ELSEWHERE =
  dayIn(AHEAD, new Date()) === dayIn("America/Bogota", new Date()) ? BEHIND : AHEAD

/** The renewal call links each charge to the one before, which it cancels. */
export const RENEWED_BY_CALL: ShopSettings = { options: { renewal: { call: "renewal" } } }

/**
 * Renewals differ from the usual in whatever a store may choose, each of which is what one test is
 * about.
 */
export const RENEWED_OTHERWISE: ShopSettings = {
  options: {
    timeZone: ELSEWHERE,
    card: { tax: "order" },
    renewal: { prices: "current", call: "renewal", missed: "charge", retryDays: [2, 9] },
  },
}
