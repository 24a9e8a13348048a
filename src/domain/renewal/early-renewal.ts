import type { CalendarDay } from "../time/calendar-day"
import { dayAfter, periodsUntil } from "../subscription/periodicity"
import { dueCycle, type DueCycle, type MissedPeriods, type RenewalPlan } from "./calendar"

/** The state of a subscription without an open period. */
export interface RenewalsSoFar {
  /** Number of the first period that is neither paid nor skipped. */
  next: number
  /** In the store's time zone, as every day here. */
  today: CalendarDay
  missed: MissedPeriods
  /** The day on which the newest period was paid; null when only checkout was paid. */
  paid_on: CalendarDay | null
}

/** Why a person's request charges no period now. */
export type NothingNext = "paid_ahead" | "paid_today"

/**
 * Why a person's request for a period is refused.
 * - `other_period`: the named period is already paid or skipped, or is not the next
 * - `unnamed_period`: a period was paid today, and a request without a name may mean that one
 */
export type NotWanted = NothingNext | "other_period" | "unnamed_period"

/**
 * The period that a person renews: the due one, else the next one. Two clicks must not charge two
 * periods, so only the period after today's can be paid ahead.
 */
export function nextCycle(plan: RenewalPlan, so: RenewalsSoFar): DueCycle | NothingNext {
  const { anchor, every } = plan
  const { next, today, missed, paid_on } = so
  const due = dueCycle(plan, next, today, missed)
  if (due !== null) {
    return due
  }
  if (every === null) {
    // A subscription renewed only by hand: its periods are the days of those renewals.
    const latest = paid_on ?? anchor
    return latest >= today ? "paid_today" : { number: next, day: today, skipped: 0 }
  }
  const current = Math.max(periodsUntil(anchor, every, today), 0)
  return next > current + 1
    ? "paid_ahead"
    : { number: next, day: dayAfter(anchor, every, next), skipped: 0 }
}

/** The period that a person wants charged: see {@link nextCycle}. Their page may be out of date. */
export function wantedCycle(
  plan: RenewalPlan,
  so: RenewalsSoFar,
  named: number | null
): DueCycle | NotWanted {
  const cycle = nextCycle(plan, so)
  if (named !== null) {
    const number = typeof cycle === "string" ? so.next : cycle.number
    return named === number ? cycle : "other_period"
  }
  const isAhead = typeof cycle !== "string" && cycle.day > so.today
  return isAhead && so.paid_on === so.today ? "unnamed_period" : cycle
}
