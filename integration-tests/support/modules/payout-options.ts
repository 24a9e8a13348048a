import { ONE_TRY } from "../shop-settings"

/** The usual payout needs nobody's approval, and a failure of the service shows at once. */
export const PAYOUT_OPTIONS = { ...ONE_TRY.options, approvalAbove: { COP: 500_000 } }
