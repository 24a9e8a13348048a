import type { PayInStatus } from "./payin-state"

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
