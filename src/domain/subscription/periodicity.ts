import { Duration } from "luxon"
import {
  addDays,
  addMonths,
  type CalendarDay,
  daysBetween,
  monthsBetween,
} from "../time/calendar-day"

/**
 * How often a subscription renews, in the words that are sent (docs/service.md#card-subscriptions).
 */
export const PERIODICITIES = [
  "daily",
  "weekly",
  "biweekly",
  "monthly",
  "threefortnights",
  "bimonthly",
  "quarterly",
  "fourmonths",
  "halfyearly",
  "yearly",
  "custom",
] as const

export type Periodicity = (typeof PERIODICITIES)[number]

/** One period: so many days, or so many months. */
export type Interval = { days: number } | { months: number }

// The service gives the words only (docs/service.md#card-subscriptions). They are listed from the
// shortest to the longest, so `biweekly` is every two weeks and `bimonthly` every two months. A
// fortnight is 14 days, three of them 42. The other reading, three half months, would not stay on
// one day of the month. Only the store knows what `custom` means: it renews by the store's own
// interval, or by hand.
const INTERVALS: Record<Periodicity, Interval | null> = {
  daily: { days: 1 },
  weekly: { days: 7 },
  biweekly: { days: 14 },
  monthly: { months: 1 },
  threefortnights: { days: 42 },
  bimonthly: { months: 2 },
  quarterly: { months: 3 },
  fourmonths: { months: 4 },
  halfyearly: { months: 6 },
  yearly: { months: 12 },
  custom: null,
}

const MAX_DAYS = 3660
const MAX_MONTHS = 120
const INTERVAL_TEXT = /^P(?:\d{1,4}[DW]|\d{1,3}[MY])$/

/** Reads a periodicity from outside; null when the text is none of the eleven. */
export function readPeriodicity(value: unknown): Periodicity | null {
  const word = typeof value === "string" ? value.trim() : null
  return PERIODICITIES.find((one) => one === word) ?? null
}

/**
 * The length of a period.
 *
 * @param custom the store's own interval, used for `custom` only
 * @returns null when nothing renews automatically: `custom` without an interval
 */
export function intervalOf(periodicity: Periodicity, custom: Interval | null): Interval | null {
  return INTERVALS[periodicity] ?? custom
}

/**
 * Reads a store's own interval, one number and one unit of an ISO 8601 duration: `P10D`, `P2W`,
 * `P5M`, `P1Y`. At most ten years.
 *
 * @returns null when the text is no such interval
 */
export function readInterval(value: unknown): Interval | null {
  if (typeof value !== "string" || !INTERVAL_TEXT.test(value.trim())) {
    return null
  }
  const { weeks, days, years, months } = Duration.fromISO(value.trim())
  const interval = { days: weeks * 7 + days, months: years * 12 + months }
  if (interval.months > 0) {
    return interval.months <= MAX_MONTHS ? { months: interval.months } : null
  }
  return interval.days > 0 && interval.days <= MAX_DAYS ? { days: interval.days } : null
}

/**
 * The day `periods` after an anchor. Counted from the anchor, never from the last charge: a
 * subscription of 31 January is charged on the last day of February and again on 31 March.
 */
export function dayAfter(anchor: CalendarDay, every: Interval, periods: number): CalendarDay {
  return "days" in every
    ? addDays(anchor, every.days * periods)
    : addMonths(anchor, every.months * periods)
}

/** How many whole periods lie between an anchor and a day; -1 for any day before the anchor. */
export function periodsUntil(anchor: CalendarDay, every: Interval, day: CalendarDay): number {
  if (day < anchor) {
    return -1
  }
  if ("days" in every) {
    return Math.floor(daysBetween(anchor, day) / every.days)
  }
  const periods = Math.floor(monthsBetween(anchor, day) / every.months)
  return dayAfter(anchor, every, periods) > day ? periods - 1 : periods
}
