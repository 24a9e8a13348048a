import { DateTime, IANAZone } from "luxon"
import { z } from "zod"

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A calendar day that exists, without time or zone. */
export const calendarDaySchema = z
  .string()
  .refine((text) => DAY.test(text) && atUtc(text).isValid, {
    error: "must be a day that exists, written YYYY-MM-DD",
  })
  .brand<"CalendarDay">()

/** `YYYY-MM-DD`, as the service writes days, so that days compare as texts. */
export type CalendarDay = z.infer<typeof calendarDaySchema>

/** Reads a day from outside; null when the text is none. */
export function parseDay(text: unknown): CalendarDay | null {
  return calendarDaySchema.safeParse(text).data ?? null
}

/** Whether a text names a time zone such as `America/Bogota`. */
export function isTimeZone(text: string): boolean {
  return IANAZone.isValidZone(text)
}

/**
 * The day it is in a store at an instant.
 *
 * @throws RangeError for a zone that does not exist
 */
export function dayIn(zone: string, at: Date): CalendarDay {
  return dayOf(DateTime.fromJSDate(at, { zone: checkedZone(zone) }))
}

/**
 * The first instant of a day in a store. Where clocks go forward at midnight it is not 00:00. Where
 * clocks go back over midnight it is the first of the two.
 *
 * @throws RangeError for a zone that does not exist
 */
export function startOfDay(day: CalendarDay, zone: string): Date {
  const start = DateTime.fromISO(day, { zone: checkedZone(zone) }).startOf("day")
  const [first] = start.getPossibleOffsets().sort((a, b) => a.toMillis() - b.toMillis())
  return (first ?? start).toJSDate()
}

/** `days` later, or earlier when negative. */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return dayOf(atUtc(day).plus({ days }))
}

/** `months` later. A day that the month lacks becomes its last day. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  return dayOf(atUtc(day).plus({ months }))
}

/** Whole days from one day to another; negative when it lies before. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round(atUtc(to).diff(atUtc(from), "days").days)
}

/** Months from one day's month to another's, whatever the days in them. */
export function monthsBetween(from: CalendarDay, to: CalendarDay): number {
  const [a, b] = [atUtc(from), atUtc(to)]
  return (b.year - a.year) * 12 + b.month - a.month
}

// Days are counted in UTC, where every day has 24 hours and no clock changes.
function atUtc(day: string): DateTime {
  return DateTime.fromISO(day, { zone: "utc" })
}

function dayOf(date: DateTime): CalendarDay {
  const day = parseDay(date.toISODate())
  if (day === null) {
    throw new RangeError("a date must lie in the years 0 to 9999")
  }
  return day
}

// Luxon makes an invalid date of an unknown zone without an error.
function checkedZone(zone: string): string {
  if (!isTimeZone(zone)) {
    throw new RangeError(`"${zone}" is not a time zone: write it like America/Bogota`)
  }
  return zone
}
