import type { CardStatus } from "./state"

const DAY_MS = 86_400_000

/**
 * Whether a hold whose outcome is unknown counts as lapsed: it is older than any hold lives (option
 * `card.holdDays`), and without a capture of ours it moved no money. Never an unknown capture: that
 * one may have taken the money, and a person decides.
 */
export function hasLapsed(
  { status, sent_at }: { status: CardStatus; sent_at: Date | null },
  { now, holdDays }: { now: Date; holdDays: number }
): boolean {
  return (
    status === "unknown" &&
    sent_at !== null &&
    now.getTime() - sent_at.getTime() >= holdDays * DAY_MS
  )
}

/** Whether nobody ever told what became of a hold that has ended. */
export function isNeverTold({
  status,
  authorized_at,
}: {
  status: CardStatus
  authorized_at: Date | null
}): boolean {
  return status === "released" && authorized_at === null
}
