import { addDays, type CalendarDay } from "../time/calendar-day"
import { DUNNING_DAYS } from "../time/schedule"

/** A renewal that the card's bank refused. */
export interface RefusedRenewal {
  /** The day of the first refusal, in the store's time zone. */
  first: CalendarDay
  /** The day of the latest refusal. */
  latest: CalendarDay
  /** Number of refusals, the first one included; at least 1. */
  refusals: number
}

/**
 * Dunning: the day of the next try of a refused renewal, 1, 3 and 5 days after the first refusal.
 * No try is skipped, and there is at most one a day. After an outage the remaining tries move to
 * later days.
 *
 * @param days a store's own schedule, counted from the first refusal
 * @returns null when all tries were refused: the subscription is canceled
 */
export function nextTryDay(
  { first, latest, refusals }: RefusedRenewal,
  days: readonly number[] = DUNNING_DAYS
): CalendarDay | null {
  const after = days[refusals - 1]
  if (after === undefined) {
    return null
  }
  const [planned, soonest] = [addDays(first, after), addDays(latest, 1)]
  return planned > soonest ? planned : soonest
}

/**
 * Dunning: how many refusals count after another one. A person may try on any day and as often as
 * they like, and these tries must not use up the schedule. So at most one refusal a day counts, and
 * never more than the schedule's days so far.
 *
 * @param days a store's own schedule, counted from the first refusal
 */
export function refusalsCounted(
  before: { refusals: number; latest_refused: CalendarDay | null },
  { first, latest }: Pick<RefusedRenewal, "first" | "latest">,
  days: readonly number[] = DUNNING_DAYS
): number {
  if (before.latest_refused === latest) {
    return before.refusals
  }
  const come = days.filter((after) => addDays(first, after) <= latest)
  return Math.min(before.refusals, come.length) + 1
}

/**
 * Dunning: the day of the next try of a period whose hold was voided before its capture. The wait
 * is that of a refused renewal and grows each time. It never ends the subscription, because no bank
 * refused.
 *
 * @param times how many holds of the period were voided; at least 1
 * @param days a store's own schedule
 */
export function dayAfterLapse(
  today: CalendarDay,
  times: number,
  days: readonly number[] = DUNNING_DAYS
): CalendarDay {
  return addDays(today, days[times - 1] ?? days.at(-1) ?? 1)
}
