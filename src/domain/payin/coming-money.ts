import { isStillAwaited } from "./awaited-money"
import { isFinal, type PayInStatus } from "./state"
import { LAPSED_WATCH_DAYS } from "../time/schedule"

/** What is known of a link of an order whose payment failed. */
export interface LinkOfOrder {
  status: PayInStatus
  lapses_at: Date | null
  lapsed_at: Date | null
  /** When its end is told to Medusa, and a person asked about it if need be; null: that is done. */
  end_after: Date | null
  /** When the service last answered what became of it. */
  looked_up_at: Date | null
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
 * Whether a link may still bring money to its order. A lapsed link is waited for no more once the
 * service was asked about it since, and is understood: then nobody has paid it.
 */
export function mayBringMoney(link: LinkOfOrder, now: Date): boolean {
  if (link.status === "approved") {
    return link.excluded_at === null
  }
  if (link.is_questioned) {
    return true
  }
  if (link.excluded_at !== null) {
    return false
  }
  return isFinal(link.status)
    ? isStillAwaited(link, now)
    : isWatched(link, now) && (link.is_blind || !isAskedSinceLapse(link))
}

/** Nobody waits for the money of a link whose watch is over, once its end is told. */
function isWatched({ lapsed_at, end_after }: LinkOfOrder, now: Date): boolean {
  return (
    lapsed_at === null ||
    end_after !== null ||
    now.getTime() - lapsed_at.getTime() < LAPSED_WATCH_DAYS * 86_400_000
  )
}

function isAskedSinceLapse({ lapsed_at, looked_up_at }: LinkOfOrder): boolean {
  return lapsed_at !== null && looked_up_at !== null && looked_up_at >= lapsed_at
}
