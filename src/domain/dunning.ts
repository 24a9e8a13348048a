import { addDays, type CalendarDay } from "./calendar-day"
import { DUNNING_DAYS } from "./schedule"

/** A renewal that the card's bank refused. */
export interface RefusedRenewal {
  /** The day of the first refusal, in the store's time zone. */
  first: CalendarDay
  /** The day of the latest refusal. */
  latest: CalendarDay
  /** How often it was refused, the first time included; at least 1. */
  refusals: number
}

/**
 * The day of the next fresh preauthorization of a refused renewal: 1, 3 and 5 days after the first
 * refusal. Every try is made, and never two on one day: after an outage they come later.
 *
 * @param days a store's own schedule, counted from the first refusal
 * @returns null when all were refused: the subscription is canceled
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
 * How many refusals count once there was another one: a person may try on any day and as often as they like, and
 * takes no try away from the schedule by that. So there is one a day at most, and no more than its days that
 * have come.
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
 * The day on which a period is tried again whose hold was voided before it was taken: as many days
 * from now as a refused one would wait, longer each time. Nothing is given up by that, since no
 * bank said no.
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
