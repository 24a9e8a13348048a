import type { CalendarDay } from "./calendar-day"
import { dayAfter, periodsUntil } from "./periodicity"
import type { Cycle, RenewalPlan } from "./renewal-calendar"

/**
 * The period that a person renews before it is due, or why none can be: two clicks must not charge for two
 * periods, so only the one that comes next after today's is paid ahead.
 *
 * @param next number of the first period that is neither paid nor skipped
 * @param latest the day of the newest period that was paid; null when only checkout was
 */
export function earlyCycle(
  { anchor, every }: RenewalPlan,
  next: number,
  today: CalendarDay,
  latest: CalendarDay | null
): Cycle | "paid_ahead" | "paid_today" {
  if (every === null) {
    // Renewed by hand only: its periods are the days on which that was done.
    return (latest ?? anchor) >= today ? "paid_today" : { number: next, day: today }
  }
  const current = Math.max(periodsUntil(anchor, every, today), 0)
  return next > current + 1 ? "paid_ahead" : { number: next, day: dayAfter(anchor, every, next) }
}
