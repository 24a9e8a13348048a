import { isFinal, type PayInStatus } from "./state"
import { LAPSED_WATCH_DAYS } from "../time/schedule"

/**
 * Whether an order still waits for a link that ended without money. A bank or a cash agent reports
 * late, so the word "expired" counts only at the link's end plus the grace of its method, when an
 * unanswered link lapses too. A rejection counts at once.
 */
export function isStillAwaited(
  { status, lapses_at }: { status: PayInStatus; lapses_at: Date | null },
  now: Date
): boolean {
  return status === "expired" && lapses_at !== null && now < lapses_at
}

/** Whether nobody looks for the money of a link any more: 30 days after its lapse, or its end. */
export function isWatchOver(
  link: { status: PayInStatus; status_changed_at: Date; lapsed_at: Date | null },
  now: Date
): boolean {
  const since = isFinal(link.status) ? link.status_changed_at : link.lapsed_at
  return since !== null && now.getTime() - since.getTime() >= LAPSED_WATCH_DAYS * 86_400_000
}
