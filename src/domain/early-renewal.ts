import type { CalendarDay } from "./calendar-day"
import { dayAfter, periodsUntil } from "./periodicity"
import { dueCycle, type DueCycle, type MissedPeriods, type RenewalPlan } from "./renewal-calendar"

/** Where a subscription stands of which no period is open. */
export interface RenewalsSoFar {
  /** Number of the first period that is neither paid nor skipped. */
  next: number
  /** In the store's time zone, as every day here. */
  today: CalendarDay
  missed: MissedPeriods
  /** The day on which its newest paid period was paid; null when only checkout was. */
  paid_on: CalendarDay | null
}

/** Why a person has no period charged now, however it is asked for. */
export type NothingNext = "paid_ahead" | "paid_today"

/**
 * Why a person's wish for a period is refused.
 * - `other_period`: the one they name is paid or skipped by now, or is not the next
 * - `unnamed_period`: one was paid today, and whoever names none may mean that one
 */
export type NotWanted = NothingNext | "other_period" | "unnamed_period"

/**
 * The period that a person renews: the one that is due, else the one that comes next. Two clicks must not
 * charge for two periods, so only the one after today's is paid ahead.
 */
export function nextCycle(plan: RenewalPlan, so: RenewalsSoFar): DueCycle | NothingNext {
  const { anchor, every } = plan
  const { next, today, missed, paid_on } = so
  const due = dueCycle(plan, next, today, missed)
  if (due !== null) {
    return due
  }
  if (every === null) {
    // Renewed by hand only: its periods are the days on which that was done.
    const latest = paid_on ?? anchor
    return latest >= today ? "paid_today" : { number: next, day: today, skipped: 0 }
  }
  const current = Math.max(periodsUntil(anchor, every, today), 0)
  return next > current + 1
    ? "paid_ahead"
    : { number: next, day: dayAfter(anchor, every, next), skipped: 0 }
}

/** The period that a person wants charged: see {@link nextCycle}. Their page may be old, and somebody was quicker. */
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
