import { isStillAwaited } from "./awaited-money"
import { isFinal, type PayInStatus } from "./payin-state"

/** What is known of a link of an order whose payment failed. */
export interface LinkOfOrder {
  status: PayInStatus
  lapses_at: Date | null
  lapsed_at: Date | null
  /** A person excluded its money from settlement: that pays nothing here. */
  excluded_at: Date | null
  /**
   * Nobody can say whether it was paid: its account is not configured, or belongs to another merchant
   * now.
   */
  is_blind: boolean
  /** A person is asked what the service means by its answer. */
  is_questioned: boolean
}

/**
 * Whether a link may still bring money to its order. A lapsed link is waited for no more when the
 * service can be asked about it and is understood: then its own end has found no money.
 */
export function mayBringMoney(link: LinkOfOrder, now: Date): boolean {
  if (link.status === "approved") {
    return link.excluded_at === null
  }
  if (link.is_questioned) {
    return true
  }
  return isFinal(link.status) ? isStillAwaited(link, now) : link.lapsed_at === null || link.is_blind
}
