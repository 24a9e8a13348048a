import type { CalendarDay } from "../time/calendar-day"
import { dayAfter, type Interval, periodsUntil } from "../subscription/periodicity"

/** A subscription's days of charge. */
export interface RenewalPlan {
  /** The day of the first order in the store's time zone: cycle 0, which checkout paid. */
  anchor: CalendarDay
  /** null: nothing renews automatically. */
  every: Interval | null
}

/**
 * One period of a subscription. Its number, counted from the anchor, names it for good
 * (docs/decisions/0025-renewal-periods.md).
 */
export interface Cycle {
  number: number
  day: CalendarDay
}

export interface DueCycle extends Cycle {
  /** Earlier periods that were skipped for good. */
  skipped: number
}

/**
 * What to do with periods that passed while nothing could be charged (a worker was down, the
 * subscription was past due).
 * - `skip`: one is charged: the open one, else the latest
 * - `charge`: all are charged, each as its own renewal, the oldest first
 */
export const MISSED_PERIODS = ["skip", "charge"] as const
export type MissedPeriods = (typeof MISSED_PERIODS)[number]

/**
 * The next cycle that may be charged after a charged one, and the number of skipped ones in
 * between. With `skip` no cycle that began before the charge is charged: a late payer would
 * otherwise pay twice on one day.
 *
 * @param charged the day of that charge in the store's time zone; before its cycle's day if a
 * person paid ahead
 */
export function periodAfter(
  { anchor, every }: RenewalPlan,
  number: number,
  charged: CalendarDay,
  missed: MissedPeriods
): { number: number; skipped: number } {
  const begun = missed === "skip" && every !== null ? periodsUntil(anchor, every, charged) : number
  const last = Math.max(number, begun)
  return { number: last + 1, skipped: last - number }
}

/** The cycle with this number; null when nothing renews automatically. */
export function cycleAt({ anchor, every }: RenewalPlan, number: number): Cycle | null {
  return every === null ? null : { number, day: dayAfter(anchor, every, number) }
}

/**
 * The one cycle to charge today, or null when none is due. After an outage the next cycle
 * (`cycleAt(plan, due.number + 1)`) lies ahead of today, or with `charge` may be due at once.
 *
 * @param next number of the first cycle that is neither charged nor skipped; 1 after checkout
 * @param today in the store's time zone
 */
export function dueCycle(
  plan: RenewalPlan,
  next: number,
  today: CalendarDay,
  missed: MissedPeriods
): DueCycle | null {
  const { anchor, every } = plan
  if (every === null) {
    return null
  }
  const latest = periodsUntil(anchor, every, today)
  if (latest < next) {
    return null
  }
  const number = missed === "skip" ? latest : next
  return { number, day: dayAfter(anchor, every, number), skipped: number - next }
}
