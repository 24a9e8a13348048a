import type { Context } from "../context"
import type { ActiveFault } from "../faults"
import type { Merchant } from "../settings"

/** One call of the card-payment API, its headers read. */
export interface CardCall {
  /** Whose credentials the call carries. */
  merchant: Merchant
  /** `X-Request-ID`. */
  requestId: string
  input: unknown
  fault: ActiveFault | null
}

/** From when on other calls find what this call made. */
export function visibleAt({ clock }: Context, fault: ActiveFault | null): number {
  return clock.now() + (fault?.kind === "late_visibility" ? (fault.ms ?? 1_000) : 0)
}
